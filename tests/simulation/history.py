"""One random history: what agents, people and machines do in a world, and its end, from one seed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from simulation.agents import Agents
from simulation.machines import Machines
from simulation.people import People
from simulation.world import World


@dataclass(slots=True)
class History:
    world: World
    steps: int
    agents: Agents
    people: People
    machines: Machines

    @classmethod
    def of(cls, world: World, *, steps: int, previews: list[str]) -> History:
        """A history of so many steps, in which agents propose with ``previews``."""
        agents = Agents(world, previews)
        return cls(world, steps, agents, People(world), Machines(world, agents))

    async def play(self) -> None:
        world, weights = self.world, self._weights()
        actions = list(weights)
        pauses = (0.1, 3.0, 6.0) if world.faults.sluggish else (0.0, 0.02, 0.1, 0.5, 3.0)
        for _ in range(self.steps):
            action = world.random.choices(actions, list(weights.values()))[0]
            action()
            await asyncio.sleep(world.random.choice(pauses))
            if world.oracle.violations:
                return
        await self._end()

    def _weights(self) -> dict[Callable[[], None], float]:
        """How often each thing happens, beside the others."""
        agents, people, machines = self.agents, self.people, self.machines
        usual: dict[Callable[[], None], float] = {
            agents.preview: 5,
            people.approve: 7,
            agents.commit: 9,
            agents.write: 2,
            agents.follow: 2,
            agents.stop: 1.2,
            agents.cancel_run: 0.25,
            machines.kill: 0.5,
            machines.recover: 1,
            machines.tick: 0.4,
            machines.jump: 0.8,
            machines.bump: 0.4,
            machines.tamper: 0.5,
        }
        temper = self.world.temper
        return {each: often * temper.weight(each.__name__) for each, often in usual.items()}

    async def _end(self) -> None:
        """Everything that fails stops failing; after that nothing may be lost."""
        world = self.world
        world.note("THE END")
        world.faults.calm()
        world.temper.calm()
        await asyncio.sleep(200)
        self.agents.ask_for_everything_again()
        await asyncio.sleep(60)
        ends = [row.lease_until or 0 for row in world.store.rows.operations.values()]
        ends += [slot.lease_until for slot in world.store.rows.slots.values()]
        world.set_clock(max(0, max(ends, default=0) - world.store_now()) + 60_000)
        for _ in range(2):
            await self.machines.recovered()
        before = dict(world.store.rows.operations)
        await asyncio.sleep(60)
        await self.machines.recovered()
        if not world.oracle.tampered and before != world.store.rows.operations:
            world.oracle.broken("I15", "a further recovery changed the ledger")
        for row in before.values():
            self.agents.ask_in_the_end(row)
        await asyncio.sleep(60)
        last = self.agents.call_once_more()
        await asyncio.sleep(60)
        world.oracle.at_the_end(last)
