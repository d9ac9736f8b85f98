"""Databases for benchmarks of the write path: on a disk that is waited for, and copied as they are.

Walks in: the kind of a database. Walks out: URLs of empty ones and of copies, which go when their
block ends.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

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
            with postgres.database(self._server, like=url) as made:
                postgres.at_home(made)
                yield made
            return
        with tempfile.TemporaryDirectory() as folder:
            source = Path(url.removeprefix("sqlite:///"))
            with contextlib.closing(sqlite3.connect(source)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            shutil.copy(source, Path(folder) / "store.db")
            copied = f"sqlite:///{folder}/store.db"
            postgres.at_home(copied)
            yield copied


@contextlib.contextmanager
def databases() -> Iterator[Databases]:
    """Databases, while a server of our own runs that waits for its disk."""
    with postgres.server(is_durable=True) as server:
        yield Databases(server)
