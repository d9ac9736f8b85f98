"""Writes that a process left behind."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import acme_tools
import pytest
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime import Dispatcher
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime.clock import SystemClock
from write_path.changes import REFUND, SAVED_ADDRESS, ready
from write_path.host import SEALS, Host, Skew, host_of

COMMIT = SAVED_ADDRESS.commit
LATER_MS = 60_000


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
        commit = await ready(dead, run, SAVED_ADDRESS)
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
        commit = await ready(host, run, REFUND)
        service.arm("cut", when="before")
        unknown = await host.call(run, REFUND.commit, commit)
        assert unknown["error"]["code"] == "OUTCOME_UNKNOWN"
        row = await host.operation(unknown["error"]["operation"])
        assert (row.state, row.attempt) == ("unknown", 1)
        skew.ms = LATER_MS
        assert await host.dispatcher.recover() == 0
        again = await host.call(run, REFUND.commit, commit)
        assert again["error"]["code"] == "OUTCOME_UNKNOWN"
        assert service.effects() == []
        unresolved = await store.read("acme", lambda rows: rows.unresolved())
        assert [each.id for each in unresolved] == [row.id]


@pytest.mark.promise("F2")
async def test_a_process_without_the_adapter_leaves_a_write_to_the_others(
    service: ReferenceService, own_database: Engine
) -> None:
    skew = Skew()
    store = MemoryStore(SEALS, skew.now)
    async with host_of(service, own_database, store) as host:
        run = host.run()
        commit = await ready(host, run, SAVED_ADDRESS)
        service.arm("slow", when="after", seconds=60)
        waiting = asyncio.create_task(host.call(run, COMMIT, commit))
        await service.wait_for(held=1)
        await die(host)
        await asyncio.gather(waiting, return_exceptions=True)
        service.release()
        service.disarm()
        skew.ms = LATER_MS
        reader = Dispatcher(acme_tools.CATALOG, reads_of(host), roles=("explorer",), store=store)
        assert await reader.recover() == 0
        assert await host.dispatcher.recover() == 1
        told = await host.call(run, COMMIT, commit)
        assert (told["outcome"], told["replayed"]) == ("committed", True)


def reads_of(host: Host) -> dict[str, object]:
    """The adapters of a process that only reads."""
    reads = acme_tools.CATALOG["roles"]["explorer"]["reads"]
    return {name: lambda each=name: host.dispatcher._tools.tool(each).adapter for name in reads}


async def test_a_write_whose_run_is_over_before_the_call_sends_nothing(
    service: ReferenceService, own_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claim may have waited for others; then the run's time is over."""
    async with host_of(service, own_database) as host:
        run = host.run()
        commit = await ready(host, run, SAVED_ADDRESS)
        clock = host.dispatcher._clock
        ending = host.run(deadline=clock.now() + timedelta(seconds=30))
        tool = host.dispatcher._tools.tool(COMMIT)
        check = tool.preconditions.check

        async def until_the_end(*given: Any) -> None:
            await check(*given)
            later = Ahead(seconds=31)
            host.dispatcher._writes.clock = later  # type: ignore[union-attr]

        monkeypatch.setattr(tool.preconditions, "check", until_the_end)
        late = await host.call(ending, COMMIT, commit)
        assert (late["outcome"], late["error"]["code"]) == ("nothing_happened", "DEADLINE_EXCEEDED")
        assert service.effects() == []
        assert (await host.proposal(commit["proposal_id"])).state == "approved"


class Ahead(SystemClock):
    """A clock that is ahead of the machine's."""

    def __init__(self, *, seconds: float) -> None:
        self._ahead = timedelta(seconds=seconds)

    def now(self) -> datetime:
        return super().now() + self._ahead
