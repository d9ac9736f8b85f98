"""An event loop whose time is made up, and processes that can be killed in it.

When nothing is ready the clock jumps to the next timer, so nothing ever waits and equal seeds give
equal orders. Whatever is scheduled in the context of a process that is dead does not run: its tasks
stay where they were, without their ``finally``, as after kill -9.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
from collections.abc import Coroutine
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Life:
    """One life of a process, from its start to its end."""

    name: str
    skew_ms: int = 0
    is_dead: bool = False
    lost_at: int = 0
    """The moment at which the store last failed it, so that what it had stored may stay behind."""


LIFE: ContextVar[Life | None] = ContextVar("LIFE", default=None)
"""The process in which something runs; None for the world outside: services, people, time."""


class StuckError(Exception):
    """Nothing is ready and nothing will be."""


@dataclass(slots=True, eq=False, kw_only=True)
class AgentCall:
    """One call of an agent, begun at a ``moment`` of the history. ``sends`` are the requests that it
    made. ``holder`` is the name under which the store keeps its places, ``is_leased`` whether no
    clock was set since it began. ``over_at`` is when its caller had an answer (``code`` says which)
    or went away."""

    moment: int
    life: Life
    tool: str
    identity: str
    run_id: str
    request_id: str | None
    sends: int = 0
    holder: str | None = None
    is_leased: bool = True
    over_at: float | None = None
    code: str | None = None

    @property
    def run(self) -> tuple[str, str]:
        return self.identity, self.run_id

    @property
    def was_left(self) -> bool:
        """Its caller went away."""
        return self.over_at is not None and self.code is None


CALL: ContextVar[AgentCall | None] = ContextVar("CALL", default=None)
"""The call in which something is done; None for what machines do by themselves."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs one history. It opens no file and no socket."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self.made: list[asyncio.Task[Any]] = []
        self.set_task_factory(self._new_task)

    def time(self) -> float:
        return self.seconds

    def _new_task(
        self, loop: asyncio.AbstractEventLoop, coro: Any, context: Context | None = None
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=loop, context=context)
        self.made.append(task)
        return task

    def start(self, life: Life | None, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task in the context of a process."""
        context = copy_context()
        context.run(LIFE.set, life)
        return self.create_task(work, context=context)

    def outside(self, delay: float, work: Any, *args: object) -> None:
        """Call ``work`` later, whichever process dies until then."""
        context = copy_context()
        context.run(LIFE.set, None)
        self.call_later(delay, work, *args, context=context)

    def bury(self) -> None:
        """End what never came to an end, so that nothing of a history outlives it."""
        # What is closed may begin something more in its ``finally``: that is made, and closed, here.
        asyncio._set_running_loop(self)
        for task in self.made:
            if not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                with contextlib.suppress(BaseException):
                    task.get_coro().close()
            elif not task.cancelled():
                task.exception()
        asyncio._set_running_loop(None)
        self.made.clear()
        self._ready.clear()  # type: ignore[attr-defined]
        self._scheduled.clear()  # type: ignore[attr-defined]
        self.close()

    def _run_once(self) -> None:
        ready, timers = self._ready, self._scheduled  # type: ignore[attr-defined]
        if not ready:
            while timers and timers[0]._cancelled:
                heapq.heappop(timers)._scheduled = False
            if not timers:
                raise StuckError
            self.seconds = max(self.seconds, timers[0]._when)
            while timers and timers[0]._when <= self.seconds:
                timer = heapq.heappop(timers)
                timer._scheduled = False
                ready.append(timer)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if handle._cancelled:
                continue
            life = handle._context.get(LIFE)
            if life is None or not life.is_dead:
                handle._run()

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Cancelled timers are dropped when their time comes."""

    def _write_to_self(self) -> None:
        """Nobody sleeps in a selector."""

    def _process_events(self, event_list: object) -> None:
        """There are no files to have events."""
