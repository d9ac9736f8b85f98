"""SQLite, embedded: one file, one writer at a time.

A transaction that writes takes the lock of the whole file at its start (BEGIN IMMEDIATE), so nothing
can come between its statements, and gates need no rows. Within a process writers stand in a queue,
because SQLite's own waiting is unfair; between processes it waits. Commits reach the disk (WAL with
synchronous=FULL). The clock is that of the machine, which all processes of the file share. Every
transaction that writes is counted, and the mark beside the file says how many there were.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    NullPool,
    Text,
    bindparam,
    column,
    create_engine,
    func,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError

from toolcharter_runtime._store.seals import BrokenSealError
from toolcharter_runtime._store.sql.database import SAVEPOINT, BusyError, Database, Session
from toolcharter_runtime._store.sql.manner import Manner
from toolcharter_runtime._store.sql.mark import Mark
from toolcharter_runtime._store.sql.origin import READ, Origin, RestoredError
from toolcharter_runtime._store.sql.statements import Statement, statements
from toolcharter_runtime._store.transaction import ConflictError, StoreUnavailableError

_OLDEST = (3, 37)
"""The first version with STRICT tables; RETURNING is older."""
_READERS = 4
_WAIT_MS = 200
"""How long SQLite waits for another process before the work is queued anew."""
_COUNT = Statement(
    "UPDATE toolcharter_origin SET commits = commits + 1 WHERE id = 1"
    " RETURNING place, timeline, commits",
    (),
)
_NOTE = Statement(
    "INSERT INTO toolcharter_origin VALUES (1, ?, NULL, 0) ON CONFLICT (id) DO NOTHING", ("place",)
)
_MOVE = Statement(
    "UPDATE toolcharter_origin SET place = ? WHERE id = 1 RETURNING place, timeline, commits",
    ("place",),
)
_TAKEN = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}
_UNFIT = {sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH}


def _listed(parameter: str) -> ColumnElement[str]:
    table = func.json_each(bindparam(parameter, type_=Text)).table_valued(column("value", Text))
    return table.c.value


class SqliteDatabase(Database):
    """A file of this machine."""

    writers = 1
    readers = _READERS
    is_made_when_new = True

    def __init__(self, url: URL) -> None:
        if sqlite3.sqlite_version_info < _OLDEST:
            raise StoreUnavailableError(
                f"SQLite {sqlite3.sqlite_version} is too old: 3.37 at least"
            )
        # In autocommit mode the driver begins nothing on its own: we say BEGIN ourselves.
        self.engine = create_engine(
            url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={"check_same_thread": False},
        )
        self.statements = statements(
            Manner(
                dialect=self.engine.dialect,
                insert=insert,
                clock=None,
                listed=_listed,
            )
        )

    def connect(self) -> SqliteSession:
        try:
            connection = self.engine.connect()
        except DBAPIError as error:
            raise fault(error.orig) from None
        try:
            return SqliteSession(connection)
        except Exception:
            connection.close()
            raise

    def fault(self, error: BaseException | None) -> Exception:
        return fault(error)

    def close(self) -> None:
        self.engine.dispose()


class SqliteSession(Session):
    """A connection to the file."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)  # noqa: S101 - what pysqlite is made of
        self._driver = driver
        self._cursor = driver.cursor()
        self._mark: Mark | None = None
        self._is_writing = False
        self._counted: Origin | None = None
        self._execute(f"PRAGMA busy_timeout = {_WAIT_MS}")
        self._execute("PRAGMA journal_mode = WAL")
        if self._cursor.fetchone() != ("wal",):
            raise StoreUnavailableError("SQLite keeps no write-ahead log where this file lies")
        self._execute("PRAGMA synchronous = FULL")
        # For the tables of adapters; ours have none.
        self._execute("PRAGMA foreign_keys = ON")

    def begin(self, *, is_writing: bool) -> None:
        self._execute("BEGIN IMMEDIATE" if is_writing else "BEGIN")
        self._is_writing = is_writing
        self._counted = None

    def ask(self, statement: Statement, values: tuple[object, ...]) -> Sequence[tuple[Any, ...]]:
        try:
            return self._cursor.execute(statement.text, values).fetchall()
        except sqlite3.Error as error:
            raise fault(error) from None

    def run(self, statement: Statement, values: tuple[object, ...]) -> None:
        self._execute(statement.text, values)

    def listed(self, names: Sequence[str]) -> object:
        return json.dumps(names)

    def set_savepoint(self) -> None:
        self._execute(f"SAVEPOINT {SAVEPOINT}")

    def go_back(self) -> None:
        self._execute(f"ROLLBACK TO {SAVEPOINT}")

    def check_open(self) -> None:
        # A full disk makes SQLite roll back on its own.
        if not self._driver.in_transaction:
            raise StoreUnavailableError("the transaction was over before it was committed")
        if self._mark is not None and self._is_writing:
            # Not only when it is opened: SQLite lets a backup take the place of a file in use.
            (self._counted,) = self._origins(_COUNT)
            self._mark.check(self._counted)

    def check_origin(self) -> None:
        mark = Mark(self._file())
        try:
            self._compare(mark)
        except OSError as error:
            mark.close()
            raise StoreUnavailableError(f"{mark.file.name}: {error.strerror}") from None
        except BaseException:
            mark.close()
            raise
        self._mark = mark

    def _compare(self, mark: Mark) -> None:
        # Read before the ledger, which may come further meanwhile.
        said = mark.read()
        (found,) = self._origins(READ)
        if said is None and found.commits == 0:
            mark.put(found)
        elif said is None:
            raise RestoredError(f"{mark.ledger} has no mark beside it ({mark.file.name})")
        elif said.place != found.place or said.commits > found.commits:
            raise RestoredError(
                f"{mark.ledger} is older than the mark beside it ({mark.file.name})"
            )

    def note_origin(self) -> None:
        self.run(_NOTE, (secrets.token_hex(16),))

    def move_origin(self, *, trusts_standbys: bool) -> None:
        del trusts_standbys
        (origin,) = self._origins(_MOVE, secrets.token_hex(16))
        Mark(self._file()).put(origin)

    def commit(self) -> None:
        self._execute("COMMIT")
        if self._mark is not None and self._counted is not None:
            self._mark.move(self._counted)

    def close(self) -> None:
        super().close()
        if self._mark is not None:
            self._mark.close()

    def rollback(self) -> None:
        if self._driver.in_transaction:
            self._execute("ROLLBACK")

    def _file(self) -> Path:
        """Where the file lies, whatever the URL calls it."""
        self._execute("PRAGMA database_list")
        return Path(self._cursor.fetchall()[0][2])

    def _origins(self, statement: Statement, *values: object) -> list[Origin]:
        return [Origin(*row) for row in self.ask(statement, values)]

    def _execute(self, text: str, values: tuple[object, ...] = ()) -> None:
        try:
            self._cursor.execute(text, values)
        except sqlite3.Error as error:
            raise fault(error) from None


def fault(error: BaseException | None) -> Exception:
    """What a failure of SQLite means for us. Its text is left out: it may quote a row."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        if str(error).startswith("Could not decode"):
            return BrokenSealError("row", "with text that is not UTF-8")
        return ValueError(f"SQLite takes no such value ({type(error).__name__})")
    name = getattr(error, "sqlite_errorname", code)
    if code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BusyError(name)
    if code in _TAKEN:
        return ConflictError(name)
    if code & 0xFF in _UNFIT:
        return ValueError(f"SQLite cannot hold this row ({name})")
    return StoreUnavailableError(f"SQLite answers {name}")
