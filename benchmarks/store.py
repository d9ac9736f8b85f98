"""The SQL store: claims and finishes through it, beside the same statements on the bare driver.

``python -m benchmarks.store [--rounds N] [--commits N]``. Walks in: databases that are made for it,
on a disk that is waited for. Walks out: results. A commit is two transactions. What the bare driver
executes is what the store was seen to execute: the same texts with the same parameters, on the same
rows, in the same number of transactions. Thirty-two clients are tasks of one process on our side,
and threads with a connection each on the other.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import psycopg
from toolcharter_runtime._store.records import DecisionRow, OperationRow, ProposalRow, SlotRow
from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.sql.database import Session
from toolcharter_runtime._store.sql.opening import migrate, open_store
from toolcharter_runtime._store.sql.postgresql import PostgresSession
from toolcharter_runtime._store.sql.sqlite import SqliteSession
from toolcharter_runtime._store.sql.statements import Statement
from toolcharter_runtime._store.transaction import Transaction

from benchmarks.table import Result, markdown, seconds

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from store import postgres

_SEALS = Seals({"bench": b"b" * 32}, current="bench")
_TENANT, _TOOL = "acme", "commit_address_change_v2"
_DOCUMENT = b'{"after":{"street":"' + b"x" * 1000 + b'"}}'
_FAR = 4_000_000_000_000
_CLIENTS = (1, 32)
_LEAST = {"SQLite": 0.4, "PostgreSQL": 0.6}
"""The share of the bare driver's speed that has to be reached."""
_SHARE = 3
"""How many times its fair share the slowest in a hundred may wait."""

Call = tuple[str, tuple[object, ...], bool]
"""A text, its parameters, and whether it gives rows."""


@dataclass(frozen=True, slots=True)
class Timed:
    """``rate`` is in commits a second, ``p99_s`` of one transaction."""

    rate: float
    p99_s: float


def fill(tx: Transaction, numbers: Sequence[int]) -> None:
    """Approved proposals, one for each number."""
    for number in numbers:
        tx.add_proposal(
            ProposalRow(
                tenant=_TENANT,
                id=f"pro_{number}",
                requester="u-17",
                run_id=f"run-{number % 32}",
                preview="preview_address_change_v2",
                request_id=f"request-{number}",
                request_hash="sha256:" + "1" * 64,
                tool=_TOOL,
                enforced="sha256:" + "2" * 64,
                consequence="customer_data",
                level="one_person",
                document=_DOCUMENT,
                hash="sha256:" + "3" * 64,
                state="approved",
                created_at=number,
                expires_at=_FAR,
            )
        )
        tx.add_decision(
            DecisionRow(
                tenant=_TENANT,
                proposal_id=f"pro_{number}",
                number=1,
                approver="ann",
                roles=("lead",),
                verified_by="oidc",
                verdict="approve",
                reason=None,
                hash="sha256:" + "3" * 64,
                enforced="sha256:" + "2" * 64,
                target='["customer","cus_1","17"]',
                expires_at=_FAR,
                decided_at=number,
            )
        )


def claim(tx: Transaction, number: int) -> None:
    """What the protocol asks and changes in a claim."""
    run_id = f"run-{number % 32}"
    gates = (f"tool {_TOOL}", f"tool {_TOOL} run u-17 {run_id}", f"record customer {number}")
    tx.lock(f"run u-17 {run_id}", *gates)
    now = tx.now()
    assert tx.operation_of_key(f"key-{number}") is None
    tx.run("u-17", run_id)
    proposal = tx.proposal(f"pro_{number}")
    assert proposal is not None
    tx.decisions(proposal.id)
    assert tx.count_claims("customer_data", run=("u-17", run_id)) >= 0
    for gate in gates:
        tx.slots(gate)
    for gate in gates:
        slot = SlotRow(tenant=_TENANT, gate=gate, holder=f"op_{number}", lease_until=now + 15_000)
        tx.put_slot(slot)
    operation = OperationRow(
        tenant=_TENANT,
        id=f"op_{number}",
        key=f"key-{number}",
        tool=_TOOL,
        enforced=proposal.enforced,
        snapshot="sha256:" + "4" * 64,
        requester="u-17",
        run_id=run_id,
        proposal_id=proposal.id,
        consequence="customer_data",
        target='["customer","cus_1","17"]',
        document=_DOCUMENT,
        document_hash=proposal.hash,
        state="claimed",
        attempt=1,
        owner="host-1",
        lease_until=now + 15_000,
        claimed_at=now,
    )
    assert tx.add_operation(operation)
    tx.change_proposal(replace(proposal, state="consumed", serial=proposal.serial + 1))


