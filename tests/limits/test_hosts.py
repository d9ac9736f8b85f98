"""Limits of several hosts that share a store: what one has used, the others do not give again."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from typing import Any

import pytest
from approvals.scene import Scene
from limits.hosts import calls_stored, slots_left, two_hosts
from limits.reading import ASK, TOOL, Counted, code_of, limited
from toolcharter_runtime._ledger.gates import tool_gates
from toolcharter_runtime._store.transaction import StoreUnavailableError, Transaction
from write_path.changes import ADDRESS
from write_path.host import TENANT, Skew

pytestmark = pytest.mark.promise("F6")


async def test_of_a_loop_over_two_hosts_exactly_the_limit_reaches_the_service(
    scene: Scene,
) -> None:
    async with two_hosts(scene, limited(calls=7)) as hosts:
        runs = [host.run("explorer") for host in hosts]
        told = [await hosts[number % 2].call(runs[number % 2], TOOL, ASK) for number in range(20)]
    assert Counter(map(code_of, told)) == {"OK": 7, "LIMIT_REACHED": 13}
    assert Counted.reached == 7
    assert await calls_stored(scene) == 7


async def test_of_a_flood_over_two_hosts_exactly_the_limit_reaches_the_service(
    scene: Scene,
) -> None:
    async with two_hosts(scene, limited(calls=7)) as hosts:
        runs = [host.run("explorer") for host in hosts]
        told = await asyncio.gather(
            *(hosts[number % 2].call(runs[number % 2], TOOL, ASK) for number in range(24))
        )
    assert Counter(map(code_of, told)) == {"OK": 7, "LIMIT_REACHED": 17}
    assert Counted.reached == 7


@pytest.mark.parametrize(("per_run", "per_tenant", "runs"), [(3, 9, 1), (9, 4, 3)])
async def test_no_more_than_the_limit_are_inside_over_two_hosts_and_no_place_is_left_taken(
    scene: Scene, per_run: int, per_tenant: int, runs: int
) -> None:
    catalog = limited(per_run=per_run, per_tenant=per_tenant)
    async with two_hosts(scene, catalog) as hosts:
        Counted.reset(takes_s=0.02)
        opened = [
            [host.run("explorer", run_id=f"run-{number + 1}") for number in range(runs)]
            for host in hosts
        ]
        told = await asyncio.gather(
            *(
                hosts[number % 2].call(opened[number % 2][number % runs], TOOL, ASK)
                for number in range(24)
            )
        )
    assert Counter(map(code_of, told)) == {"OK": 24}
    assert Counted.most == min(per_run * runs, per_tenant)
    assert await slots_left(scene) == []


async def test_calls_of_every_kind_are_counted_and_what_was_refused_with_the_next(
    scene: Scene,
) -> None:
    async with two_hosts(scene, limited(calls=5)) as (one, other):
        mine, theirs = one.run(), other.run()
        shown = await one.call(mine, ADDRESS.preview, ADDRESS.arguments)
        assert await calls_stored(scene) == 1
        commit = {"proposal_id": shown["result"]["proposal_id"]}
        assert code_of(await other.call(theirs, ADDRESS.commit, commit)) == "APPROVAL_PENDING"
        assert await calls_stored(scene) == 1, "nothing was reached, so nothing was stored"
        await other.call(theirs, TOOL, ASK)
        assert await calls_stored(scene) == 3
        await one.decide(commit["proposal_id"])
        assert code_of(await one.call(mine, ADDRESS.commit, commit)) == "OK"
        assert await calls_stored(scene) == 4
        again = await one.call(mine, ADDRESS.preview, ADDRESS.arguments)
        assert again["result"]["proposal_id"] == commit["proposal_id"]
        assert code_of(await other.call(theirs, TOOL, ASK)) == "LIMIT_REACHED"
        assert code_of(await one.call(mine, TOOL, ASK)) == "LIMIT_REACHED"
    assert Counted.reached == 1


@pytest.mark.promise("C16")
async def test_a_run_that_is_cancelled_on_one_host_reads_nothing_on_another(scene: Scene) -> None:
    async with two_hosts(scene, limited()) as (one, other):
        mine, theirs = one.run("explorer"), other.run("explorer")
        assert code_of(await other.call(theirs, TOOL, ASK)) == "OK"
        await one.dispatcher.cancel(mine)
        assert code_of(await other.call(theirs, TOOL, ASK)) == "RUN_CANCELLED"
    assert Counted.reached == 1


async def test_a_reader_who_goes_away_at_any_moment_leaves_no_place_taken(scene: Scene) -> None:
    async with two_hosts(scene, limited(per_run=1)) as (host, _):
        run = host.run("explorer")
        for steps in range(30):
            reading = asyncio.create_task(host.call(run, TOOL, ASK))
            for _ in range(steps):
                await asyncio.sleep(0 if steps < 15 else 0.001)
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        await host.dispatcher.drain()
        assert await slots_left(scene) == []
        assert code_of(await host.call(run, TOOL, ASK)) == "OK"


async def test_the_places_of_a_host_that_died_come_free_with_their_lease(
    in_memory: Scene, skew: Skew
) -> None:
    gates = tool_gates(TOOL, requester="ines", run_id="run-1", per_run=1, per_tenant=1)
    until = skew.now() + 60_000
    names = [gate.name for gate in gates]
    await in_memory.store.transact(
        TENANT, lambda tx: tx.put_slots(names, holder="call_of_the_dead", lease_until=until)
    )
    async with two_hosts(in_memory, limited(per_run=1, timeout_ms=200)) as (host, _):
        run = host.run("explorer")
        told = await host.call(run, TOOL, ASK)
        assert code_of(told) == "RATE_LIMITED"
        assert told["error"]["retry_at"] is not None
        skew.ms += 60_001
        assert code_of(await host.call(run, TOOL, ASK)) == "OK"


async def test_without_its_store_a_host_reads_nothing(
    in_memory: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def down(tenant: str, work: Any) -> Any:
        raise StoreUnavailableError

    async with two_hosts(in_memory, limited()) as (host, _):
        monkeypatch.setattr(in_memory.store, "transact", down)
        told = await host.call(host.run("explorer"), TOOL, ASK)
    assert (code_of(told), told["error"]["retryable"]) == ("STORE_UNAVAILABLE", True)
    assert Counted.reached == 0


@pytest.mark.parametrize("scene", ["sqlite", "postgresql"], indirect=True)
async def test_a_reader_who_goes_away_while_the_place_is_stored_leaves_none_taken(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What gives the place back does not overtake what takes it."""
    has_taken, may_store = threading.Event(), threading.Event()
    transact = scene.store.transact

    async def slowly(tenant: str, work: Any) -> Any:
        def held(tx: Transaction) -> Any:
            result = work(tx)
            has_taken.set()
            may_store.wait(20)
            return result

        monkeypatch.undo()
        return await transact(tenant, held)

    async with two_hosts(scene, limited(per_run=1)) as (host, _):
        monkeypatch.setattr(scene.store, "transact", slowly)
        reading = asyncio.create_task(host.call(host.run("explorer"), TOOL, ASK))
        assert await asyncio.to_thread(has_taken.wait, 20)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        writes = host.dispatcher._writes
        assert writes is not None
        # On a server, nothing else keeps another transaction from being done before this one.
        for _ in range(100):
            if writes.leaving:
                await asyncio.sleep(0.01)
        may_store.set()
        await host.dispatcher.drain()
        assert await slots_left(scene) == []
