"""An agent that plans in a circle: what its run and its tenant may do at a time and in all bounds it,
before any handler is reached, and nobody else is kept waiting."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from approvals.scene import Scene
from authority.hosting import catalog_with, serving
from authority.walking import code_of
from reference_service.adapters.customers import GetCustomer
from toolcharter_runtime import Call, Requester, Run
from write_path.host import PERMISSIONS, Envelope, Host

TOOL = "get_customer_v2"
ASK = {"customer_id": "cus_4f7a2b9c"}
FLOOD = 1000
PER_RUN, PER_TENANT = 10, 50


class Stuck(GetCustomer):
    """A service that answers the tenant of the flood never, and everybody else at once."""

    inside = 0
    most = 0
    full: asyncio.Event

    async def customer_visible(self, call: Call, arguments: Any) -> bool:
        return True

    async def op(self, call: Call, arguments: Any) -> Any:
        if call.tenant != "acme":
            return await super().op(call, arguments)
        kind = type(self)
        kind.inside += 1
        kind.most = max(kind.most, kind.inside)
        if kind.inside >= PER_RUN:
            kind.full.set()
        try:
            await asyncio.sleep(60)
        finally:
            kind.inside -= 1
        return None


@pytest.mark.promise("F6")
@pytest.mark.parametrize(("runs", "limit"), [(1, PER_RUN), (8, PER_TENANT)], ids=["run", "tenant"])
async def test_s30_a_planning_loop_fills_its_own_places_and_nobody_elses(
    in_memory: Scene, runs: int, limit: int
) -> None:
    limits = {"per_run": PER_RUN, "per_tenant": PER_TENANT, "timeout_ms": 2000}
    catalog = catalog_with(
        tools={TOOL: {"limits": limits, "retry": {"retry_class": "never", "attempts": 1}}},
        roles={"explorer": {"calls_per_run": FLOOD}},
    )
    Stuck.inside = Stuck.most = 0
    Stuck.full = asyncio.Event()
    async with serving(in_memory, catalog=catalog, adapters={TOOL: Stuck}) as host:
        agents = [host.run("explorer", run_id=f"run-{number}") for number in range(runs)]
        flood = [
            asyncio.create_task(host.call(agents[number % runs], TOOL, ASK))
            for number in range(FLOOD)
        ]
        await Stuck.full.wait()
        other = await host.call(_of_another_tenant(host), TOOL, {"customer_id": "cus_77777777"})
        assert other["ok"], other
        told = await asyncio.gather(*flood)
    codes = Counter(map(code_of, told))
    assert codes.keys() == {"RATE_LIMITED", "UPSTREAM_TIMEOUT"}
    assert (Stuck.most, Stuck.inside, codes.total()) == (limit, 0, FLOOD)
    _check_told_when(told)


def _of_another_tenant(host: Host) -> Run:
    requester = Requester(identity="zoe", tenant="globex", permissions=PERMISSIONS)
    return host.dispatcher.open(role="explorer", requester=requester, run_id="run-0")


def _check_told_when(told: list[Envelope]) -> None:
    limited = [each["error"] for each in told if code_of(each) == "RATE_LIMITED"]
    assert all(each["retryable"] and each["retry_at"] for each in limited)


@pytest.mark.promise("F6")
async def test_s30_of_a_thousand_calls_of_a_run_as_many_as_it_may_make_reach_the_service(
    in_memory: Scene,
) -> None:
    async with in_memory.host() as host, in_memory.host() as second:
        runs = [each.run("explorer") for each in (host, second)]
        hosts = (host, second)
        told = []
        for number in range(FLOOD):
            which = number % 2
            told.append(await hosts[which].call(runs[which], TOOL, ASK))
        assert Counter(map(code_of, told)) == {"OK": 100, "LIMIT_REACHED": FLOOD - 100}
        paths = [each["path"] for each in in_memory.service.requests()]
        # Each call asks whether the customer is visible, and then for the customer.
        assert paths == [f"/customers/{ASK['customer_id']}"] * 200
