"""What the service's own log says: writes on one record one after the other, and what a saturated
tenant costs another."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from approvals.scene import Scene
from authority.hosting import catalog_with, serving
from limits.hosts import two_hosts
from limits.reading import ASK, TOOL, Counted, code_of, limited
from reference_service.adapters.customers import GetCustomer
from toolcharter_runtime import Call, Requester
from toolcharter_runtime._ledger.gates import GateFullError
from write_path.changes import ADDRESS
from write_path.host import PERMISSIONS

ONE, OTHER = "cus_4f7a2b9c", "cus_8d1e6a0f"
COMMITS = 4


async def committed(scene: Scene, customers: list[str], *, held: int) -> list[str]:
    """What commits come to that two hosts make at once, each in a run of its own. The service lets
    nobody out before so many are inside."""
    limits = {"per_run": 10, "per_tenant": 10, "timeout_ms": 20_000}
    catalog = catalog_with(tools={ADDRESS.commit: {"limits": limits}})
    async with serving(scene, catalog=catalog) as one, serving(scene, catalog=catalog) as other:
        asked = []
        for number, customer in enumerate(customers):
            host = (one, other)[number % 2]
            run = host.run(run_id=f"run-{number}")
            shown = await host.call(
                run, ADDRESS.preview, {**ADDRESS.arguments, "customer_id": customer}
            )
            await host.decide(shown["result"]["proposal_id"])
            commit = {"proposal_id": shown["result"]["proposal_id"]}
            asked.append(host.call(run, ADDRESS.commit, commit))
        scene.service.arm("slow", when="before", seconds=None, times=len(asked))
        committing = asyncio.gather(*asked)
        for _ in range(0, len(asked), held):
            await scene.service.wait_for(held=held)
            scene.service.release()
        told = await committing
    return [code_of(each) for each in told]


def writes(scene: Scene) -> list[tuple[int, int]]:
    """When each write went into the service and out of it, by its own log."""
    found = [each for each in scene.service.requests() if each["method"] not in ("GET", "HEAD")]
    return sorted((each["time_in"], each["time_out"]) for each in found)


@pytest.mark.promise("F6")
async def test_writes_of_two_hosts_on_one_record_never_overlap_in_the_services_log(
    scene: Scene,
) -> None:
    codes = await committed(scene, [ONE] * COMMITS, held=1)
    assert codes.count("OK") == 1
    assert set(codes) == {"OK", "VERSION_CONFLICT"}
    assert [each.version_before for each in scene.service.effects()] == [17]
    log = writes(scene)
    assert len(log) == COMMITS
    assert all(before[1] <= after[0] for before, after in pairwise(log)), log


@pytest.mark.promise("F6")
async def test_writes_on_two_records_do_overlap(scene: Scene) -> None:
    """That the log could show it: nothing keeps these apart."""
    assert await committed(scene, [ONE, OTHER], held=2) == ["OK", "OK"]
    (first_in, first_out), (second_in, second_out) = writes(scene)
    assert first_in < second_out
    assert second_in < first_out


@pytest.mark.promise("F6")
async def test_a_tenant_that_is_saturated_on_two_hosts_makes_no_call_of_another_wait(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    places, may_answer = 3, asyncio.Event()
    waits: list[str] = []
    transact = scene.store.transact

    async def noticed(tenant: str, work: Any) -> Any:
        try:
            return await transact(tenant, work)
        except GateFullError:
            waits.append(tenant)
            raise

    class Slow(GetCustomer):
        inside = 0

        async def op(self, call: Call, arguments: Any) -> Any:
            if call.tenant == "acme":
                Slow.inside += 1
                await may_answer.wait()
            return await super().op(call, arguments)

    catalog = limited(per_run=places, per_tenant=places)
    monkeypatch.setattr(scene.store, "transact", noticed)
    async with two_hosts(scene, catalog, {TOOL: Slow}) as hosts:
        flooding = [
            asyncio.create_task(
                hosts[number % 2].call(hosts[number % 2].run("explorer"), TOOL, ASK)
            )
            for number in range(20)
        ]
        while Slow.inside < places or "acme" not in waits:
            await asyncio.sleep(0.001)
        zoe = Requester(identity="zoe", tenant="globex", permissions=PERMISSIONS)
        for number in range(20):
            host = hosts[number % 2]
            run = host.dispatcher.open(role="explorer", requester=zoe, run_id=f"run-{number}")
            told = await host.call(run, TOOL, {"customer_id": "cus_77777777"})
            assert code_of(told) == "OK"
            turnstile = host.dispatcher._runs._tenants["globex"].turnstiles[TOOL]
            assert not turnstile._waiting
        assert Slow.inside == places
        assert "globex" not in waits
        may_answer.set()
        assert {code_of(each) for each in await asyncio.gather(*flooding)} == {"OK"}
    assert (Slow.inside, Counted.reached) == (20, 0)
