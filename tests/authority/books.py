"""What the world is, by its own records: the service's account, the host's own tables, the ledger.

Walks in: the files of both databases. Walks out: an ``Account``, every row of every table, and what a
world can be put back to. Nothing here asks the runtime or an adapter.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from reference_service.adapters.own_tables import own
from sqlalchemy import Connection, Engine
from toolcharter_runtime._store.sql.tables import METADATA

Row: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = Mapping[str, Sequence[Row]]
"""Table name -> its rows, in the order of their keys."""

_SERVICE = {"records": "tenant, kind, id", "effects": "number", "outcomes": "number"}
_LEDGER = ("proposal", "decision", "operation", "anomaly", "run", "slot")
"""Gates are rows that exist to be locked, and say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Every row there is."""

    service: Rows
    own: Rows
    ledger: Rows

    @property
    def standing(self) -> tuple[Rows, Rows, Rows]:
        """What a later call can depend on: everything but how many calls the runs have made."""
        runs = [{**row, "calls": 0} for row in self.ledger["run"] if row["cancelled_at"]]
        return self.service, self.own, {**self.ledger, "run": runs}


class Books:
    """Reads both databases. ``service_file`` is the one that the service owns."""

    def __init__(self, service_file: Path, own_database: Engine) -> None:
        self._service_file = service_file
        self._own = own_database
        self._own_tables = {table.name: table for table in own.sorted_tables}
        self._ledger_tables = {name: METADATA.tables[f"toolcharter_{name}"] for name in _LEDGER}

    def read(self) -> Account:
        with self._own.connect() as connection:
            return Account(
                service=self._of_service(),
                own=_dumped(connection, self._own_tables),
                ledger=_dumped(connection, self._ledger_tables),
            )

    def put_back(self, account: Account) -> None:
        """Make the host's own database what it was. What the service has done is never undone."""
        with self._own.begin() as connection:
            for tables, rows in (
                (self._own_tables, account.own),
                (self._ledger_tables, account.ledger),
            ):
                for name, table in tables.items():
                    connection.execute(table.delete())
                    if rows[name]:
                        connection.execute(table.insert(), [dict(row) for row in rows[name]])

    def requests(self, *, after: int = 0) -> Sequence[Row]:
        """What has reached the service since the request with this number."""
        return self._asked("SELECT * FROM requests WHERE number > ? ORDER BY number", after)

    def _of_service(self) -> Rows:
        return {
            table: self._asked(f"SELECT * FROM {table} ORDER BY {key}")  # noqa: S608
            for table, key in _SERVICE.items()
        }

    def _asked(self, statement: str, *values: Any) -> Sequence[Row]:
        with closing(sqlite3.connect(self._service_file)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(statement, values)]


def _dumped(connection: Connection, tables: Mapping[str, Any]) -> Rows:
    return {
        name: [
            dict(row)
            for row in connection.execute(
                table.select().order_by(*table.primary_key.columns)
            ).mappings()
        ]
        for name, table in tables.items()
    }
