"""Whether the tables are those that the code was written for, and how they come to be.

The revision stands in a table of its own, ``toolcharter_revision``, so that a service may keep other
tables, and other migrations, in the same database. It is compared with one query; Alembic is loaded
only to change something.
"""

from __future__ import annotations

import threading
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from toolcharter_runtime._store.sql.again import again
from toolcharter_runtime._store.sql.database import Database
from toolcharter_runtime._store.transaction import StoreUnavailableError

HEAD = "0002"
"""The newest of the migrations."""
REVISION_TABLE = "toolcharter_revision"
COMMAND = "python -m toolcharter_runtime._store.sql URL"
"""What brings a database to ``HEAD``."""
_ALONE = threading.Lock()
"""Alembic keeps what it is at in its modules: one thread at a time."""


class SchemaError(StoreUnavailableError):
    """The tables are not those of this version. ``found`` is their revision, None where there are
    no tables."""

    def __init__(self, found: str | None) -> None:
        super().__init__(found)
        self.found = found

    def __str__(self) -> str:
        if self.found is None:
            return f"the database has no tables of toolcharter; make them: {COMMAND}"
        if self.found > HEAD:
            return (
                f"the tables of toolcharter have revision {self.found}, which is newer than this "
                f"version of toolcharter-runtime knows ({HEAD}); install a newer one"
            )
        return (
            f"the tables of toolcharter have revision {self.found}, and this version needs "
            f"{HEAD}; change them: {COMMAND}"
        )


def check(database: Database, *, until: float, makes_new: bool = True) -> None:
    """SchemaError where the tables are not at ``HEAD``. A new file of SQLite gets its tables, unless
    ``makes_new`` is false."""
    found = again(lambda: _revision(database), until=until)
    if found is None and makes_new and database.is_made_when_new:
        upgrade(database, until=until)
        found = again(lambda: _revision(database), until=until)
    if found != HEAD:
        raise SchemaError(found)


def upgrade(database: Database, *, until: float) -> None:
    """Run the migrations that are missing, in one transaction. Who meets another at it finds the
    tables made."""
    found = again(lambda: _revision(database), until=until)
    if found is not None and found > HEAD:
        raise SchemaError(found)
    with _ALONE:
        again(lambda: _upgrade(database), until=until)


def _upgrade(database: Database) -> None:
    session = database.connect()
    try:
        session.begin(is_writing=True)
        _run_migrations(session.connection)
        session.note_origin()
        session.commit()
        session.forget()
    except DBAPIError as error:
        raise database.fault(error.orig) from None
    finally:
        session.close()


def _run_migrations(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _revision(database: Database) -> str | None:
    session = database.connect()
    try:
        session.begin(is_writing=False)
        connection = session.connection
        if not inspect(connection).has_table(REVISION_TABLE):
            return None
        found = connection.execute(text(f"SELECT version_num FROM {REVISION_TABLE}")).scalar()  # noqa: S608 - a constant
        return None if found is None else str(found)
    finally:
        session.close()
