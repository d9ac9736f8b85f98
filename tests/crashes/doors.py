"""The doors of one process: everything through which its runtime meets the world, with a place at
each step where the process can be made to stand still.

    place                      the process is there when
    NAME.before                work of the store is about to be given to it
    NAME.METHOD                inside the transaction, that method of it has just been used
    NAME.worked                the work has been done and is not committed
    NAME.done                  the store has answered: what was written is stored
    TOOL.before, TOOL.after    its adapter is called; has returned or raised
    TOOL.statement             an adapter that shares the transaction has had one statement executed
    answered                   the head of the answer to a write has arrived, its body is unread
    reply, told                the envelope is made; whoever asked has it

NAME says what the work is for, by the function that was given to the store. Nothing in the product
knows of this.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from sqlalchemy import Connection, event
from toolcharter_runtime._store.transaction import Reading, Transaction

T = TypeVar("T")

Meet = Callable[[str], None]
"""Told at every place which one it is; comes back when the process may go on."""

_READS: Mapping[str, str] = {"_commits": "look", "_direct_writes": "look"}
_WRITES: Mapping[str, str] = {
    "_admission": "admit",
    "_calling": "again",
    "_cancelling._claim": "cancel-claim",
    "_cancelling.cancel": "cancel-record",
    "_carrying._claimed": "claim",
    "_carrying.recorded": "settle",
    "_commits": "expire",
    "_followers": "follow",
    "_ledgered": "cancel-run",
    "_previews": "propose",
    "_recovery": "take",
    "_write_path": "leave",
    "approvals": "decide",
    "operations": "resolve",
}
"""By the module that the work comes from, and its function where there are several."""


class WatchedStore:
    """A store whose work passes the places."""

    def __init__(self, store: Any, meet: Meet) -> None:
        self._store = store
        self._meet = meet

    async def read(self, tenant: str, work: Callable[[Reading], T]) -> T:
        found: T = await self._pass(self._store.read, tenant, work, _READS)
        return found

    async def transact(self, tenant: str, work: Callable[[Transaction], T]) -> T:
        found: T = await self._pass(self._store.transact, tenant, work, _WRITES)
        return found

    async def overdue(self, most: int, *, skip: int = 0) -> Sequence[tuple[str, str]]:
        found: Sequence[tuple[str, str]] = await self._store.overdue(most, skip=skip)
        self._meet("overdue.done")
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def _pass(
        self, door: Any, tenant: str, work: Callable[[Any], Any], names: Mapping[str, str]
    ) -> Any:
        name = _name_of(work, names)

        def watched(rows: Any) -> Any:
            found = work(_WatchedRows(rows, name, self._meet))
            self._meet(f"{name}.worked")
            return found

        self._meet(f"{name}.before")
        found = await door(tenant, watched)
        self._meet(f"{name}.done")
        return found


class _WatchedRows:
    """A transaction with a place after each use of a method."""

    def __init__(self, rows: Any, name: str, meet: Meet) -> None:
        self._rows = rows
        self._name = name
        self._meet = meet

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._rows, name)
        if not callable(found):
            return found

        def used(*given: Any, **named: Any) -> Any:
            result = found(*given, **named)
            self._meet(f"{self._name}.{name}")
            return result

        return used


def _name_of(work: Callable[..., Any], names: Mapping[str, str]) -> str:
    """What the work is for; nothing, where no label is about it."""
    made: Any = work.func if isinstance(work, functools.partial) else work
    module = made.__module__.removeprefix("toolcharter_runtime.")
    function = made.__qualname__.partition(".")[0]
    return names.get(f"{module}.{function}", names.get(module, ""))


def watched_adapters(adapters: Mapping[str, Any], meet: Meet) -> dict[str, Callable[[], Any]]:
    """Factories of the same adapters, whose operations pass the places."""
    return {
        name: functools.partial(_watched_adapter, name, factory, meet)
        for name, factory in adapters.items()
    }


def _watched_adapter(name: str, factory: Callable[[], Any], meet: Meet) -> Any:
    adapter = factory()
    op = adapter.op

    async def calling(*given: Any) -> Any:
        meet(f"{name}.before")
        try:
            return await op(*given)
        finally:
            meet(f"{name}.after")

    def sharing(call: Any, arguments: Any, connection: Connection) -> Any:
        def executed(*_: Any) -> None:
            meet(f"{name}.statement")

        meet(f"{name}.before")
        event.listen(connection, "after_cursor_execute", executed)
        try:
            return op(call, arguments, connection)
        finally:
            event.remove(connection, "after_cursor_execute", executed)
            meet(f"{name}.after")

    adapter.op = calling if iscoroutinefunction(op) else sharing
    return adapter


def watch_answers(upstream: Any, meet: Meet) -> None:
    """The answers to writes pass a place."""

    async def arrived(response: Any) -> None:
        if response.request.method != "GET":
            meet("answered")

    upstream._client.event_hooks = {"response": [arrived]}