def finish(tx: Transaction, number: int) -> None:
    """What it asks and changes when the service has proven the effect."""
    row = tx.operation(f"op_{number}")
    assert row is not None
    ended = replace(
        row,
        state="succeeded",
        owner=None,
        lease_until=None,
        evidence=b'{"id":"cus_1","version":"18"}',
        results=b'{"agent":{"customer":"cus_1"}}',
        finished_at=tx.now(),
        serial=row.serial + 1,
    )
    tx.change_operation(ended)
    tx.drop_slots(row.id)


def through_the_store(url: str, commits: int, clients: int) -> Timed:
    """The commits of all clients, each with proposals of its own."""
    numbers = [range(client, commits, clients) for client in range(clients)]
    took: list[float] = []

    async def client(store: Any, mine: Sequence[int]) -> None:
        for number, step in itertools.product(mine, (claim, finish)):
            started = time.perf_counter()
            await store.transact(_TENANT, lambda tx, n=number, step=step: step(tx, n))
            took.append(time.perf_counter() - started)

    async def run() -> float:
        store = open_store(url, _SEALS)
        # Threads start and statements are prepared before the clock does, on both sides.
        await asyncio.gather(*(store.read(_TENANT, lambda tx: tx.now()) for _ in range(64)))
        started = time.perf_counter()
        await asyncio.gather(*(client(store, mine) for mine in numbers))
        took_s = time.perf_counter() - started
        await store.close()
        return took_s

    return _timed(commits, asyncio.run(run()), took)


def on_the_driver(url: str, seen: Sequence[Sequence[Call]], clients: int) -> Timed:
    """The same transactions, in a thread for each client."""
    connect = _sqlite if url.startswith("sqlite") else _postgresql
    commits = len(seen) // 2
    took: list[float] = []
    ready = threading.Barrier(clients + 1)

    def client(first: int) -> None:
        with connect(url) as execute:
            ready.wait()
            for number in range(first, commits, clients):
                for transaction in seen[2 * number : 2 * number + 2]:
                    started = time.perf_counter()
                    execute(transaction)
                    took.append(time.perf_counter() - started)

    threads = [threading.Thread(target=client, args=(first,)) for first in range(clients)]
    for thread in threads:
        thread.start()
    ready.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    return _timed(commits, time.perf_counter() - started, took)


def _timed(commits: int, took_s: float, took: list[float]) -> Timed:
    return Timed(commits / took_s, sorted(took)[int(len(took) * 0.99)])


@contextlib.contextmanager
def _sqlite(url: str) -> Iterator[Callable[[Sequence[Call]], None]]:
    file = url.removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        cursor = connection.cursor()

        def execute(transaction: Sequence[Call]) -> None:
            cursor.execute("BEGIN IMMEDIATE")
            for text, values, _ in transaction:
                cursor.execute(text, values).fetchall()
            cursor.execute("COMMIT")

        yield execute


@contextlib.contextmanager
def _postgresql(url: str) -> Iterator[Callable[[Sequence[Call]], None]]:
    with psycopg.connect(postgres.driver_url(url), prepare_threshold=0) as connection:
        cursor = psycopg.RawCursor(connection)

        def execute(transaction: Sequence[Call]) -> None:
            for text, values, gives_rows in transaction:
                cursor.execute(text, values)
                if gives_rows:
                    cursor.fetchall()
            connection.commit()

        yield execute


