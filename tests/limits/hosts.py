"""Two hosts over one ledger, whose reads count in one place, and what that ledger holds of limits."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from approvals.scene import Scene
from authority.hosting import Made, serving
from limits.reading import TOOL, Counted
from toolcharter_runtime._ledger.gates import tool_gates
from toolcharter_runtime._store.records import SlotRow
from toolcharter_runtime.formats import v1
from write_path.host import TENANT, Host


@asynccontextmanager
async def two_hosts(
    scene: Scene, catalog: v1.CatalogRow, adapters: Mapping[str, Made] | None = None
) -> AsyncIterator[tuple[Host, Host]]:
    Counted.reset()
    every = {TOOL: Counted, **(adapters or {})}
    async with (
        serving(scene, catalog=catalog, adapters=every) as one,
        serving(scene, catalog=catalog, adapters=every) as other,
    ):
        yield one, other
        for host in (one, other):
            await host.dispatcher.drain()


async def calls_stored(scene: Scene, identity: str = "ines") -> int:
    row = await scene.store.read(TENANT, lambda rows: rows.run(identity, "run-1"))
    return 0 if row is None else row.calls


async def slots_left(scene: Scene, tool: str = TOOL) -> list[SlotRow]:
    """The places that are taken of a tool, by ``run-1`` and by the tenant."""
    gates = tool_gates(tool, requester="ines", run_id="run-1", per_run=1, per_tenant=1)
    names = [gate.name for gate in gates]
    return list(await scene.store.read(TENANT, lambda rows: rows.slots(*names)))


async def fill(scene: Scene, *, until: int, tool: str = TOOL) -> None:
    """Another host has all places of the run for so long."""
    gates = tool_gates(tool, requester="ines", run_id="run-1", per_run=1, per_tenant=1)
    names = [gate.name for gate in gates]
    await scene.store.transact(
        TENANT, lambda tx: tx.put_slots(names, holder="another host", lease_until=until)
    )
