"""A store of each kind for the suites of the write path: the one fixture that says on what they run.

A ``conftest.py`` that imports what ``__all__`` lists has it. Which tests run on which kinds:

* ``tests/ledger``: every test that uses a ledger, on all three. The protocol is one, what it rests on
  is not: locks, ``ON CONFLICT``, counts, the order of rows. A test costs milliseconds.
* ``tests/write_path``: every test, on all three; those with a shared transaction on the two that have
  connections to share.
* ``tests/approvals``: what goes through Python on all three; what goes through the command line, which
  opens stores by their URL, on the two that have one. Tests that turn the clock or alter rows behind
  the store's back run where their fixture says.
* ``tests/limits``, ``tests/fault_matrix`` and ``tests/crashes`` have scenes of their own, on all kinds.

A file of SQLite is a copy of an empty one, a database of PostgreSQL a copy of an empty database, on
the one server of the process: about ten and about fifty milliseconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
import reference_service.fixtures  # noqa: F401 - puts the generated package on the path
from sqlalchemy import text
from store.conftest import (
    postgres_server,
    postgres_url,
    quick_folder,
    sqlite_file,
    sqlite_url,
)
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.postgresql import PostgresDatabase
from toolcharter_runtime._store.sql.sqlite import SqliteDatabase
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from toolcharter_runtime._store.transaction import Store
from write_path.host import SEALS, Skew

__all__ = [
    "in_database",
    "postgres_server",
    "postgres_url",
    "quick_folder",
    "skew",
    "sqlite_file",
    "sqlite_url",
    "store",
    "store_url",
]

DATABASES = ("sqlite", "postgresql")
KINDS = ("memory", *DATABASES)


def url_of(kind: str, request: pytest.FixtureRequest) -> str:
    """A database of this kind that the test has for itself."""
    name = {"sqlite": "sqlite_url", "postgresql": "postgres_url"}[kind]
    found: str = request.getfixturevalue(name)
    return found


@pytest.fixture
def skew(monkeypatch: pytest.MonkeyPatch) -> Skew:
    """Turns the clock of every store in this process: a database's own is asked, and so much added."""
    turned, real = Skew(), SqlTransaction.now
    monkeypatch.setattr(SqlTransaction, "now", lambda tx: real(tx) + turned.ms)
    return turned


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, skew: Skew) -> Iterator[Store]:
    """A store of each kind, sealed with the key of the test hosts."""
    if request.param == "memory":
        yield MemoryStore(SEALS, skew.now)
        return
    yield from opened(url_of(request.param, request))


@pytest.fixture(params=DATABASES)
def store_url(request: pytest.FixtureRequest) -> str:
    """A database of each kind, for whoever opens it by its URL."""
    return url_of(request.param, request)


@pytest.fixture
def in_database(store_url: str) -> Iterator[Store]:
    """The store in that database."""
    yield from opened(store_url)


def opened(url: str) -> Iterator[Store]:
    """The store at ``url``, closed in the end."""
    found = open_store(url, SEALS)
    yield found
    asyncio.run(found.close())


def alter(store: Store, table: str, id: str, column: str, value: object) -> None:
    """Change a column of a stored proposal or operation behind the store's back."""
    if isinstance(store, MemoryStore):
        for rows in store._tenants.values():
            found = getattr(rows, f"{table}s")
            if id in found:
                found[id] = replace(found[id], **{column: value})
        return
    assert isinstance(store, SqlStore)
    assert isinstance(store._database, PostgresDatabase | SqliteDatabase)
    changed = f"UPDATE toolcharter_{table} SET {column} = :value WHERE id = :id"  # noqa: S608
    with store._database.engine.connect() as connection:
        connection.execute(text(changed), {"value": value, "id": id})
