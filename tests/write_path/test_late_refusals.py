"""A commit that is refused by what a reader saw, while a claim that was made in time is being stored.

What was refused then would be told as if nothing had happened, and proposed anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from reference_service.adapters.sale_changes import CommitStageChange
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from store.waiting import waiting_database
from toolcharter_runtime._store.transaction import Store
from write_path.changes import ADDRESS, STAGE, approved, ready
from write_path.host import Host, Skew, host_of
from write_path.test_shared_writes import effects, own_tables, sharing


class Overtaken:
    """A store to whose first transaction somebody else comes before."""

    def __init__(self, store: Store, before: Callable[[], Awaitable[None]]) -> None:
        self._store = store
        self._before: Callable[[], Awaitable[None]] | None = before
        self.read, self.overdue, self.sweep = store.read, store.overdue, store.sweep

    async def transact(self, tenant: str, work: Callable[[Any], Any]) -> Any:
        before, self._before = self._before, None
        if before is not None:
            await before()
        return await self._store.transact(tenant, work)


async def ends_in_time_elsewhere(
    host: Host, service: ReferenceService, own: Engine, skew: Skew, *, is_claimed: bool
) -> Any:
    """What a caller is told who has seen the approval over, while another one claims, or does not,
    a moment before it was."""
    run = host.run()
    commit = {"proposal_id": (await approved(host, run))["proposal_id"]}
    row = await host.proposal(commit["proposal_id"])
    told: list[Any] = []

    async def in_time() -> None:
        skew.ms -= late
        told.append(await host.call(run, ADDRESS.commit, commit) if is_claimed else None)
        skew.ms += late

    skew.ms += (late := row.expires_at - row.created_at)
    async with host_of(service, own, Overtaken(host.store, in_time)) as other:
        second = await other.call(other.run(run_id="run-2"), ADDRESS.commit, commit)
    assert len(told) == 1
    assert (told[0] or {"ok": is_claimed})["ok"] is is_claimed
    return second


@pytest.mark.promise("F1")
async def test_a_claim_in_time_is_told_to_who_has_seen_the_approval_over(
    service: ReferenceService, own_database: Engine, store: Store, skew: Skew
) -> None:
    async with host_of(service, own_database, store) as host:
        told = await ends_in_time_elsewhere(host, service, own_database, skew, is_claimed=True)
        assert (told.get("outcome"), told.get("replayed")) == ("committed", True), told
        assert len(service.effects()) == 1


@pytest.mark.promise("A4")
async def test_what_nobody_has_claimed_is_expired_for_good(
    service: ReferenceService, own_database: Engine, store: Store, skew: Skew
) -> None:
    async with host_of(service, own_database, store) as host:
        told = await ends_in_time_elsewhere(host, service, own_database, skew, is_claimed=False)
        assert (told["error"]["code"], told.get("outcome")) == ("APPROVAL_EXPIRED", None)
        assert service.effects() == []


@pytest.mark.promise("F1")
async def test_a_fact_that_fails_while_a_shared_write_is_being_stored_is_told_as_that_write(
    service: ReferenceService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first caller has lost sight of its commit, and the server has not yet let anybody see it."""
    with waiting_database() as waiting, own_tables(waiting.url) as own:
        async with sharing(service, own) as host, sharing(service, own, waiting.patient) as unlucky:
            run = host.run("sales_agent")
            commit = await ready(host, run, STAGE)
            first = asyncio.create_task(
                unlucky.call(unlucky.run("sales_agent"), STAGE.commit, commit)
            )
            await asyncio.to_thread(waiting.until_one_commits)

            async def fails(*_: Any) -> bool:
                return False

            name = CommitStageChange(own).preconditions()[0].__name__
            fails.__name__ = name
            monkeypatch.setattr(CommitStageChange, name, fails)
            second = asyncio.create_task(host.call(run, STAGE.commit, commit))
            await asyncio.sleep(0.2)
            await asyncio.to_thread(waiting.cut_one)
            lost, told = await first, await second
            assert (lost["outcome"], lost["error"]["code"]) == ("unknown", "STORE_UNAVAILABLE")
            assert (told.get("outcome"), told.get("replayed")) == ("committed", True), told
            assert len(effects(own)) == 1
