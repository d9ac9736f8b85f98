"""Waiting for host code no longer than allowed.

The first step of a coroutine is taken at once, in the same task. Many end there (a cache, a
precondition that looks into the arguments), and then no timer is ever set. One that waits goes on
inside ``asyncio.timeout``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Coroutine, Generator
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class TimeIsUpError(Exception):
    """The work did not end in time and was cancelled."""


class UnaskedCancellationError(Exception):
    """The work ended as if it had been cancelled, though nobody had cancelled it."""


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """The result of ``work``, or TimeIsUpError after ``seconds``."""
    started = time.monotonic()
    try:
        yielded = work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    except asyncio.CancelledError:
        _check_that_it_is_ours()
        raise
    scope = asyncio.timeout(seconds - (time.monotonic() - started))
    try:
        async with scope:
            result = await _Rest(work, yielded)
    except asyncio.CancelledError:
        _check_that_it_is_ours()
        raise
    # Work that made an error or an answer of its cancellation is as late as if it had let it pass.
    except Exception:
        if scope.expired():
            raise TimeIsUpError from None
        raise
    if scope.expired():
        raise TimeIsUpError
    return result


def _check_that_it_is_ours() -> None:
    """Work can end in CancelledError because something of its own was cancelled. Only where our
    task was cancelled may that go on as a cancellation of the call."""
    task = asyncio.current_task()
    if task is None or not task.cancelling():
        raise UnaskedCancellationError from None


class _Rest(Awaitable[T]):
    """What is left of a coroutine that has yielded ``first`` to us instead of to the event loop."""

    def __init__(self, work: Coroutine[Any, Any, T], first: Any) -> None:
        self._work = work
        self._first = first

    def __await__(self) -> Generator[Any, Any, T]:
        work, yielded = self._work, self._first
        while True:
            try:
                sent = yield yielded
            except GeneratorExit:
                work.close()
                raise
            # Whatever is thrown in is thrown on: this is a link in a chain of awaits.
            except BaseException as error:  # noqa: BLE001
                step = partial(work.throw, error)
            else:
                step = partial(work.send, sent)
            try:
                yielded = step()
            except StopIteration as done:
                result: T = done.value
                return result
