"""From a ledger that was restored, nothing that has happened happens once more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from store.backups import backup
from store.kinds import store_url
from store.rows import new_tenant
from toolcharter_runtime._store.sql.opening import open_store, reconcile
from toolcharter_runtime._store.sql.origin import RestoredError
from write_path.changes import ADDRESS, REFUND, ready
from write_path.host import SEALS, Host, host_of

__all__ = ["store_url"]

pytestmark = pytest.mark.promise("F7")


@asynccontextmanager
async def hosting(url: str, service: ReferenceService, own: Engine) -> AsyncIterator[Host]:
    store = open_store(url, SEALS)
    try:
        async with host_of(service, own, store) as host:
            yield host
            await host.dispatcher.drain()
    finally:
        await store.close()


async def test_an_approved_refund_is_not_paid_a_second_time(
    service: ReferenceService, own_database: Engine, store_url: str, tmp_path: Path
) -> None:
    service.personality("refunds", versions=False)
    async with hosting(store_url, service, own_database) as host:
        refund = await ready(host, host.run(), REFUND)
    with backup(store_url, tmp_path) as restore:
        async with hosting(store_url, service, own_database) as host:
            assert (await host.call(host.run(), REFUND.commit, refund))["ok"]
        restore()
        with pytest.raises(RestoredError):
            async with hosting(store_url, service, own_database):
                pass
        closed = await reconcile(store_url, SEALS)
        assert (closed.runs, closed.proposals, closed.operations) == (1, 1, 0)
        async with hosting(store_url, service, own_database) as host:
            again = await host.call(host.run(), REFUND.commit, refund)
            assert again["error"]["code"] == "RUN_CANCELLED"
            other = await host.call(host.run(run_id="run-2"), REFUND.commit, refund)
            assert other["error"]["code"] == "APPROVAL_CONSUMED"
        assert len(service.effects(kind="refunds")) == 1


async def test_that_it_would_have_been_paid_twice_is_why(
    service: ReferenceService, own_database: Engine, store_url: str, tmp_path: Path
) -> None:
    """Where the service neither keeps keys nor compares versions."""
    service.personality("refunds", versions=False)
    async with hosting(store_url, service, own_database) as host:
        refund = await ready(host, host.run(), REFUND)
    with backup(store_url, tmp_path) as restore:
        async with hosting(store_url, service, own_database) as host:
            assert (await host.call(host.run(), REFUND.commit, refund))["ok"]
        restore()
        await reconcile(store_url, SEALS, lost_nothing=True)
        async with hosting(store_url, service, own_database) as host:
            assert (await host.call(host.run(), REFUND.commit, refund))["ok"]
        assert len(service.effects(kind="refunds")) == 2


async def test_a_write_that_could_have_been_tried_again_is_unknown(
    service: ReferenceService, own_database: Engine, store_url: str, tmp_path: Path
) -> None:
    async with hosting(store_url, service, own_database) as host:
        change = await ready(host, host.run(), ADDRESS)
        service.arm("rate_limited", seconds=600)
        limited = await host.call(host.run(), ADDRESS.commit, change)
        assert limited["error"]["code"] == "RATE_LIMITED"
        service.disarm()
    with backup(store_url, tmp_path) as restore:
        async with hosting(store_url, service, own_database) as host:
            assert (await host.call(host.run(), ADDRESS.commit, change))["ok"]
        restore()
        closed = await reconcile(store_url, SEALS)
        assert closed.operations == 1
        async with hosting(store_url, service, own_database) as host:
            store = host.store
            ((tenant, operation),) = await store.unknown(9)  # type: ignore[attr-defined]
            row = await host.operation(operation)
            assert (tenant, row.state, row.reason) == ("acme", "unknown", "restored")
            assert (await reconcile(store_url, SEALS)).operations == 0
        assert len(service.effects(kind="customers")) == 1


async def test_the_rows_of_every_tenant_are_closed_and_those_that_ended_stay(
    service: ReferenceService, own_database: Engine, store_url: str
) -> None:
    tenants = [new_tenant() for _ in range(3)]
    store = open_store(store_url, SEALS)
    for tenant in tenants:
        await store.transact(tenant, lambda tx: tx.count_calls("ines", "run-1", 1))
    await store.close()
    async with hosting(store_url, service, own_database) as host:
        done = await ready(host, host.run(), REFUND)
        told = await host.call(host.run(), REFUND.commit, done)
        operation = await host.operation(told["result"]["operation_id"])
    closed = await reconcile(store_url, SEALS)
    assert (closed.runs, closed.proposals, closed.operations) == (4, 0, 0)
    async with hosting(store_url, service, own_database) as host:
        assert await host.operation(operation.id) == operation
