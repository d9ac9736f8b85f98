"""The rows of the ledger, as a reader sees them who is no part of any process.

Reading a row checks its seal, so what was half written is none of the rows that are found here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from fault_matrix.asks import START, Ask
from sqlalchemy import Engine, text
from toolcharter_runtime._proposal.document import hash_of
from toolcharter_runtime._store.records import (
    AnomalyRow,
    DecisionRow,
    OperationRow,
    ProposalRow,
)
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime._store.transaction import Reading
from toolcharter_runtime.operations import Operations, ShownOperation
from write_path.host import SEALS, TENANT

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Everything that a call may leave behind for good."""

    proposals: tuple[ProposalRow, ...]
    decisions: tuple[DecisionRow, ...]
    operations: tuple[OperationRow, ...]
    anomalies: tuple[AnomalyRow, ...]


class Ledger:
    """The one tenant that tests write for."""

    def __init__(self, url: str, engine: Engine) -> None:
        self._url = url
        self._engine = engine
        self._opened: SqlStore | None = None

    async def close(self) -> None:
        """Have no connection any more, until the next question."""
        if self._opened is not None:
            await self._opened.close()
            self._opened = None

    async def rows(self) -> Rows:
        """All rows, by their ids."""
        proposals = self._ids("proposal")
        operations = self._ids("operation")

        def look(rows: Reading) -> Rows:
            return Rows(
                proposals=tuple(_found(rows.proposal, proposals)),
                decisions=tuple(each for id_ in proposals for each in rows.decisions(id_)),
                operations=tuple(_found(rows.operation, operations)),
                anomalies=tuple(each for id_ in operations for each in rows.anomalies(id_)),
            )

        found = await self._store.read(TENANT, look)
        assert all(hash_of(row.document) == row.hash for row in found.proposals)
        return found

    async def proposal(self, proposal_id: str) -> ProposalRow:
        (found,) = (row for row in (await self.rows()).proposals if row.id == proposal_id)
        return found

    async def operation_of_ask(self, ask: Ask) -> OperationRow | None:
        """The operation that a call makes or asks about."""
        operations = (await self.rows()).operations
        if ask.form == "commit":
            proposal_id = ask.arguments["proposal_id"]
            found = [row for row in operations if row.proposal_id == proposal_id]
        else:
            found = [row for row in operations if row.tool == START.tool]
        assert len(found) <= 1, found
        return found[0] if found else None

    async def queue(self) -> list[ShownOperation]:
        """What waits for an operator."""
        return [*await Operations(self._store).unknown()]

    async def now(self) -> int:
        """The store's time."""
        return await self._store.read(TENANT, lambda rows: rows.now())

    @property
    def _store(self) -> SqlStore:
        if self._opened is None:
            self._opened = open_store(self._url, SEALS)
        return self._opened

    def _ids(self, table: str) -> list[str]:
        query = text(f"SELECT id FROM toolcharter_{table} ORDER BY id")  # noqa: S608
        with self._engine.connect() as connection:
            return [id_ for (id_,) in connection.execute(query)]


def _found(find: Callable[[str], T | None], ids: list[str]) -> list[T]:
    return [row for id_ in ids if (row := find(id_)) is not None]
