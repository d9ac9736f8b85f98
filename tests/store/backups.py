"""A backup of a ledger, taken and put back as an administrator does."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from store import postgres

Restore = Callable[[], None]


@contextmanager
def backup(url: str, folder: Path) -> Iterator[Restore]:
    """What puts the ledger back to what it is now. Nobody has the store open now or then."""
    if url.startswith("sqlite"):
        yield _of_file(Path(url.removeprefix("sqlite:///")), folder / "backup.db")
        return
    with psycopg.connect(postgres.driver_url(url)) as connection:
        name = str(connection.info.dbname)
    server = url.replace(f"/{name}", "/postgres")
    with postgres.database(server, like=url) as copied:
        yield _of_database(server, name, postgres.name_of(copied))
        # What goes in the end is the copy, or what took its name.


def _of_file(file: Path, copied: Path) -> Restore:
    with sqlite3.connect(file) as connection:
        connection.execute("VACUUM INTO ?", (str(copied),))
    connection.close()

    def restore() -> None:
        for suffix in ("-wal", "-shm"):
            file.with_name(file.name + suffix).unlink(missing_ok=True)
        file.write_bytes(copied.read_bytes())

    return restore


def _of_database(server: str, name: str, copied: str) -> Restore:
    def restore() -> None:
        with psycopg.connect(postgres.driver_url(server), autocommit=True) as connection:
            for old, new in ((name, f"{name}_old"), (copied, name), (f"{name}_old", copied)):
                connection.execute(f'ALTER DATABASE "{old}" RENAME TO "{new}"')

    return restore
