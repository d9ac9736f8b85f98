"""Trying again what somebody else was in the way of, as long as there is time.

Walks in: an attempt that may raise BusyError or ConflictError. Walks out: what it gives in the end,
or StoreUnavailableError. Time ends the first kind; the second ends after a few times, because a
conflict that comes back every time is one of the attempt itself.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from toolcharter_runtime._store.sql.database import BusyError
from toolcharter_runtime._store.transaction import ConflictError, StoreUnavailableError

T = TypeVar("T")

_CONFLICTS = 8
_PAUSE_S = 0.002
_LONGEST_PAUSE_S = 0.1


def again(attempt: Callable[[], T], *, until: float) -> T:
    """What the attempt gives. ``until`` is an instant of ``time.monotonic``."""
    conflicts = 0
    pause_s = _PAUSE_S
    while True:
        try:
            return attempt()
        except ConflictError as error:
            conflicts += not isinstance(error, BusyError)
            if conflicts > _CONFLICTS or time.monotonic() >= until:
                reason = f"somebody else was in the way all the time ({error})"
                raise StoreUnavailableError(reason) from None
        # Uneven, so that two that were in each other's way are not so again.
        time.sleep(pause_s * random.uniform(0.5, 1))  # noqa: S311 - no secret
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
