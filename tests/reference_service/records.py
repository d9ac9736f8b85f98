"""The database of the service: its records, what it remembers of keys, and its own account.

Walks in: the path of an SQLite file. Walks out: records by tenant, kind and id, and the account that
tests believe: ``requests``, everything that arrived, and ``effects``, everything that happened. One
process owns the file and uses it from one thread; others may read it.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import rfc8785

Body: TypeAlias = dict[str, Any]
"""The content of a record, as the service stores and tells it."""

# Durable against the end of the process, not of the machine: no test pulls that plug.
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS records (
    tenant TEXT, kind TEXT, id TEXT, version INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (tenant, kind, id)
);
CREATE TABLE IF NOT EXISTS requests (
    number INTEGER PRIMARY KEY AUTOINCREMENT, time_in INTEGER NOT NULL, time_out INTEGER,
    method TEXT NOT NULL, path TEXT NOT NULL, query TEXT NOT NULL, headers TEXT NOT NULL,
    body BLOB NOT NULL, tenant TEXT, identity TEXT, key TEXT, status INTEGER, faults TEXT
);
CREATE TABLE IF NOT EXISTS effects (
    number INTEGER PRIMARY KEY AUTOINCREMENT, request INTEGER NOT NULL REFERENCES requests,
    time_in INTEGER NOT NULL, time_out INTEGER, late INTEGER NOT NULL,
    tenant TEXT NOT NULL, identity TEXT NOT NULL, key TEXT, kind TEXT NOT NULL, id TEXT NOT NULL,
    version_before INTEGER, version_after INTEGER, body BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS outcomes (
    number INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, kind TEXT NOT NULL, key TEXT,
    fingerprint TEXT NOT NULL, succeeded INTEGER NOT NULL, status INTEGER NOT NULL,
    answer TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS outcomes_of_key ON outcomes (tenant, kind, key);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One record of the business; ``version`` grows by one with every change."""

    tenant: str
    kind: str
    id: str
    version: int
    body: Body


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a write with a key ended: with an effect, or refused for a reason of the business."""

    fingerprint: str
    succeeded: bool
    status: int
    answer: Body


class Database:
    """All that the service knows."""

    def __init__(self, path: Path) -> None:
        self._sql = sqlite3.connect(path, isolation_level=None)
        self._sql.row_factory = sqlite3.Row
        self._sql.executescript(_SCHEMA)
        self._last_time = 0

    def time(self) -> int:
        """Nanoseconds since 1970; no two answers are the same, so that intervals compare."""
        self._last_time = max(self._last_time + 1, time.time_ns())
        return self._last_time

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self._sql.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._sql.execute("ROLLBACK")
            raise
        self._sql.execute("COMMIT")

    def clear(self) -> None:
        """Forget everything, numbers included."""
        with self.transaction():
            for table in ("records", "effects", "requests", "outcomes", "sqlite_sequence"):
                self._sql.execute(f"DELETE FROM {table}")  # noqa: S608

    def get(self, tenant: str, kind: str, id: str) -> Record | None:
        row = self._one(
            "SELECT version, body FROM records WHERE (tenant, kind, id) = (?, ?, ?)",
            tenant,
            kind,
            id,
        )
        if row is None:
            return None
        return Record(tenant=tenant, kind=kind, id=id, version=row[0], body=json.loads(row[1]))

    def all(self, tenant: str, kind: str) -> list[Record]:
        """The records of a kind, by id."""
        rows = self._sql.execute(
            "SELECT id, version, body FROM records WHERE (tenant, kind) = (?, ?) ORDER BY id",
            (tenant, kind),
        )
        return [
            Record(tenant=tenant, kind=kind, id=row[0], version=row[1], body=json.loads(row[2]))
            for row in rows
        ]

    def put(self, record: Record) -> None:
        self._sql.execute(
            "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?)",
            (record.tenant, record.kind, record.id, record.version, json.dumps(record.body)),
        )

    def begin_request(self, **columns: Any) -> int:
        return self._insert("requests", time_in=self.time(), **columns)

    def end_request(self, number: int, *, status: int | None, faults: str | None) -> None:
        """``status`` is None where nobody was answered."""
        now = self.time()
        self._sql.execute(
            "UPDATE requests SET time_out = ?, status = ?, faults = ? WHERE number = ?",
            (now, status, faults, number),
        )
        self._sql.execute(
            "UPDATE effects SET time_out = ? WHERE request = ? AND late = 0", (now, number)
        )

    def time_in(self, request: int) -> int:
        (time_in,) = self._sql.execute(
            "SELECT time_in FROM requests WHERE number = ?", (request,)
        ).fetchone()
        return int(time_in)

    def add_effect(self, *, executed: Body, **columns: Any) -> int:
        return self._insert("effects", body=rfc8785.dumps(executed), **columns)

    def add_outcome(self, *, answer: Body, **columns: Any) -> None:
        self._insert("outcomes", answer=json.dumps(answer), **columns)

    def outcomes(self, tenant: str, kind: str, key: str) -> list[Outcome]:
        """Every end that a write under this key had, in order."""
        rows = self._sql.execute(
            "SELECT fingerprint, succeeded, status, answer FROM outcomes"
            " WHERE (tenant, kind, key) = (?, ?, ?) ORDER BY number",
            (tenant, kind, key),
        )
        return [
            Outcome(
                fingerprint=row[0],
                succeeded=bool(row[1]),
                status=row[2],
                answer=json.loads(row[3]),
            )
            for row in rows
        ]

    def last_success(self, kind: str, *, other_than: str | None) -> Body | None:
        """What the last write of the kind under another key was answered."""
        row = self._one(
            "SELECT answer FROM outcomes WHERE kind = ? AND key IS NOT ? AND succeeded"
            " ORDER BY number DESC LIMIT 1",
            kind,
            other_than,
        )
        return None if row is None else json.loads(row[0])

    def account(self, table: str) -> list[Body]:
        """``effects`` or ``requests``, in order; bytes as text."""
        rows = self._sql.execute(f"SELECT * FROM {table} ORDER BY number")  # noqa: S608
        return [{**dict(row), "body": bytes(row["body"]).decode(errors="replace")} for row in rows]

    def next_effect(self) -> int:
        """The number that the next effect will have; ids of new records are made of it."""
        (last,) = self._sql.execute("SELECT max(number) FROM effects").fetchone()
        return (last or 0) + 1

    def close(self) -> None:
        self._sql.close()

    def _one(self, statement: str, *values: Any) -> Any:
        return self._sql.execute(statement, values).fetchone()

    def _insert(self, table: str, **columns: Any) -> int:
        names, holes = ", ".join(columns), ", ".join("?" * len(columns))
        made = self._sql.execute(
            f"INSERT INTO {table} ({names}) VALUES ({holes})",  # noqa: S608
            tuple(columns.values()),
        )
        return int(made.lastrowid or 0)
