"""Writes that a process left behind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime._store.memory import MemoryStore
from write_path.host import SEALS, Envelope, Host, Skew, host_of

PREVIEW, COMMIT = "preview_address_change_v2", "commit_address_change_v2"
ARGUMENTS: dict[str, Any] = {
    "customer_id": "cus_4f7a2b9c",
    "destination": {"kind": "saved", "address_id": "adr_00000001"},
}
REFUND: dict[str, Any] = {
    "order_id": "ord_100001",
    "amount": {"amount_minor": 1500, "currency": "EUR"},
    "reason": "returned",
}
LATER_MS = 60_000


async def approved(host: Host, run: Any, tool: str, arguments: Any) -> Envelope:
    envelope = await host.call(run, tool, arguments)
    assert envelope["ok"], envelope
    await host.decide(envelope["result"]["proposal_id"])
    return {"proposal_id": envelope["result"]["proposal_id"]}


async def die(host: Host) -> None:
    """The process is gone: nothing that it was doing goes on, and nothing is cleaned up."""
    writes = host.dispatcher._writes
    assert writes is not None
    tasks = list(writes.tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.promise("F2")
@pytest.mark.parametrize("when", ["before", "after"])
async def test_another_process_finds_out_what_a_dead_one_did(
    service: ReferenceService, own_database: Engine, when: str
) -> None:
    skew = Skew()
    store = MemoryStore(SEALS, skew.now)
    async with (
        host_of(service, own_database, store) as dead,
        host_of(service, own_database, store) as alive,
    ):
        run = dead.run()
        commit = await approved(dead, run, PREVIEW, ARGUMENTS)
        service.arm("slow", when=when, seconds=60)
        waiting = asyncio.create_task(dead.call(run, COMMIT, commit))
        await service.wait_for(held=1)
        await die(dead)
        await asyncio.gather(waiting, return_exceptions=True)
        assert await alive.dispatcher.recover() == 0
        busy = await alive.call(alive.run(), COMMIT, commit)
        assert busy["error"]["code"] == "IN_PROGRESS"
        service.release()
        service.disarm()
        skew.ms = LATER_MS
        assert await alive.dispatcher.recover() == 1
        assert await alive.dispatcher.recover() == 0
        told = await alive.call(alive.run(), COMMIT, commit)
        assert (told["outcome"], told["replayed"]) == ("committed", True)
        assert len(service.effects()) == 1


@pytest.mark.promise("F2")
async def test_a_write_without_keys_is_not_sent_again_and_waits_for_a_person(
    service: ReferenceService, own_database: Engine
) -> None:
    skew = Skew()
    store = MemoryStore(SEALS, skew.now)
    async with host_of(service, own_database, store) as host:
        run = host.run()
        commit = await approved(host, run, "preview_refund_v1", REFUND)
        service.arm("cut", when="before")
        unknown = await host.call(run, "commit_refund_v1", commit)
        assert unknown["error"]["code"] == "OUTCOME_UNKNOWN"
        row = await host.operation(unknown["error"]["operation"])
        assert (row.state, row.attempt) == ("unknown", 1)
        skew.ms = LATER_MS
        assert await host.dispatcher.recover() == 0
        again = await host.call(run, "commit_refund_v1", commit)
        assert again["error"]["code"] == "OUTCOME_UNKNOWN"
        assert service.effects() == []
        unresolved = await store.read("acme", lambda rows: rows.unresolved())
        assert [each.id for each in unresolved] == [row.id]
