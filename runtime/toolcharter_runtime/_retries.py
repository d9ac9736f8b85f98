"""Whether a read is tried again, and when. The contract's class decides, and nothing else.

Only the class ``read`` repeats a read, and only after a failure that says nothing about the
arguments: UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE, RATE_LIMITED. The wait doubles from ``first_ms``
to ``most_ms``. A service that names a time is not asked before it; where that time is further away
than ``most_ms``, or the deadline comes first, the failure is the answer.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from toolcharter_runtime._codes import Code

if TYPE_CHECKING:
    from toolcharter_runtime._refusal import Refusal
    from toolcharter_runtime.formats.v1 import RetryRow

TRANSIENT = frozenset({Code.UPSTREAM_TIMEOUT, Code.UPSTREAM_UNAVAILABLE, Code.RATE_LIMITED})


def wait_before_retry(
    row: RetryRow, *, tried: int, failure: Refusal, now: datetime, deadline: datetime | None
) -> float | None:
    """How many seconds to wait before the next try; None where there is none."""
    if row["retry_class"] != "read" or tried >= row["attempts"] or failure.code not in TRANSIENT:
        return None
    wait: float = min(row["first_ms"] * 2 ** (tried - 1), row["most_ms"]) / 1000
    if failure.retry_at is not None:
        wait = max(wait, (failure.retry_at - now).total_seconds())
        if wait > row["most_ms"] / 1000:
            return None
    if deadline is not None and now + timedelta(seconds=wait) >= deadline:
        return None
    return wait
