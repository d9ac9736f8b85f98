"""What happens to machines in a history: they die, recover, and are set wrong or written to."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial

from toolcharter_runtime._recovery import recover

from simulation.agents import Agents
from simulation.tampering import tamper
from simulation.world import Process, World, quietly


@dataclass(slots=True)
class Machines:
    world: World
    agents: Agents

    def kill(self) -> None:
        if self.world.faults.kills:
            self.world.kill(self.world.random.choice(self.world.processes).life)

    def recover(self) -> None:
        """Some process takes up what others left behind."""
        self._begin_recovery()

    async def recovered(self) -> None:
        """The same, once it has been done."""
        await asyncio.wait([self._begin_recovery()])

    def _begin_recovery(self) -> asyncio.Task[None]:
        process = self.world.random.choice(self.world.processes)
        return self.world.begin(process, _recovering(process))

    def tick(self) -> None:
        """The store's clock is set."""
        world = self.world
        step = world.random.choice((30, 900, 3600, -3600, -900))
        world.set_clock(step * 1000)

    def jump(self) -> None:
        """The store's clock jumps and comes back, and something is done in between."""
        world = self.world
        step = world.random.choice((30_000, 30_000, 1_000_000, 4_000_000))
        world.set_clock(step)
        if world.random.random() < 0.6:
            self.recover()
        else:
            self.agents.commit()
        world.loop.outside(world.random.choice((0.1, 1.0)), world.set_clock, -step)

    def bump(self) -> None:
        """Somebody else changes a record."""
        service = self.world.service
        if service.versions:
            service.bump(self.world.random.choice(sorted(service.versions)))

    def tamper(self) -> None:
        """Somebody writes to the database: without the key, or past the protocol with it."""
        if self.world.random.random() < 0.4:
            tamper(self.world)


async def _recovering(process: Process) -> None:
    for _ in range(2):
        await quietly(partial(recover, process.path))
