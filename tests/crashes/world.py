"""What processes of a host live in: a store of one kind, the service, and the people who look at both
from outside.

Every process that is born after a kill finds the store's clock a minute later, so that the leases of
the dead are over.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import reference_service.fixtures  # noqa: F401 - puts the generated package on the path
from crashes.nursery import Child, Nursery
from crashes.orders import Settings
from reference_service.adapters.own_tables import create_own_tables, opportunities, own
from reference_service.controller import ReferenceService
from reference_service.seed import records
from sqlalchemy import Engine, create_engine, text
from toolcharter_runtime._store.records import (
    AnomalyRow,
    DecisionRow,
    OperationRow,
    ProposalRow,
)
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime._store.transaction import Reading
from write_path.host import SEALS, TENANT

T = TypeVar("T")

_LATER_MS = 60_000
_TABLES = ("proposal", "decision", "operation", "run", "slot", "anomaly", "gate")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The ledger in one state. Reading a row checks its seal."""

    proposals: tuple[ProposalRow, ...]
    decisions: tuple[DecisionRow, ...]
    operations: tuple[OperationRow, ...]
    anomalies: tuple[AnomalyRow, ...]
    queue: frozenset[str]
    holders: frozenset[str]
    """Whoever holds a slot at any gate."""

    def operation_of(self, proposal_id: str) -> OperationRow | None:
        found = [row for row in self.operations if row.proposal_id == proposal_id]
        assert len(found) <= 1, found
        return found[0] if found else None

    def proposal(self, proposal_id: str) -> ProposalRow:
        (found,) = (row for row in self.proposals if row.id == proposal_id)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that happened, by the account of whoever did it."""

    key: str | None
    kind: str
    id: str
    version_before: int | None
    version_after: int | None


@dataclass(slots=True)
class World:
    """``url`` is the store's, in whose database the host's own tables are as well."""

    url: str
    service: ReferenceService
    nursery: Nursery
    limits: Mapping[str, int] = field(default_factory=dict)
    ahead_ms: int = 0
    _observer: SqlStore = field(init=False)
    _engine: Engine = field(init=False)
    _children: list[Child] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._observer = open_store(self.url, SEALS)
        self._engine = create_engine(self.url)

    @property
    def kind(self) -> str:
        """What the store is of."""
        return "SQLite" if self.url.startswith("sqlite") else "PostgreSQL"

    def close(self) -> None:
        self.clear_children()
        self._engine.dispose()
        asyncio.run(self._observer.close())

    def reset(self) -> None:
        """As at the start, with no process."""
        self.clear_children()
        self.ahead_ms = 0
        self.empty()

    def empty(self) -> None:
        """No rows, the first records, no faults, an empty account; whoever lives goes on."""
        self.service.reset()
        with self._engine.begin() as connection:
            for name in _TABLES:
                connection.execute(text(f"DELETE FROM toolcharter_{name}"))  # noqa: S608
            own.create_all(connection)
            for table in own.sorted_tables:
                connection.execute(table.delete())
            create_own_tables(connection, records())

    def child(self, nursery: Nursery | None = None, **settings: Any) -> Child:
        """A new process of a host; ``settings`` are other ones than the world's."""
        usual = {
            "store": self.url,
            "service": self.service.url,
            "ahead_ms": self.ahead_ms,
            "limits": self.limits,
        }
        born = (nursery or self.nursery).child(Settings(**{**usual, **settings}))
        self._children.append(born)
        return born

    def copy(self, kind: str, of: str, id: str) -> str:
        """One more record like another one, under its own id; sales are in the host's own tables."""
        if kind == "opportunity":
            names = ", ".join(each.name for each in opportunities.c if each.name != "id")
            copied = f"INSERT INTO opportunities (id, {names}) SELECT :id, {names} "
            with self._engine.begin() as connection:
                found = text(f"{copied} FROM opportunities WHERE id = :of")
                connection.execute(found, {"id": id, "of": of})
            return id
        record = self.service.record(TENANT, kind, of)
        assert record is not None
        self.service.put(TENANT, kind, id, version=record["version"], body=record["body"])
        return id

    def later(self) -> None:
        """Whoever held a lease holds it no more, for whoever is born from now on."""
        self.ahead_ms += _LATER_MS

    def clear_children(self) -> None:
        for child in self._children:
            child.close()
        self._children.clear()

    def rows(self) -> Rows:
        """All that the ledger holds for the one tenant."""
        ids = {name: self._column("id", name) for name in ("proposal", "operation")}

        def look(rows: Reading) -> Rows:
            return Rows(
                proposals=tuple(_found(rows.proposal, ids["proposal"])),
                decisions=tuple(d for each in ids["proposal"] for d in rows.decisions(each)),
                operations=tuple(_found(rows.operation, ids["operation"])),
                anomalies=tuple(a for each in ids["operation"] for a in rows.anomalies(each)),
                queue=frozenset(row.id for row in rows.unresolved()),
                holders=frozenset(self._column("holder", "slot")),
            )

        return asyncio.run(self._observer.read(TENANT, look))

    def cancelled_at(self, run_id: str) -> int | None:
        """When the run was cancelled, in the store's time."""
        row = asyncio.run(self._observer.read(TENANT, lambda rows: rows.run("ines", run_id)))
        return None if row is None else row.cancelled_at

    def effects(self) -> list[Effect]:
        """Everything that happened: what the service did, and what shares the ledger's database."""
        names = ("key", "id", "version_before", "version_after")
        outside = [
            Effect(kind=each.kind, **{name: getattr(each, name) for name in names})
            for each in self.service.effects()
        ]
        with self._engine.connect() as connection:
            rows = connection.execute(text("SELECT * FROM own_effects ORDER BY number"))
            inside = [
                Effect(kind=row["tool"], **{name: row[name] for name in names})
                for row in rows.mappings()
            ]
        return outside + inside

    def check_file(self) -> None:
        """A file of SQLite is whole; a server looks after its own."""
        if self.kind == "SQLite":
            connection = sqlite3.connect(self.url.removeprefix("sqlite:///"))
            found = connection.execute("PRAGMA integrity_check").fetchall()
            connection.close()
            assert found == [("ok",)]

    def wait_for_held(self) -> None:
        """Come back once a request waits in the service."""
        asyncio.run(self.service.wait_for(held=1))

    def _column(self, column: str, table: str) -> list[str]:
        query = text(f"SELECT {column} FROM toolcharter_{table} ORDER BY {column}")  # noqa: S608
        with self._engine.connect() as connection:
            return [value for (value,) in connection.execute(query)]


def _found(find: Callable[[str], T | None], ids: list[str]) -> list[T]:
    return [row for each in ids if (row := find(each)) is not None]
