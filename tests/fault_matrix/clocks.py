"""Clocks that a test sets: the store's, which decides what has expired, and the host's.

The store goes on telling the real time, and so much more. All processes of a scene are told the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from toolcharter_runtime.clock import SystemClock


class StoreClock:
    """What the clock of every store here is ahead, in milliseconds."""

    def __init__(self, ahead_ms: int = 0) -> None:
        self.ahead_ms = ahead_ms

    def step(self, milliseconds: int) -> None:
        """Forwards, or back."""
        self.ahead_ms += milliseconds


@contextmanager
def settable_clock(ahead_ms: int = 0) -> Iterator[StoreClock]:
    """The clock of all stores in this process, until the block ends."""
    clock, real = StoreClock(ahead_ms), SqlTransaction.now
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqlTransaction, "now", lambda tx: real(tx) + clock.ahead_ms)
        yield clock


class HostClock(SystemClock):
    """The clock of a process; nobody has to wait for a retry."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def step(self, milliseconds: int) -> None:
        self._ahead += timedelta(milliseconds=milliseconds)

    def now(self) -> datetime:
        return super().now() + self._ahead

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.01))
