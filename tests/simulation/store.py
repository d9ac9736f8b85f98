"""The store of a history: the one in memory, with a clock and a connection that may break.

Every transaction that was committed is shown to the oracle, with the rows before and after.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from toolcharter_runtime._store.memory import _Rows
from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.transaction import (
    CommitUnknownError,
    Reading,
    StoreUnavailableError,
    Transaction,
)

from simulation.loop import LIFE
from simulation.sharing import SharedStore

if TYPE_CHECKING:
    from simulation.world import World

T = TypeVar("T")

SEALS = Seals({"simulated": b"s" * 32}, current="simulated")
TENANT = "acme"


class SimulatedStore:
    """What every process of a history shares."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._inner = SharedStore(SEALS, world.store_now)
        self._inner._tenants[TENANT] = _Rows()

    @property
    def rows(self) -> _Rows:
        """The rows as they are stored, for the oracle and for those who tamper with them."""
        return self._inner._tenants[TENANT]

    async def read(self, tenant: str, work: Callable[[Reading], T]) -> T:
        await self._reach(self._world.faults.of_store())
        return await self._inner.read(tenant, work)

    async def transact(self, tenant: str, work: Callable[[Transaction], T]) -> T:
        fault = self._world.faults.of_store()
        await self._reach(fault)
        if fault == "lost":
            raise self._failed(CommitUnknownError())
        before = self.rows
        result = await self._inner.transact(tenant, work)
        for request in self._inner.last.connection.written:
            self._world.service.store(request)
        self._world.oracle.committed(before, self.rows, is_told=fault != "kept")
        if fault == "kill_after":
            self._world.kill(LIFE.get())
        await asyncio.sleep(self._world.latency())
        if fault == "kept":
            raise self._failed(CommitUnknownError())
        return result

    async def overdue(self, most: int, *, skip: int = 0) -> Sequence[tuple[str, str]]:
        await self._reach(None)
        return await self._inner.overdue(most, skip=skip)

    async def sweep(self, *, older_than_ms: int) -> None:
        await self._reach(None)
        await self._inner.sweep(older_than_ms=older_than_ms)

    async def _reach(self, fault: str | None) -> None:
        if fault == "kill_before":
            self._world.kill(LIFE.get())
        await asyncio.sleep(self._world.latency() * (400 if fault == "slow" else 1))
        if fault == "unavailable":
            raise self._failed(StoreUnavailableError())

    def _failed(self, error: StoreUnavailableError) -> StoreUnavailableError:
        life = LIFE.get()
        if life is not None:
            life.lost_at = self._world.moment
        return error
