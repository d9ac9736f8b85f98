"""Previews and commits through the dispatcher, beside the same statements on the bare driver.

Walks in: databases with approved proposals. Walks out: results. A commit is one transaction that
looks, and two that write: the claim, and the end that is settled. The bare driver executes what it
is compared with, in as many transactions. Thirty-two clients are tasks of one process on our side,
and threads with a connection each on the other.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, TypeVar, cast

from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.sql.opening import migrate, open_store
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime._store.transaction import Store, Transaction

from benchmarks import bare_driver
from benchmarks.bare_driver import Seen, Timed
from benchmarks.databases import KINDS, Databases, Kind, databases
from benchmarks.host import ADDRESS, STAGE, Change, Host
from benchmarks.stages import watched_stages
from benchmarks.table import Result, seconds

T = TypeVar("T")

SEALS = Seals({"bench": b"b" * 32}, current="bench")
_MANY = 32
_LEAST = {"SQLite": 0.4, "PostgreSQL": 0.6}
"""The share of the bare driver's speed that has to be reached."""
_SHARE = 3
"""How many times its fair share the slowest in a hundred may wait."""
_PREVIEW = 1.5
"""How many times as long as a commit a preview may take."""
_PREVIEWS = 400


@dataclass(frozen=True, slots=True)
class Committed:
    """Whole calls, and the seconds in which their two writing transactions were waited for."""

    calls: Timed
    writing_s: float


class _Watch:
    """A store that adds up how long its writing transactions are waited for."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.writing_s = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def transact(self, tenant: str, work: Callable[[Transaction], T]) -> T:
        started = time.perf_counter()
        try:
            return await self._store.transact(tenant, work)
        finally:
            self.writing_s += time.perf_counter() - started


def measure(rounds: int, commits: int) -> Iterator[Result]:
    """Both databases, one client and many; the sides take turns."""
    with databases() as made:
        for kind in KINDS:
            for change in (ADDRESS, STAGE):
                yield from _of_change(made, kind, change, rounds, commits)


def _of_change(
    made: Databases, kind: Kind, change: Change, rounds: int, commits: int
) -> Iterator[Result]:
    with made.empty(kind) as approved:
        proposals = asyncio.run(_prepared(approved, change, commits))[1]
        work = _executed(made, approved, change, proposals)
        writing = [[each for each in piece if each.is_writing] for piece in work]
        alone = _Rounds(made, approved, change, proposals, 1)
        for _ in range(rounds):
            alone.play(writing, work)
        yield alone.transactions(kind, len(writing[0]))
        yield alone.calls(kind, bound=None)
        if change is not ADDRESS:
            return
        yield _preview(made, kind, change, alone, rounds)
        yield from _stages(made, kind, change, approved, proposals, rounds)
        many = _Rounds(made, approved, change, proposals, _MANY)
        for _ in range(rounds):
            many.play(writing, work)
        yield many.calls(kind, bound=1 / _LEAST[kind])
        yield many.slowest(kind)


async def _prepared(url: str, change: Change, number: int) -> tuple[Timed, Sequence[str]]:
    """How long previews take in a new database, and the proposals, approved."""
    migrate(url)
    store = open_store(url, SEALS)
    host = Host(store, change)
    took, proposals = list[float](), list[str]()
    for each in range(number):
        started = time.perf_counter()
        proposals.append(await host.preview(each))
        took.append(time.perf_counter() - started)
    for proposal_id in proposals:
        await host.approve(proposal_id)
    await host.dispatcher.drain()
    await store.close()
    return Timed.of(sum(took), took), proposals


async def _committed(url: str, change: Change, proposals: Sequence[str], clients: int) -> Committed:
    """The commits of all clients, each with proposals of its own."""
    store = open_store(url, SEALS)
    watch = _Watch(store)
    host = Host(cast("Store", watch), change)
    took: list[float] = []

    async def client(first: int) -> None:
        for number in range(first, len(proposals), clients):
            started = time.perf_counter()
            await host.commit(number, proposals[number])
            took.append(time.perf_counter() - started)

    # Threads start and statements are prepared before the clock does, on both sides.
    await asyncio.gather(*(store.read("acme", lambda tx: tx.now()) for _ in range(64)))
    started = time.perf_counter()
    await asyncio.gather(*(client(each) for each in range(clients)))
    calls = Timed.of(time.perf_counter() - started, took)
    await store.close()
    return Committed(calls, watch.writing_s / len(proposals))


def _executed(
    made: Databases, approved: str, change: Change, proposals: Sequence[str]
) -> Sequence[Sequence[Seen]]:
    """What each commit executes."""
    with made.copy(approved) as url, bare_driver.watched() as seen:
        asyncio.run(_committed(url, change, proposals, 1))
    each = 2 if change is STAGE else 3
    transactions = seen[-each * len(proposals) :]
    return [transactions[first : first + each] for first in range(0, len(transactions), each)]


class _Rounds:
    """The same commits by us and on the bare driver, in turns."""

    def __init__(
        self, made: Databases, approved: str, change: Change, proposals: Sequence[str], clients: int
    ) -> None:
        self._made = made
        self._approved = approved
        self._change = change
        self._proposals = proposals
        self._clients = clients
        self._ours: list[Committed] = []
        self._writing: list[Timed] = []
        self._bare: list[Timed] = []

    @property
    def each_s(self) -> float:
        """How long a commit takes of all that go on at a time."""
        return 1 / median(each.calls.rate for each in self._ours)

    def play(self, writing: Sequence[Sequence[Seen]], work: Sequence[Sequence[Seen]]) -> None:
        """One round."""
        for pieces, found in ((writing, self._writing), (work, self._bare)):
            with self._made.copy(self._approved) as url:
                found.append(bare_driver.timed(url, pieces, self._clients))
        with self._made.copy(self._approved) as url:
            ours = _committed(url, self._change, self._proposals, self._clients)
            self._ours.append(asyncio.run(ours))

    def transactions(self, kind: Kind, number: int) -> Result:
        """What a commit waits for its writing transactions."""
        what = "the two transactions" if number == 2 else "the shared transaction"
        ours_s = median(each.writing_s for each in self._ours)
        bare_s = 1 / median(each.rate for each in self._writing)
        return Result(
            what=f"{what} of a commit, {kind}",
            ours=seconds(ours_s),
            theirs=f"the same statements on the bare driver: {seconds(bare_s)}",
            ratio=ours_s / bare_s,
            bound=1 / _LEAST[kind],
        )

    def calls(self, kind: Kind, *, bound: float | None) -> Result:
        """What a commit takes from the agent's bytes to its envelope."""
        bare_s = 1 / median(each.rate for each in self._bare)
        shared = ", effect in the same transaction" if self._change is STAGE else ""
        return Result(
            what=f"a commit as a whole{shared}, {kind}, {_who(self._clients)}",
            ours=seconds(self.each_s),
            theirs=f"its statements on the bare driver: {seconds(bare_s)}",
            ratio=self.each_s / bare_s,
            bound=bound,
        )

    def slowest(self, kind: Kind) -> Result:
        """What the slowest in a hundred wait."""
        p99_s, share_s = (
            median(each.calls.p99_s for each in self._ours),
            self.each_s * self._clients,
        )
        bare_p99_s = median(each.p99_s for each in self._bare)
        return Result(
            what=f"a commit as a whole, {kind}, {_who(self._clients)}, p99",
            ours=seconds(p99_s),
            theirs=f"the fair share {seconds(share_s)}; bare driver {seconds(bare_p99_s)}",
            ratio=p99_s / share_s,
            bound=_SHARE,
        )


