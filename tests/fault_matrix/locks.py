"""A second connection that keeps everybody else out of the ledger."""

from __future__ import annotations

import sqlite3
from typing import Protocol

import psycopg
from store.postgres import driver_url

_TABLES = ("proposal", "decision", "operation", "run", "slot", "anomaly", "gate")


class Lock(Protocol):
    """Taken and let go by hand."""

    def take(self, *, readers_too: bool = False) -> None:
        """Keep out whoever writes. Keeping out who reads needs a database that nobody has open."""
        ...

    def let_go(self) -> None:
        """Without effect where nothing is held."""
        ...


def lock_of(url: str) -> Lock:
    """The lock of the database at ``url``."""
    if url.startswith("sqlite:///"):
        return _SqliteLock(url.removeprefix("sqlite:///"))
    return _PostgresLock(url)


class _SqliteLock:
    def __init__(self, file: str) -> None:
        self._file = file
        self._held: sqlite3.Connection | None = None

    def take(self, *, readers_too: bool = False) -> None:
        self._held = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
        if readers_too:
            self._held.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._held.execute("BEGIN IMMEDIATE")
        if readers_too:
            self._held.execute("DELETE FROM toolcharter_anomaly WHERE tenant = ''")

    def let_go(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None


class _PostgresLock:
    def __init__(self, url: str) -> None:
        self._url = driver_url(url)
        self._held: psycopg.Connection | None = None

    def take(self, *, readers_too: bool = False) -> None:
        self._held = psycopg.connect(self._url)
        tables = ", ".join(f"toolcharter_{name}" for name in _TABLES)
        mode = "ACCESS EXCLUSIVE" if readers_too else "EXCLUSIVE"
        self._held.execute(f"LOCK TABLE {tables} IN {mode} MODE")

    def let_go(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None
