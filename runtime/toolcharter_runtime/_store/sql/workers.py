"""Threads that carry out work for event loops, first come, first served.

Walks in: a function. Walks out: a future of the running loop. Work whose future was cancelled before
its turn is not begun; what has begun is finished, and its result dropped if nobody waits any more.
The executors of the standard library do the same through a second kind of future, for half as much
again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

_Given: TypeAlias = tuple[asyncio.Future[Any], Callable[[], Any]]


class ClosedError(Exception):
    """No more work is taken."""


class ForkedError(Exception):
    """This process is a fork of the one whose threads these were; they have not come along."""


class Workers:
    """At most ``most`` threads, which are started as they are needed. They end with the process, in
    the middle of their work if nobody has closed them: to a database that is a crash."""

    def __init__(self, most: int, name: str) -> None:
        self._most = most
        self._name = name
        self._process = os.getpid()
        self._queue: SimpleQueue[_Given | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._open = 0
        """How much work was given and is not done."""
        self._is_closed = False
        self._lock = threading.Lock()

    @property
    def are_ours(self) -> bool:
        """Whether the threads are those of this process."""
        return os.getpid() == self._process

    def give(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """The future of what ``work`` gives; ClosedError where none is taken any more, ForkedError
        where nobody is there to do it."""
        if not self.are_ours:
            raise ForkedError
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._lock:
            if self._is_closed:
                raise ClosedError
            self._open += 1
            if self._open > len(self._threads) < self._most:
                thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._threads.append(thread)
                thread.start()
            self._queue.put((future, work))
        return future

    def close(self) -> None:
        """Take no more work, and wait until all that was taken is done."""
        with self._lock:
            self._is_closed = True
            for _ in self._threads:
                self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while (given := self._queue.get()) is not None:
            future, work = given
            if not future.cancelled():
                _carry_out(future, work)
            # What was carried out is not held on to until the next work comes.
            del given, future, work
            with self._lock:
                self._open -= 1


def _carry_out(future: asyncio.Future[Any], work: Callable[[], Any]) -> None:
    result: object = None
    error: BaseException | None = None
    try:
        result = work()
    except (StopIteration, asyncio.CancelledError) as raised:
        # No future can carry the one, and the other would be taken for a cancelled caller.
        error = RuntimeError(f"work raised {type(raised).__name__}")
    except BaseException as raised:  # noqa: BLE001 - it comes out where the work was given
        error = raised
    # A loop that is closed has nobody left who waits.
    with contextlib.suppress(RuntimeError):
        future.get_loop().call_soon_threadsafe(_settle, future, result, error)


def _settle(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
