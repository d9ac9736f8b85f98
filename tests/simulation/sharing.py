"""The tables that a tool with a shared transaction writes: they are stored with the ledger's rows or not.

Walks in: the transactions of the simulated store. Walks out: the same, each with a connection on which an
adapter may write. What it wrote is an effect once the transaction was committed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from toolcharter_runtime import Call, Raw, ToolError
from toolcharter_runtime._store.memory import MemoryStore, _MemoryTransaction, _Rows

from simulation.kinds import CANARY, KINDS, Request
from simulation.loop import LIFE

if TYPE_CHECKING:
    from simulation.world import World


class Connection:
    """What an adapter writes in the open transaction."""

    def __init__(self) -> None:
        self.written: list[Request] = []


class SharedTransaction(_MemoryTransaction):
    """A transaction of the store in memory with a connection."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.connection = Connection()
        self._savepoint = 0

    def set_savepoint(self) -> None:
        self._savepoint = len(self.connection.written)

    def go_back(self) -> None:
        del self.connection.written[self._savepoint :]


class SharedStore(MemoryStore):
    """The store in memory, with tables of others in it."""

    last: SharedTransaction

    def _transaction(self, tenant: str, rows: _Rows) -> SharedTransaction:
        self.last = SharedTransaction(tenant, rows, self._seals, self._now)
        return self.last


def write(world: World, call: Call, record: str, arguments: Any, connection: Connection) -> Any:
    """The write of an adapter in the open transaction, statement by statement, past its faults."""
    kind, source = KINDS[call.tool], world.faults.random
    request = Request(
        number=world.tick(),
        kind=kind,
        tool=call.tool,
        key=str(call.idempotency_key),
        record=record,
        version=call.target.version if call.target else None,
        arguments=orjson.dumps(arguments, option=orjson.OPT_SORT_KEYS),
        identity=call.requester.identity,
        life=LIFE.get(),
        is_open=False,
    )
    fault = world.faults.of_write()
    before = world.service.version(record)
    world.note("writes", call.tool, request.key[-6:], record, fault)
    if request.version != str(before):
        raise ToolError("VERSION_CONFLICT")
    if fault == "refused":
        raise ToolError(kind.domain)
    # Half of the statements are made, and then something comes up.
    connection.written.append(request)
    if fault in ("domain", "limited"):
        raise ToolError(kind.domain if fault == "domain" else "RATE_LIMITED")
    if fault == "unavailable":
        raise ToolError("UPSTREAM_UNAVAILABLE")
    if fault == "broken" and source.random() < 0.5:
        raise RuntimeError(CANARY)
    proof = world.service.proof(request, before)
    if fault in ("malformed", "void"):
        return Raw({"debug": CANARY})
    if fault == "foreign":
        return Raw({**proof, "resource_id": proof["resource_id"][:-1] + "z"})
    return Raw(proof)