def recorded(url: str, commits: int) -> list[list[Call]]:
    """What the store executes for the commits, a list for each transaction."""
    seen: list[list[Call]] = []
    with contextlib.ExitStack() as stack:
        for kind in (SqliteSession, PostgresSession):
            stack.enter_context(_watched(kind, seen))
        through_the_store(url, commits, 1)
    return seen[-2 * commits :]


@contextlib.contextmanager
def _watched(kind: type[Session], seen: list[list[Call]]) -> Iterator[None]:
    begin, ask, run = kind.begin, kind.ask, kind.run

    def watched_begin(self: Any, *, is_writing: bool) -> None:
        begin(self, is_writing=is_writing)
        seen.append([])

    def watched_ask(self: Any, statement: Statement, values: tuple[object, ...]) -> Any:
        seen[-1].append((statement.text, values, True))
        return ask(self, statement, values)

    def watched_run(self: Any, statement: Statement, values: tuple[object, ...]) -> None:
        seen[-1].append((statement.text, values, False))
        run(self, statement, values)

    for name, watched in (("begin", watched_begin), ("ask", watched_ask), ("run", watched_run)):
        setattr(kind, name, watched)
    yield
    for name, plain in (("begin", begin), ("ask", ask), ("run", run)):
        setattr(kind, name, plain)


@contextlib.contextmanager
def _filled(url: str, commits: int) -> Iterator[str]:
    """A database with proposals to commit."""
    migrate(url)

    async def run() -> None:
        store = open_store(url, _SEALS)
        await store.transact(_TENANT, lambda tx: fill(tx, range(commits)))
        await store.close()

    asyncio.run(run())
    yield url


@contextlib.contextmanager
def _fresh(kind: str, server: str, commits: int) -> Iterator[str]:
    if kind == "SQLite":
        with (
            tempfile.TemporaryDirectory() as folder,
            _filled(f"sqlite:///{folder}/store.db", commits) as url,
        ):
            yield url
        return
    with postgres.database(server) as empty, _filled(empty, commits) as url:
        yield url


def measure(rounds: int, commits: int) -> Iterator[Result]:
    """Both databases, one client and many; the sides take turns."""
    with postgres.server(is_durable=True) as server:
        for kind in _LEAST:
            with _fresh(kind, server, commits) as url:
                seen = recorded(url, commits)
            for clients in _CLIENTS:
                ours, bare = [], []
                for _ in range(rounds):
                    with _fresh(kind, server, commits) as url:
                        bare.append(on_the_driver(url, seen, clients))
                    with _fresh(kind, server, commits) as url:
                        ours.append(through_the_store(url, commits, clients))
                yield from _results(kind, clients, ours, bare)


def _results(
    kind: str, clients: int, ours: Sequence[Timed], bare: Sequence[Timed]
) -> Iterator[Result]:
    ours_s = clients / median(each.rate for each in ours)
    bare_s = clients / median(each.rate for each in bare)
    who = "1 client" if clients == 1 else f"{clients} clients"
    yield Result(
        what=f"a commit (claim and finish), {kind}, {who}",
        ours=seconds(ours_s),
        theirs=f"the same statements on the bare driver: {seconds(bare_s)}",
        ratio=ours_s / bare_s,
        bound=1 / _LEAST[kind],
    )
    if clients > 1:
        p99_s = median(each.p99_s for each in ours)
        bare_p99_s = median(each.p99_s for each in bare)
        yield Result(
            what=f"one of its transactions, {kind}, {who}, p99",
            ours=seconds(p99_s),
            theirs=f"the fair share {seconds(ours_s / 2)}; bare driver {seconds(bare_p99_s)}",
            ratio=p99_s / (ours_s / 2),
            bound=_SHARE,
        )


def main() -> int:
    """Prints the rows; 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(prog="benchmarks.store")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--commits", type=int, default=1600)
    asked = parser.parse_args()
    results = []
    for result in measure(asked.rounds, asked.commits):
        results.append(result)
        print(markdown([result]).splitlines()[-1], file=sys.stderr, flush=True)
    print(markdown(results))
    return 0 if all(result.is_kept for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
