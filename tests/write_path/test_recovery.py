"""Writes that a process left behind."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import acme_tools
import orjson
import pytest
from reference_service.adapters import Upstream, adapters_of
from reference_service.controller import NO_TLS, ReferenceService
from sqlalchemy import Engine
from store.rows import operation
from toolcharter_runtime import Dispatcher
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.transaction import Store, Transaction
from toolcharter_runtime.clock import SystemClock
from toolcharter_runtime.errors import CatalogError, RunError
from write_path.changes import REFUND, SAVED_ADDRESS, ready
from write_path.host import SEALS, TENANT, Host, Skew, host_of

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
    service: ReferenceService, own_database: Engine, store: Store, skew: Skew, when: str
) -> None:
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
    service: ReferenceService, own_database: Engine, store: Store, skew: Skew
) -> None:
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
    service: ReferenceService, own_database: Engine, store: Store, skew: Skew
) -> None:
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
    service: ReferenceService, own_database: Engine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claim may have waited for others; then the run's time is over."""
    async with host_of(service, own_database, store) as host:
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


@pytest.mark.promise("F2")
async def test_rows_that_nobody_here_can_take_up_keep_no_other_from_its_turn(
    service: ReferenceService,
    own_database: Engine,
    store: Store,
    skew: Skew,
    caplog: pytest.LogCaptureFixture,
) -> None:

    def leave_behind(tx: Transaction) -> None:
        for number in range(100):
            foreign = operation(TENANT, number, tool="of_another_catalog_v1", lease_until=1)
            assert tx.add_operation(foreign)

    await store.transact(TENANT, leave_behind)
    async with (
        host_of(service, own_database, store) as dead,
        host_of(service, own_database, store) as alive,
    ):
        run = dead.run()
        commit = await ready(dead, run, SAVED_ADDRESS)
        service.arm("slow", when="before", seconds=60)
        waiting = asyncio.create_task(dead.call(run, COMMIT, commit))
        await service.wait_for(held=1)
        await die(dead)
        await asyncio.gather(waiting, return_exceptions=True)
        service.release()
        service.disarm()
        skew.ms = LATER_MS
        assert await alive.dispatcher.recover() == 1
        assert "of_another_catalog_v1" in caplog.text
        told = await alive.call(alive.run(), COMMIT, commit)
        assert (told["outcome"], told["replayed"]) == ("committed", True)


async def test_recovery_tidies_up_what_has_been_over_for_an_hour(
    service: ReferenceService, own_database: Engine, store: Store, skew: Skew
) -> None:
    now = skew.now()

    def leave_behind(tx: Transaction) -> None:
        tx.put_slots(["gate"], holder="long ago", lease_until=now - 3_600_001)
        tx.put_slots(["gate"], holder="just now", lease_until=now - 60_000)

    await store.transact(TENANT, leave_behind)
    async with host_of(service, own_database, store) as host:
        assert await host.dispatcher.recover() == 0
    left = await store.read(TENANT, lambda rows: rows.slots("gate"))
    assert [each.holder for each in left] == ["just now"]


async def test_recovery_tidies_up_no_more_often_than_every_ten_minutes(
    service: ReferenceService, own_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept = []

    class Turned(SystemClock):
        seconds = 0.0

        def monotonic(self) -> float:
            return self.seconds

    async def sweep(*, older_than_ms: int) -> None:
        swept.append((Turned.seconds, older_than_ms))

    store = MemoryStore(SEALS, Skew().now)
    monkeypatch.setattr(store, "sweep", sweep)
    async with Upstream(service.url, verify=NO_TLS) as upstream:
        host = Host(adapters_of(upstream, own_database), store, clock=Turned())
        for Turned.seconds in (0.0, 599.0, 600.0, 1199.0, 1200.0):
            await host.dispatcher.recover()
    assert swept == [(0.0, 3_600_000), (600.0, 3_600_000), (1200.0, 3_600_000)]


@pytest.mark.promise("F1")
async def test_equal_calls_are_one_request_unless_the_host_counts_them_apart(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        text = orjson.dumps(SAVED_ADDRESS.arguments)

        async def proposed(occurrence: int) -> str:
            answer = await host.dispatcher.call(
                run, SAVED_ADDRESS.preview, text, occurrence=occurrence
            )
            return str(orjson.loads(answer)["result"]["proposal_id"])

        first = await proposed(0)
        assert await proposed(0) == first
        assert await proposed(1) != first
        for wrong in (-1, True, 1.0, "1"):
            with pytest.raises(RunError, match="an occurrence is a whole number from 0"):
                await host.dispatcher.call(run, SAVED_ADDRESS.preview, text, occurrence=wrong)  # type: ignore[arg-type]


async def test_a_host_that_could_not_ask_what_became_of_its_writes_does_not_start(
    service: ReferenceService, own_database: Engine
) -> None:
    async with Upstream(service.url, verify=NO_TLS) as upstream:
        adapters = dict(adapters_of(upstream, own_database))
        del adapters["get_refund_status_v1"]
        catalog = {**acme_tools.CATALOG, "roles": {"support_agent": _without_status()}}
        with pytest.raises(
            CatalogError, match="no adapter for get_refund_status_v1, which says what became of"
        ):
            Dispatcher(catalog, adapters, store=MemoryStore(SEALS, Skew().now))  # type: ignore[arg-type]


def _without_status() -> dict[str, Any]:
    row = acme_tools.CATALOG["roles"]["support_agent"]
    reads = {name: view for name, view in row["reads"].items() if name != "get_refund_status_v1"}
    return {**row, "reads": reads}
