"""Places that are given back, whatever becomes of whoever took them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from approvals.scene import Scene
from authority.hosting import catalog_with
from limits.hosts import fill, slots_left, two_hosts
from limits.reading import ASK, TOOL, code_of, limited
from reference_service.adapters.exports import GetExport
from toolcharter_runtime import Call
from toolcharter_runtime._store.records import SlotRow
from write_path.changes import ADDRESS, EXPORT
from write_path.host import Host, Skew

pytestmark = pytest.mark.promise("F6")

POLL = "get_export_v1"


async def cancelled_after(steps: int, host: Host, run: Any, tool: str, arguments: Any) -> None:
    """A call whose caller goes away after so many steps of the event loop."""
    calling = asyncio.create_task(host.call(run, tool, arguments, request_id=f"r-{steps}"))
    for _ in range(steps):
        await asyncio.sleep(0 if steps < 25 else 0.001)
    calling.cancel()
    await asyncio.gather(calling, return_exceptions=True)
    await host.dispatcher.drain()


@pytest.mark.parametrize("form", ["poll", "preview", "cancel"])
async def test_a_caller_who_goes_away_at_any_moment_leaves_no_place_taken(
    scene: Scene, form: str
) -> None:
    async with two_hosts(scene, limited()) as (host, _):
        run = host.run("export_operator" if form != "preview" else "support_agent")
        tool, arguments = ADDRESS.preview, dict(ADDRESS.arguments)
        if form != "preview":
            started = await host.call(run, "start_export_v1", EXPORT, request_id="start")
            tool = POLL if form == "poll" else "cancel_export_v1"
            arguments = {"operation_id": started["result"]["operation_id"]}
        for steps in range(35):
            await cancelled_after(steps, host, run, tool, arguments)
            assert await slots_left(scene, tool) == [], steps


async def test_a_reader_who_went_away_waits_for_no_place_any_more(
    in_memory: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each that did would ask the store fifty times a second, and nothing would bound how many."""
    await fill(in_memory, until=Skew().now() + 60_000)
    async with two_hosts(in_memory, limited(per_run=1)) as (host, _):
        run = host.run("explorer")
        reading = [asyncio.create_task(host.call(run, TOOL, ASK)) for _ in range(3)]
        await asyncio.sleep(0.05)
        for each in reading:
            each.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        await asyncio.sleep(0)
        asked, transact = [], in_memory.store.transact

        async def noticed(tenant: str, work: Any) -> Any:
            asked.append(work)
            return await transact(tenant, work)

        monkeypatch.setattr(in_memory.store, "transact", noticed)
        await asyncio.sleep(0.1)
        assert asked == []


async def test_a_store_that_fails_in_an_unknown_way_keeps_no_later_call_from_leaving(
    in_memory: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_hosts(in_memory, limited()) as (host, _):
        run, transact = host.run("explorer"), in_memory.store.transact

        async def broken(tenant: str, work: Any) -> Any:
            if work.__name__ != "drop":
                return await transact(tenant, work)
            monkeypatch.setattr(in_memory.store, "transact", transact)
            raise OSError

        monkeypatch.setattr(in_memory.store, "transact", broken)
        assert code_of(await host.call(run, TOOL, ASK)) == "OK"
        await host.dispatcher.drain()
        lost = await slots_left(in_memory)
        assert len(lost) == 2
        assert code_of(await host.call(run, TOOL, ASK)) == "OK"
        await host.dispatcher.drain()
        assert await slots_left(in_memory) == lost, "the first ones come free with their lease"


async def test_the_places_of_a_follower_outlast_its_two_questions(
    in_memory: Scene, skew: Skew
) -> None:
    """Whether the requester may see it, and what the service says: each may take the timeout."""
    row = {"limits": {"timeout_ms": 30_000}, "retry": {"retry_class": "never", "attempts": 1}}
    held: list[SlotRow] = []

    class Looking(GetExport):
        async def op(self, call: Call, operation: Any) -> Any:
            held.extend(await slots_left(in_memory, POLL))
            return await super().op(call, operation)

    catalog = catalog_with(tools={POLL: row})
    async with two_hosts(in_memory, catalog, {POLL: Looking}) as (host, _):
        run = host.run("export_operator")
        started = await host.call(run, "start_export_v1", EXPORT, request_id="start")
        before = skew.now()
        ask = {"operation_id": started["result"]["operation_id"]}
        assert code_of(await host.call(run, POLL, ask)) == "OK"
    assert len(held) == 2
    assert min(slot.lease_until for slot in held) >= before + 2 * 30_000
