"""Host code whose answers are recorded on their way to the runtime.

Walks in: a tool and a walk that records. Walks out: the tool's preconditions and adapter, which are asked
as before and answer as before: the same values, the same exceptions, in the same task.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Generator
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from toolcharter_runtime._preconditions import Preconditions
    from toolcharter_runtime._tools import Tool


class Exchange(Protocol):
    """One question, and what came of it."""

    def answered(self, answer: object) -> None: ...

    def raised(self, error: BaseException, *, too_late: bool) -> None: ...


Begin = Callable[["Tool", str], Exchange]
"""Notes that a question is asked of a tool's host code, by name."""


class WatchedDoors:
    """The doors of ``tool``; each question begins an exchange."""

    def __init__(self, tool: Tool, begin: Begin) -> None:
        self._tool = tool
        self._begin = begin

    @property
    def adapter(self) -> WatchedDoors:
        return self

    @property
    def preconditions(self) -> Preconditions:
        return self._tool.preconditions.through(self._fact)

    def op(self, *given: Any) -> Any:
        """What the adapter's own ``op`` answers."""
        return self._ask("op", self._tool.adapter.op, given)

    def current_version(self, *given: Any) -> Any:
        """What the adapter's own ``current_version`` answers."""
        return self._ask("current_version", self._tool.adapter.current_version, given)

    def _fact(self, ask: Callable[..., Any]) -> Callable[..., Any]:
        def fact(*given: Any) -> Any:
            return self._ask(fact.__name__, ask, given)

        fact.__name__ = getattr(ask, "__name__", "fact")
        return fact

    def _ask(self, name: str, ask: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        exchange = self._begin(self._tool, name)
        try:
            pending = ask(*given)
        except BaseException as error:
            exchange.raised(error, too_late=False)
            raise
        if inspect.iscoroutine(pending):
            return _awaited(exchange, pending)
        if hasattr(pending, "__await__"):
            return _Awaitable(exchange, pending)
        # An adapter inside the ledger's transaction, or one that is written wrongly.
        exchange.answered(pending)
        return pending


class _Awaitable(Awaitable[Any]):
    """What can be awaited and is no coroutine, watched; the runtime does not take it everywhere."""

    def __init__(self, exchange: Exchange, pending: Awaitable[Any]) -> None:
        self._exchange = exchange
        self._pending = pending

    def __await__(self) -> Generator[Any, Any, Any]:
        return _awaited(self._exchange, self._pending).__await__()


async def _awaited(exchange: Exchange, pending: Awaitable[Any]) -> Any:
    before = _cancellations()
    try:
        answer = await pending
    except BaseException as error:
        exchange.raised(error, too_late=_cancellations() > before)
        raise
    if _cancellations() > before:
        # It made an answer of its cancellation; nobody takes it any more.
        exchange.raised(asyncio.CancelledError(), too_late=True)
    else:
        exchange.answered(answer)
    return answer


def _cancellations() -> int:
    """How often the present task was asked to stop, and did not yet."""
    task = asyncio.current_task()
    return 0 if task is None else task.cancelling()