def _stages(
    made: Databases,
    kind: Kind,
    change: Change,
    approved: str,
    proposals: Sequence[str],
    rounds: int,
) -> Iterator[Result]:
    """Where the time of one client's commits goes, in the round of the median."""
    found = []
    for _ in range(rounds):
        with made.copy(approved) as url, watched_stages() as stages:
            whole_s = 1 / asyncio.run(_committed(url, change, proposals, 1)).calls.rate
        found.append((whole_s, stages.shares(whole_s * len(proposals))))
    whole_s, shares = sorted(found)[rounds // 2]
    for what, spent_s in shares:
        each_s = spent_s / len(proposals)
        yield Result(
            what=f"in a commit, {kind}: {what}",
            ours=seconds(each_s),
            theirs=f"the whole: {seconds(whole_s)}",
            ratio=each_s / whole_s,
            bound=None,
        )


def _preview(made: Databases, kind: Kind, change: Change, commits: _Rounds, rounds: int) -> Result:
    previews = []
    for _ in range(rounds):
        with made.empty(kind) as url:
            previews.append(asyncio.run(_prepared(url, change, _PREVIEWS))[0])
    ours_s = 1 / median(each.rate for each in previews)
    return Result(
        what=f"a preview as a whole, {kind}, {_who(1)}",
        ours=seconds(ours_s),
        theirs=f"a commit: {seconds(commits.each_s)}",
        ratio=ours_s / commits.each_s,
        bound=_PREVIEW,
    )


def _who(clients: int) -> str:
    return "1 client" if clients == 1 else f"{clients} clients"
