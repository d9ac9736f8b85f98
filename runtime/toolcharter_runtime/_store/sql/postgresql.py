"""PostgreSQL: many processes on many hosts.

READ COMMITTED with locks: a transaction that writes locks its gates, which are rows made to be
locked, and every proposal and operation that it reads. One that reads sees a single state (REPEATABLE
READ). Nothing is kept in a connection but prepared statements, and no advisory lock is taken, so the
rules hold on databases of the same kind that are spread over many machines.

Nobody waits without end: for a lock no longer than the store has patience, for a process that was
stopped in the middle of a transaction no longer than ``_IDLE_MS``, for a host that is gone as long as
TCP is told to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import (
    ARRAY,
    URL,
    ColumnElement,
    Connection,
    NullPool,
    Text,
    bindparam,
    column,
    create_engine,
    func,
    literal_column,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.exc import DBAPIError

from toolcharter_runtime._store.sql.database import SAVEPOINT, BusyError, Database, Session
from toolcharter_runtime._store.sql.manner import Manner
from toolcharter_runtime._store.sql.origin import READ, Origin, RestoredError
from toolcharter_runtime._store.sql.statements import Statement, statements
from toolcharter_runtime._store.sql.wire import Wire
from toolcharter_runtime._store.transaction import ConflictError, StoreUnavailableError

_CLOCK = "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)"
_IDLE_MS = 10_000
_DURABLE = (
    "SELECT set_config('synchronous_commit', 'local', false)"
    " WHERE current_setting('synchronous_commit', true) = 'off'"
)
"""What is told has to outlive a crash of the server, whatever a database or a role was set to."""
_READ = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITE = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_WHICH = b"; SELECT CAST(CAST('toolcharter_origin' AS REGCLASS) AS OID)"
_PATIENCE = {
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
_HERE = Statement(
    """
    SELECT CAST(system_identifier AS TEXT)
        || '.' || (SELECT oid FROM pg_database WHERE datname = current_database())
        || '.' || CAST(CAST('toolcharter_origin' AS REGCLASS) AS OID),
        CAST(CAST('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS BIT(32)) AS INTEGER)
    FROM pg_control_system()
    """,
    (),
)
"""The server, the database and the table; a standby that takes over begins another timeline."""
_NOTE = Statement(
    "INSERT INTO toolcharter_origin VALUES (1, $1, $2, 0) ON CONFLICT (id) DO NOTHING",
    ("place", "timeline"),
)
_MOVE = Statement(
    "UPDATE toolcharter_origin SET place = $1, timeline = $2 WHERE id = 1", ("place", "timeline")
)
_SILENT = {"42883"}
"""A kin of the server that has no such functions does not say who it is."""
_BUSY = {"40001", "40P01", "55P03"}
"""Serialisation failure, deadlock, and a lock that was not had in time."""
_STALE = {"0A000", "26000"}
"""A prepared statement that the tables have left behind, or that the server does not know."""
_TAKEN = {"23505", "42P07"}
"""A key, or in a migration a table, that somebody else has made meanwhile."""


def _listed(parameter: str) -> ColumnElement[str]:
    # The column is named in the statement: left to itself, ``anon.name`` is a cast to the type
    # ``name``, which cuts a text after 63 bytes.
    texts = func.unnest(bindparam(parameter, type_=ARRAY(Text)))
    return texts.table_valued(column("listed", Text)).render_derived().c.listed


class PostgresDatabase(Database):
    """A server, through psycopg."""

    readers = 0
    is_made_when_new = False

    def __init__(self, url: URL, *, connections: int, patience_ms: int) -> None:
        self.writers = connections
        self._patience_ms = patience_ms
        patience = {key: value for key, value in _PATIENCE.items() if key not in url.query}
        # In autocommit mode the driver begins nothing on its own: we say BEGIN ourselves.
        self.engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args=patience,
        )
        self.statements = statements(
            Manner(
                dialect=PGDialect_psycopg(paramstyle="numeric_dollar"),  # type: ignore[no-untyped-call]
                insert=insert,
                clock=literal_column(_CLOCK),
                listed=_listed,
            )
        )

    def connect(self) -> PostgresSession:
        try:
            connection = self.engine.connect()
        except DBAPIError as error:
            found = fault(error.orig)
            if isinstance(found, ValueError):
                # A name that the driver does not know, say; its words would quote the URL.
                raise ValueError(
                    "the URL of the store has a part that the driver refuses"
                ) from None
            raise found from None
        try:
            return PostgresSession(connection, patience_ms=self._patience_ms)
        except Exception:
            connection.close()
            raise

    def fault(self, error: BaseException | None) -> Exception:
        return fault(error)

    def close(self) -> None:
        self.engine.dispose()


class PostgresSession(Session):
    """A connection to the server, with the statements that it has prepared."""

    def __init__(self, connection: Connection, *, patience_ms: int) -> None:
        super().__init__(connection)
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)  # noqa: S101 - what the dialect is made of
        # The driver prepares nothing: when it forgets its own statements, the server forgets all.
        driver.prepare_threshold = None
        self._server = driver.pgconn
        self._table: bytes | None = None
        self._wire = Wire(driver.pgconn)
        self._command(
            "SET client_encoding = 'UTF8';"
            f"SET lock_timeout = {patience_ms};"
            f"SET idle_in_transaction_session_timeout = {_IDLE_MS};"
            f"{_DURABLE}".encode()
        )

    def begin(self, *, is_writing: bool) -> None:
        if not is_writing or self._table is None:
            self._command(_WRITE if is_writing else _READ)
        elif self._command(_WRITE + _WHICH) != self._table:
            # A prepared statement goes on with tables that have taken the place of its own. A new
            # connection looks closer.
            raise StoreUnavailableError("the tables are others than this connection began with")

    def ask(self, statement: Statement, values: tuple[object, ...]) -> Sequence[tuple[Any, ...]]:
        try:
            return self._wire.ask(statement, values)
        except psycopg.Error as error:
            raise self._fault(error) from None

    def run(self, statement: Statement, values: tuple[object, ...]) -> None:
        try:
            self._wire.run(statement, values)
        except psycopg.Error as error:
            raise self._fault(error) from None

    def listed(self, names: Sequence[str]) -> object:
        return list(names)

    def set_savepoint(self) -> None:
        self._command(f"SAVEPOINT {SAVEPOINT}".encode())

    def go_back(self) -> None:
        self._command(f"ROLLBACK TO {SAVEPOINT}".encode())

    def check_open(self) -> None:
        # COMMIT of a failed transaction succeeds, and rolls back.
        if self._server.transaction_status != TransactionStatus.INTRANS:
            raise StoreUnavailableError("the transaction was over before it was committed")

    def check_origin(self) -> None:
        found = [Origin(*row) for row in self.ask(READ, ())]
        here = self._here()
        for origin in found:
            is_same_line = origin.timeline is None or origin.timeline == here.timeline
            if origin.place == here.place and is_same_line:
                self._table = here.place.rpartition(".")[2].encode() or None
                return
        raise RestoredError("the tables were restored or copied, or another server has taken over")

    def note_origin(self) -> None:
        # A server that does not say who it is has broken the transaction by that.
        self.set_savepoint()
        here = self._here()
        self.go_back()
        self.run(_NOTE, (here.place, here.timeline))

    def move_origin(self, *, trusts_standbys: bool) -> None:
        here = self._here()
        self.run(_MOVE, (here.place, None if trusts_standbys else here.timeline))

    def _here(self) -> Origin:
        try:
            ((place, timeline),) = self._wire.ask(_HERE, ())
        except psycopg.Error as error:
            if error.sqlstate not in _SILENT:
                raise self._fault(error) from None
            return Origin("")
        return Origin(place, timeline)

    def commit(self) -> None:
        self._command(b"COMMIT")

    def rollback(self) -> None:
        if self._server.transaction_status != TransactionStatus.IDLE:
            self._command(b"ROLLBACK")

    def _command(self, text: bytes) -> bytes | None:
        try:
            return self._wire.command(text)
        except psycopg.Error as error:
            raise self._fault(error) from None

    def _fault(self, error: psycopg.Error) -> Exception:
        if error.sqlstate in _STALE:
            self.is_spoiled = True
            return BusyError(error.sqlstate)
        return fault(error)


def fault(error: BaseException | None) -> Exception:
    """What a failure of PostgreSQL means for us. Its text is left out: it may quote a row."""
    state = getattr(error, "sqlstate", None)
    if state in _BUSY:
        return BusyError(state)
    if state in _TAKEN:
        return ConflictError(state)
    if state is None and isinstance(error, psycopg.DataError | psycopg.ProgrammingError):
        return ValueError(f"PostgreSQL cannot hold this value ({type(error).__name__})")
    if isinstance(error, psycopg.DataError | psycopg.IntegrityError):
        return ValueError(f"PostgreSQL cannot hold this row ({state})")
    return StoreUnavailableError(f"PostgreSQL answers {state or 'nothing'}")
