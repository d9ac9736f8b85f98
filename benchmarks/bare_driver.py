"""What a store was seen to execute, on the bare driver: the same texts with the same parameters, in
the same transactions, with statements that are prepared once.

Walks in: the transactions of some work. Walks out: how long they take without us. Clients are threads
with a connection each.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg
from store import postgres
from toolcharter_runtime._store.sql.database import Session
from toolcharter_runtime._store.sql.postgresql import PostgresSession
from toolcharter_runtime._store.sql.sqlite import SqliteSession
from toolcharter_runtime._store.sql.statements import Statement


@dataclass(slots=True)
class Seen:
    """One transaction: texts, their parameters, and whether each gives rows."""

    is_writing: bool
    calls: list[tuple[str, tuple[object, ...], bool]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Timed:
    """``rate`` is in pieces of work a second, ``p99_s`` of one piece."""

    rate: float
    p99_s: float

    @classmethod
    def of(cls, took_s: float, each_s: Sequence[float]) -> Timed:
        return cls(len(each_s) / took_s, sorted(each_s)[int(len(each_s) * 0.99)])


@contextlib.contextmanager
def watched() -> Iterator[list[Seen]]:
    """The transactions of every store of this process, in the order in which they begin; there is
    one at a time."""
    seen: list[Seen] = []
    with contextlib.ExitStack() as stack:
        for kind in (SqliteSession, PostgresSession):
            stack.enter_context(_watched(kind, seen))
        yield seen


def timed(url: str, work: Sequence[Sequence[Seen]], clients: int) -> Timed:
    """Pieces of work, of which each is some transactions, shared out among clients."""
    connect = _sqlite if url.startswith("sqlite") else _postgresql
    took: list[float] = []
    ready = threading.Barrier(clients + 1)

    def client(first: int) -> None:
        with connect(url) as execute:
            ready.wait()
            for transactions in work[first::clients]:
                started = time.perf_counter()
                for each in transactions:
                    execute(each)
                took.append(time.perf_counter() - started)

    threads = [threading.Thread(target=client, args=(first,)) for first in range(clients)]
    for thread in threads:
        thread.start()
    ready.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    return Timed.of(time.perf_counter() - started, took)


@contextlib.contextmanager
def _sqlite(url: str) -> Iterator[Callable[[Seen], None]]:
    file = url.removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        cursor = connection.cursor()

        def execute(transaction: Seen) -> None:
            cursor.execute("BEGIN IMMEDIATE" if transaction.is_writing else "BEGIN")
            for text, values, _ in transaction.calls:
                cursor.execute(text, values).fetchall()
            cursor.execute("COMMIT")

        yield execute


@contextlib.contextmanager
def _postgresql(url: str) -> Iterator[Callable[[Seen], None]]:
    with psycopg.connect(postgres.driver_url(url), prepare_threshold=0) as connection:
        cursor = psycopg.RawCursor(connection)

        def execute(transaction: Seen) -> None:
            for text, values, gives_rows in transaction.calls:
                cursor.execute(text, values)
                if gives_rows:
                    cursor.fetchall()
            connection.commit()

        yield execute


@contextlib.contextmanager
def _watched(kind: type[Session], seen: list[Seen]) -> Iterator[None]:
    begin, ask, run = kind.begin, kind.ask, kind.run

    def watched_begin(self: Any, *, is_writing: bool) -> None:
        begin(self, is_writing=is_writing)
        seen.append(Seen(is_writing))

    def watched_ask(self: Any, statement: Statement, values: tuple[object, ...]) -> Any:
        seen[-1].calls.append((statement.text, values, True))
        return ask(self, statement, values)

    def watched_run(self: Any, statement: Statement, values: tuple[object, ...]) -> None:
        seen[-1].calls.append((statement.text, values, False))
        run(self, statement, values)

    for name, instead in (("begin", watched_begin), ("ask", watched_ask), ("run", watched_run)):
        setattr(kind, name, instead)
    try:
        yield
    finally:
        for name, plain in (("begin", begin), ("ask", ask), ("run", run)):
            setattr(kind, name, plain)
