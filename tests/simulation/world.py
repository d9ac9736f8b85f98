"""Everything of one history: time, a store, services, and processes that come and go."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar, cast

from toolcharter_runtime import Dispatcher, Outcome, Requester, Run
from toolcharter_runtime._ledger.keys import IdKind
from toolcharter_runtime._runs import RunBook
from toolcharter_runtime._write_path import WritePath

from simulation.adapters import ADAPTERS, Present
from simulation.catalog import CATALOG, PERMISSIONS
from simulation.faults import Faults
from simulation.limits import Limits
from simulation.loop import CALL, LIFE, Life, VirtualLoop
from simulation.oracle import Oracle
from simulation.service import Service
from simulation.store import TENANT, SimulatedStore
from simulation.tempers import Temper

T = TypeVar("T")

_START = datetime(2026, 3, 1, 12, tzinfo=UTC)
_START_MS = int(_START.timestamp() * 1000)


_REFUSED_ROWS = frozenset({"BrokenSealError", "AlteredProposalError"})


class _Watching:
    """A sink that tells the oracle when the runtime's own code failed."""

    wants_argument_hash = False

    def record(self, outcome: Outcome) -> None:
        world = Present.world
        if outcome.exception is None or world.is_over:
            return
        world.note("raised", outcome.exception, outcome.raised_at)
        is_of_a_row = outcome.exception in _REFUSED_ROWS and world.oracle.tampered
        # What an adapter raises in the open transaction, by its fault, undoes it.
        is_an_adapters = str(outcome.raised_at).startswith("sharing.py")
        if outcome.code == "INTERNAL" and not is_of_a_row and not is_an_adapters:
            world.oracle.broken("code", outcome.tool, outcome.exception, outcome.raised_at)


_TEMPLATE = Dispatcher(CATALOG, ADAPTERS, sink=_Watching())
"""Its tools are made once: what they have worked out depends on no history."""


class ProcessClock:
    """The clock of one process, which may be wrong."""

    def __init__(self, world: World, life: Life) -> None:
        self._world = world
        self._life = life

    def now(self) -> datetime:
        return self._world.true_now() + timedelta(milliseconds=self._life.skew_ms)

    def monotonic(self) -> float:
        return self._world.loop.seconds

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Process:
    """A host: one dispatcher in one life, and the runs it has opened."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.life = Life(
            name, skew_ms=world.random.choice((0, 0, 0, -90_000, 90_000, -1_800_000, 1_800_000))
        )
        clock = ProcessClock(world, self.life)
        made = Dispatcher.__new__(Dispatcher)
        made.__dict__.update(_TEMPLATE.__dict__)
        made._clock = clock
        made._runs = RunBook(
            roles=cast("Any", {"agent": world.limits.role}),
            permissions=CATALOG["permissions"],
            snapshot=_TEMPLATE._snapshot,
        )
        self.path = WritePath(
            store=world.store,
            clock=clock,
            snapshot=_TEMPLATE._snapshot,
            tool=_TEMPLATE._tools.tool,
            owner=name,
            new_id=world.new_id,
        )
        made._writes = self.path
        self.dispatcher = made
        self._runs: dict[tuple[str, str], Run] = {}

    def run(self, identity: str, run_id: str) -> Run:
        found = self._runs.get((identity, run_id))
        if found is None:
            role = CATALOG["roles"]["agent"]
            found = self.dispatcher.open(
                role="agent",
                requester=Requester(identity=identity, tenant=TENANT, permissions=PERMISSIONS),
                run_id=run_id,
                tools=[*role["previews"], *role["writes"]],
            )
            self._runs[identity, run_id] = found
        return found


class World:
    """``seed`` is what the history is drawn from, ``limits`` are what its calls are held to."""

    def __init__(self, seed: str, *, limits: Limits, temper: Temper, processes: int = 2) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.limits = limits
        self.temper = temper
        self.loop = VirtualLoop()
        self.faults = Faults.of(self.random)
        self.trace: list[tuple[float, tuple[object, ...]]] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.store_skew_ms = 0
        self.is_over = False
        self.held: object = None
        self._ticks = 0
        self._lives = 0
        Present.world = self
        self.store = SimulatedStore(self)
        self.service = Service(self)
        self.oracle = Oracle(self)
        self.processes = [self._process() for _ in range(processes)]

    def _process(self) -> Process:
        self._lives += 1
        return Process(self, f"process-{self._lives}")

    def tick(self) -> int:
        """The next number in the order of everything that happens."""
        self._ticks += 1
        return self._ticks

    @property
    def moment(self) -> int:
        """How far the history has come."""
        return len(self.trace)

    def note(self, *words: object) -> None:
        life = LIFE.get()
        self.trace.append((self.loop.seconds, (life.name if life else "-", *words)))

    def true_now(self) -> datetime:
        return _START + timedelta(seconds=self.loop.seconds)

    def store_now(self) -> int:
        return _START_MS + int(self.loop.seconds * 1000) + self.store_skew_ms

    def set_clock(self, step_ms: int) -> None:
        """Set the store's clock forward or back. Leases go by it: what was exclusive is so no
        more, and no oracle may ask for it."""
        self.store_skew_ms += step_ms
        self.note("the store's clock is set by", step_ms / 1000)
        self.oracle.clock_was_set()

    def latency(self) -> float:
        return self.random.random() * 0.04

    def new_id(self, kind: IdKind) -> str:
        return f"{kind}_{self.tick():06}"

    def kill(self, life: Life | None) -> None:
        """The process dies as it stands, and another takes its place."""
        for place, process in enumerate(self.processes):
            if process.life is life and not process.life.is_dead:
                process.life.is_dead = True
                self.note("KILLED", process.life.name)
                self.oracle.died(process.life)
                self.processes[place] = self._process()

    def count_send(self) -> None:
        """Something is sent by the call that this runs in."""
        call = CALL.get()
        if call is not None:
            call.sends += 1

    def kill_present(self) -> None:
        self.kill(LIFE.get())

    def begin(self, process: Process, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Something is done in a process. What it raises is looked at when all is over."""
        task = self.loop.start(process.life, work)
        self.tasks.append(task)
        return task


async def quietly(work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
    """Work of a host, which sees what is raised and goes on."""
    with contextlib.suppress(Exception):
        await work()
