"""How much of this thread's processor time something costs; other processes do not count."""

from __future__ import annotations

import time
from collections.abc import Callable

QUICK = 0.05
"""What a refusal may cost, in seconds, however large the attack."""


def least_seconds(work: Callable[[], object], tries: int = 3) -> float:
    """The cheapest of a few tries; the others paid for what happened beside them."""
    return min(_once(work) for _ in range(tries))


def _once(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start
