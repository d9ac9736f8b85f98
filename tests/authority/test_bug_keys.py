"""Reported bugs of comparable systems about idempotency: what goes wrong there does not here."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from approvals.scene import Scene, proposed
from authority.walking import code_of
from reference_service.adapters.own_tables import own_effects
from sqlalchemy import select
from toolcharter_runtime._store.sql.opening import open_store
from write_path.changes import REFUND, ready
from write_path.host import SEALS, Host, Skew, host_of

DRAFT = {"customer_id": "cus_4f7a2b9c", "subject": "Hello", "body": "Good morning."}


def drafts(scene: Scene) -> list[Any]:
    with scene.own.connect() as connection:
        return list(connection.execute(select(own_effects)))


@pytest.mark.promise("F1")
async def test_bug_089_no_argument_is_left_out_of_what_a_request_is(scene: Scene) -> None:
    """The charge is committed by its proposal alone; a preview under the same request id has to be
    the same to the last field."""
    async with scene.host() as host:
        run = host.run()
        first = await host.call(run, REFUND.preview, REFUND.arguments, request_id="pay_1")
        amount = {"amount_minor": 1501, "currency": "EUR"}
        for volatile in ({"reason": "damaged"}, {"amount": amount}):
            other = {**REFUND.arguments, **volatile}
            again = await host.call(run, REFUND.preview, other, request_id="pay_1")
            assert code_of(again) == "IDEMPOTENCY_MISMATCH"
        assert await host.call(run, REFUND.preview, REFUND.arguments, request_id="pay_1") == first
        commit = {"proposal_id": first["result"]["proposal_id"]}
        await host.decide(commit["proposal_id"])
        told = [
            await host.call(run, REFUND.commit, commit, request_id=name) for name in ("a", "b", "c")
        ]
        assert [each["outcome"] for each in told] == ["committed"] * 3
        assert len(scene.service.effects()) == 1


@pytest.mark.promise("F1")
async def test_bug_091_of_many_first_uses_of_a_key_one_is_carried_out(
    scene: Scene, own_url: str
) -> None:
    """Two processes with 20 callers each, as many as calls of one run, and nobody has seen the key."""
    async with AsyncExitStack() as stack:
        stores = [open_store(own_url, SEALS) for _ in range(2)]
        hosts = [
            await stack.enter_async_context(host_of(scene.service, scene.own, each))
            for each in stores
        ]
        told = await asyncio.gather(
            *(
                host.call(host.run("sales_drafter"), "draft_email_v1", DRAFT, request_id="k9")
                for host in hosts
                for _ in range(20)
            )
        )
        for each in stores:
            await each.close()
    codes = {code_of(each) for each in told}
    assert codes <= {"OK", "IN_PROGRESS", "RATE_LIMITED"}
    done = [each for each in told if each["ok"]]
    assert {each["result"]["operation_id"] for each in done} == {done[0]["result"]["operation_id"]}
    assert sum("replayed" not in each for each in done) == 1
    assert len(drafts(scene)) == 1


async def die(host: Host) -> None:
    """The process is gone, in the middle of what it did."""
    writes = host.dispatcher._writes
    assert writes is not None
    tasks = list(writes.tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.promise("F2")
async def test_bug_091_a_claim_whose_process_died_is_unknown_and_not_free(
    in_memory: Scene, skew: Skew
) -> None:
    """The service keeps no keys and has not done it yet: it still may, so nobody sends it again."""
    service = in_memory.service
    async with in_memory.host() as dead, in_memory.host() as alive:
        run = dead.run()
        commit = await ready(dead, run, REFUND)
        service.arm("slow", when="before", seconds=60)
        waiting = asyncio.create_task(dead.call(run, REFUND.commit, commit))
        await service.wait_for(held=1)
        await die(dead)
        await asyncio.gather(waiting, return_exceptions=True)
        other = alive.run()
        assert code_of(await alive.call(other, REFUND.commit, commit)) == "IN_PROGRESS"
        skew.ms = 60_000
        for _ in range(2):
            unknown = await alive.call(other, REFUND.commit, commit)
            assert (code_of(unknown), unknown["outcome"]) == ("OUTCOME_UNKNOWN", "unknown")
        assert [each["method"] for each in service.requests()].count("POST") == 1
        service.release()
        while not service.effects():
            await asyncio.sleep(0.01)
        done = await alive.call(other, REFUND.commit, commit)
        assert (done["outcome"], len(service.effects())) == ("committed", 1)


@pytest.mark.promise("F1")
async def test_bug_093_a_run_that_is_tried_again_repeats_no_finished_write(scene: Scene) -> None:
    """The model failed after its calls, twice. Each attempt is made by another process, and every
    call has another name that the model made: neither is part of what the call is."""
    ends = []
    for attempt in range(3):
        async with scene.host() as host:
            charge = host.run()
            proposal_id = await proposed(host, charge, REFUND.arguments, REFUND.preview)
            if attempt == 0:
                await host.decide(proposal_id)
            commit = {"proposal_id": proposal_id}
            name = f"call_{attempt}"
            ends.append(await host.call(charge, REFUND.commit, commit, request_id=name))
            drafter = host.run("sales_drafter")
            ends.append(await host.call(drafter, "draft_email_v1", DRAFT))
    assert [each["outcome"] for each in ends] == ["committed"] * 6
    assert [each.get("replayed", False) for each in ends] == [False] * 2 + [True] * 4
    assert (len(scene.service.effects()), len(drafts(scene))) == (1, 1)
