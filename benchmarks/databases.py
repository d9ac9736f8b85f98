"""Databases for benchmarks of the write path: on a disk that is waited for, and copied as they are.

Walks in: the kind of a database. Walks out: URLs of empty ones and of copies, which go when their
block ends.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import psycopg
from store import postgres

Kind = Literal["SQLite", "PostgreSQL"]
KINDS: tuple[Kind, ...] = ("SQLite", "PostgreSQL")


class Databases:
    """Makes databases of both kinds while a server runs."""

    def __init__(self, server: str) -> None:
        self._server = server

    @contextlib.contextmanager
    def empty(self, kind: Kind) -> Iterator[str]:
        """The URL of a new database."""
        if kind == "PostgreSQL":
            with postgres.database(self._server) as url:
                yield url
            return
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/store.db"

    @contextlib.contextmanager
    def copy(self, url: str) -> Iterator[str]:
        """The URL of a database with the same rows; nobody is connected to the first one."""
        if url.startswith("postgresql"):
            with self._copied_by_the_server(url) as made:
                yield made
            return
        with tempfile.TemporaryDirectory() as folder:
            source = Path(url.removeprefix("sqlite:///"))
            with contextlib.closing(sqlite3.connect(source)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            shutil.copy(source, Path(folder) / "store.db")
            yield f"sqlite:///{folder}/store.db"

    @contextlib.contextmanager
    def _copied_by_the_server(self, url: str) -> Iterator[str]:
        base, mark, options = url.partition("?")
        folder, _, template = base.rpartition("/")
        name = f"copy_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(postgres.driver_url(self._server), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        try:
            yield f"{folder}/{name}{mark}{options}"
        finally:
            with psycopg.connect(postgres.driver_url(self._server), autocommit=True) as connection:
                connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextlib.contextmanager
def databases() -> Iterator[Databases]:
    """Databases, while a server of our own runs that waits for its disk."""
    with postgres.server(is_durable=True) as server:
        yield Databases(server)
