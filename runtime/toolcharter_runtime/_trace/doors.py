"""Host code whose answers are recorded on their way to the runtime.

Walks in: a tool and a walk that records. Walks out: the tool's preconditions and adapter, which are asked
as before and answer as before: the same values, the same exceptions, in the same task; and for the walk a
step: what was asked, and what came of it. A fact is told as true or false, a declared failure as its code,
anything else that is raised as the name of its class.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Generator
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from toolcharter_runtime._call import ToolError
from toolcharter_runtime._codes import Code
from toolcharter_runtime._notes import class_of

if TYPE_CHECKING:
    from toolcharter_runtime._preconditions import Preconditions
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.walk import Walk

Step: TypeAlias = dict[str, Any]

OPERATION, VERSION = "op", "current_version"


class WatchedDoors:
    """The doors of ``tool``; the walk is told of each question."""

    def __init__(self, tool: Tool, walk: Walk) -> None:
        self._tool = tool
        self._walk = walk

    @property
    def adapter(self) -> WatchedDoors:
        return self

    @property
    def preconditions(self) -> Preconditions:
        return self._tool.preconditions.through(self._fact)

    def op(self, *given: Any) -> Any:
        """What the adapter's own ``op`` answers."""
        return self._ask(OPERATION, self._tool.adapter.op, given)

    def current_version(self, *given: Any) -> Any:
        """What the adapter's own ``current_version`` answers."""
        return self._ask(VERSION, self._tool.adapter.current_version, given)

    def _fact(self, ask: Callable[..., Any]) -> Callable[..., Any]:
        def fact(*given: Any) -> Any:
            return self._ask(fact.__name__, ask, given)

        fact.__name__ = getattr(ask, "__name__", "fact")
        return fact

    def _ask(self, name: str, ask: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        step: Step = {"asked": name, "of": self._tool.wire_name}
        self._walk.steps.append(step)
        try:
            pending = ask(*given)
        except BaseException as error:
            self._walk.failed(step, self._tool, error)
            raise
        if inspect.iscoroutine(pending):
            return self._awaited(step, pending)
        if hasattr(pending, "__await__"):
            return _Awaitable(lambda: self._awaited(step, pending))
        # An adapter inside the ledger's transaction, or one that is written wrongly.
        self._walk.came(step, self._tool, pending)
        return pending

    async def _awaited(self, step: Step, pending: Awaitable[Any]) -> Any:
        before = _cancellations()
        try:
            answer = await pending
        except BaseException as error:
            if _cancellations() > before:
                step["late"] = True
            else:
                self._walk.failed(step, self._tool, error)
            raise
        if _cancellations() > before:
            # It made an answer of its cancellation; nobody takes it any more.
            step["late"] = True
        else:
            self._walk.came(step, self._tool, answer)
        return answer


class _Awaitable(Awaitable[Any]):
    """What can be awaited and is no coroutine, watched; the runtime does not take it everywhere."""

    def __init__(self, wait: Callable[[], Awaitable[Any]]) -> None:
        self._wait = wait

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._wait().__await__()


def failure(tool: Tool, error: BaseException, until: Callable[[datetime], int]) -> Step:
    """What was raised instead of an answer. ``until`` says how far away an instant is."""
    if not isinstance(error, ToolError):
        return {"raised": class_of(error)}
    # What neither the catalog nor the runtime has, and is raised as a code, is anything.
    is_known = error.code in tool.error_rows or error.code in Code.__members__
    step: Step = {"error": error.code if is_known else None}
    if error.retry_at is not None:
        step["retry_in_ms"] = until(error.retry_at)
    return step


def _cancellations() -> int:
    """How often the present task was asked to stop, and did not yet."""
    task = asyncio.current_task()
    return 0 if task is None else task.cancelling()
