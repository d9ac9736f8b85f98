"""Calls of a run are counted one by one: none twice, none for another, none that reaches a service
before it was."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from approvals.scene import Scene
from authority.hosting import catalog_with
from limits.hosts import calls_stored, two_hosts
from limits.reading import ASK, TOOL, Counted, code_of, limited
from reference_service.adapters.addresses import CommitAddressChange, GetAddressChangeStatus
from toolcharter_runtime import Call, ToolError
from toolcharter_runtime._store.transaction import StoreUnavailableError
from write_path.changes import ADDRESS, ready
from write_path.host import Skew

pytestmark = pytest.mark.promise("F6")


async def test_calls_that_wait_for_a_place_are_not_counted_for_those_that_have_one(
    scene: Scene,
) -> None:
    """Two places at a time and a limit of seven: seven of two dozen get in, over both hosts."""
    async with two_hosts(scene, limited(calls=7, per_run=2)) as hosts:
        Counted.reset(takes_s=0.005)
        runs = [host.run("explorer") for host in hosts]
        told = await asyncio.gather(
            *(hosts[number % 2].call(runs[number % 2], TOOL, ASK) for number in range(24))
        )
    assert Counter(map(code_of, told)) == {"OK": 7, "LIMIT_REACHED": 17}
    assert Counted.reached == 7
    assert await calls_stored(scene) == 7


async def test_a_reader_who_goes_away_is_counted_once(scene: Scene) -> None:
    async with two_hosts(scene, limited(calls=1000)) as (host, _):
        run = host.run("explorer")
        for steps in range(20):
            reading = asyncio.create_task(host.call(run, TOOL, ASK))
            for _ in range(steps):
                await asyncio.sleep(0 if steps < 10 else 0.001)
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        await host.dispatcher.drain()
        assert code_of(await host.call(run, TOOL, ASK)) == "OK"
        # The first was cancelled before it had begun.
        assert await calls_stored(scene) == 20


async def test_a_call_that_is_let_in_is_counted_whatever_becomes_of_those_before_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One waits for its place and loses the store while it takes it; the one behind it goes in."""
    may_fail, transact = asyncio.Event(), scene.store.transact

    async def lost(tenant: str, work: Any) -> Any:
        if work.__name__ != "step":  # a place that is given back
            return await transact(tenant, work)
        monkeypatch.setattr(scene.store, "transact", transact)
        await may_fail.wait()
        raise StoreUnavailableError

    async with two_hosts(scene, limited(calls=4, per_run=2)) as (one, other):
        mine, theirs = one.run("explorer"), other.run("explorer")
        Counted.reset(takes_s=0.05)
        calls = [asyncio.create_task(one.call(mine, TOOL, ASK)) for _ in range(4)]
        while Counted.inside < 2:
            await asyncio.sleep(0.001)
        monkeypatch.setattr(scene.store, "transact", lost)
        last = await calls[3]
        assert (code_of(last), await calls_stored(scene)) == ("OK", 3)
        may_fail.set()
        told = await asyncio.gather(*calls)
        assert [code_of(each) for each in told] == ["OK", "OK", "STORE_UNAVAILABLE", "OK"]
        # The one that was lost is counted with the next, which then is one too many.
        assert code_of(await other.call(theirs, TOOL, ASK)) == "OK"
        assert code_of(await other.call(theirs, TOOL, ASK)) == "LIMIT_REACHED"
    assert (Counted.reached, await calls_stored(scene)) == (4, 4)


async def test_a_refusal_that_the_claim_stores_is_counted_once(
    in_memory: Scene, skew: Skew, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The approval expires between the look at it and the claim, which stores that it did."""
    async with two_hosts(in_memory, limited()) as (host, _):
        run = host.run()
        commit = await ready(host, run)
        read = in_memory.store.read

        async def later(tenant: str, work: Any) -> Any:
            found = await read(tenant, work)
            skew.ms += 3_600_000
            return found

        with monkeypatch.context() as patch:
            patch.setattr(in_memory.store, "read", later)
            assert code_of(await host.call(run, ADDRESS.commit, commit)) == "APPROVAL_EXPIRED"
        assert await calls_stored(in_memory) == 2
        await host.call(run, ADDRESS.preview, ADDRESS.arguments)
        assert await calls_stored(in_memory) == 3


async def test_who_takes_up_an_unknown_outcome_is_counted_before_the_service_is_asked(
    scene: Scene,
) -> None:
    asked: list[int] = []

    class Silent(CommitAddressChange):
        async def op(self, call: Call, arguments: Any) -> Any:
            raise ToolError("UPSTREAM_TIMEOUT")

    class Asked(GetAddressChangeStatus):
        async def op(self, call: Call, operation: Any) -> Any:
            asked.append(await calls_stored(scene))
            raise ToolError("UPSTREAM_UNAVAILABLE")

    never = {"retry": {"retry_class": "never", "attempts": 1}}
    catalog = catalog_with(
        tools={ADDRESS.commit: never}, roles={"support_agent": {"calls_per_run": 3}}
    )
    adapters = {ADDRESS.commit: Silent, "get_address_change_status_v1": Asked}
    async with two_hosts(scene, catalog, adapters) as (one, other):
        mine, theirs = one.run(), other.run()
        commit = await ready(one, mine)
        assert code_of(await one.call(mine, ADDRESS.commit, commit)) == "OUTCOME_UNKNOWN"
        assert code_of(await other.call(theirs, ADDRESS.commit, commit)) == "OUTCOME_UNKNOWN"
        assert asked == [2, 3]
        assert code_of(await other.call(theirs, ADDRESS.commit, commit)) == "LIMIT_REACHED"
        assert asked == [2, 3]
    assert await calls_stored(scene) == 3
