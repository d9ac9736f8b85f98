"""A store by its URL, with a schema that has been checked.

Walks in: ``sqlite:///path`` or ``postgresql+psycopg://...``, and the seals. Walks out: a store. What
is refused: another database, one in memory, a schema that is not the one this version was written
for, and rows that are older than they once were. A SQLite file that is new is made; a database of
PostgreSQL is only changed on demand.
"""

from __future__ import annotations

import time

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.sql import schema
from toolcharter_runtime._store.sql.again import again
from toolcharter_runtime._store.sql.database import Database
from toolcharter_runtime._store.sql.reconciling import Reconciled, close_what_is_open
from toolcharter_runtime._store.sql.store import SqlStore

_PATIENCE_MS = 5_000
_CONNECTIONS = 8


def open_store(
    url: str, seals: Seals, *, patience_ms: int = _PATIENCE_MS, connections: int = _CONNECTIONS
) -> SqlStore:
    """The store at ``url``. ``connections`` is how many a process holds to PostgreSQL at most;
    ``patience_ms`` is how long a transaction is tried again where others are in the way. A process
    that forks opens its stores afterwards: neither threads nor connections come along. RestoredError
    where an older ledger may have taken the place of this one."""
    database = database_of(url, connections=connections, patience_ms=patience_ms)
    try:
        schema.check(database, until=_until(patience_ms))
        check_origin(database, until=_until(patience_ms))
    except BaseException:
        database.close()
        raise
    return SqlStore(database, seals, patience_ms=patience_ms)


def migrate(url: str) -> None:
    """Bring the schema at ``url`` to what this version needs; without effect where it is that."""
    database = database_of(url, connections=1, patience_ms=_PATIENCE_MS)
    try:
        schema.upgrade(database, until=_until(_PATIENCE_MS))
    finally:
        database.close()


def check(url: str) -> None:
    """SchemaError where the tables at ``url`` are not those of this version, RestoredError where
    they may be older than they once were; changes nothing."""
    database = database_of(url, connections=1, patience_ms=_PATIENCE_MS)
    try:
        schema.check(database, until=_until(_PATIENCE_MS), makes_new=False)
        check_origin(database, until=_until(_PATIENCE_MS))
    finally:
        database.close()


async def reconcile(
    url: str, seals: Seals, *, lost_nothing: bool = False, trusts_standbys: bool = False
) -> Reconciled:
    """Take up the ledger at ``url`` as the newest there is, and close what is open in it, unless it
    has ``lost_nothing``. With ``trusts_standbys`` a standby of PostgreSQL that takes over is known
    to have every commit, and needs nobody to say so."""
    database = database_of(url, connections=1, patience_ms=_PATIENCE_MS)
    store = SqlStore(database, seals, patience_ms=_PATIENCE_MS, checks_origin=False)
    try:
        schema.check(database, until=_until(_PATIENCE_MS), makes_new=False)
        closed = Reconciled() if lost_nothing else await close_what_is_open(store)
        session = database.connect()
        try:
            session.move_origin(trusts_standbys=trusts_standbys)
        finally:
            session.close()
    finally:
        await store.close()
    return closed


def check_origin(database: Database, *, until: float) -> None:
    """RestoredError where the rows may be older than they once were."""

    def check_once() -> None:
        session = database.connect()
        try:
            session.check_origin()
        finally:
            session.close()

    again(check_once, until=until)


def _until(patience_ms: int) -> float:
    return time.monotonic() + patience_ms / 1000


def database_of(url: str, *, connections: int, patience_ms: int) -> Database:
    """The database that a URL names."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        # The text is not repeated: it may hold a password, or what seems a port may be part of one.
        raise ValueError("the URL of the store is not a URL") from None
    if parsed.drivername in ("sqlite", "sqlite+pysqlite"):
        return _sqlite(parsed)
    if parsed.drivername in ("postgresql", "postgresql+psycopg"):
        return _postgresql(parsed, connections, patience_ms)
    raise ValueError(
        f"a store is sqlite:///path or postgresql+psycopg://..., not {parsed.drivername}://"
    )


def _sqlite(url: URL) -> Database:
    if url.database in (None, "", ":memory:") or "mode" in url.query:
        raise ValueError("a store in SQLite needs a file, sqlite:///path")
    from toolcharter_runtime._store.sql.sqlite import SqliteDatabase

    return SqliteDatabase(url)


def _postgresql(url: URL, connections: int, patience_ms: int) -> Database:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise ModuleNotFoundError(
            "PostgreSQL needs psycopg: install toolcharter-runtime[postgres]", name="psycopg"
        ) from None
    from toolcharter_runtime._store.sql.postgresql import PostgresDatabase

    return PostgresDatabase(url, connections=connections, patience_ms=patience_ms)
