"""Work that the service takes on and finishes later."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime._store.transaction import Store
from write_path.changes import EXPORT
from write_path.host import Envelope, Host, host_of


async def started(host: Host, run: Any) -> Envelope:
    envelope = await host.call(run, "start_export_v1", EXPORT, request_id="r1")
    assert (envelope["ok"], envelope["outcome"]) == (True, "accepted"), envelope
    assert envelope["result"]["state"] == "queued"
    return envelope


@pytest.mark.promise("C15")
async def test_long_work_is_accepted_polled_and_ends_with_evidence(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run("export_operator")
        accepted = await started(host, run)
        again = await host.call(run, "start_export_v1", EXPORT, request_id="r1")
        assert again.pop("replayed") is True
        assert again == accepted
        ask = {"operation_id": accepted["result"]["operation_id"]}
        for state in ("queued", "running"):
            service.export("acme", key_of(service), state)
            assert (await host.call(run, "get_export_v1", ask))["result"]["state"] == state
        service.export("acme", key_of(service), "succeeded")
        done = (await host.call(run, "get_export_v1", ask))["result"]
        assert done["state"] == "succeeded"
        assert done["evidence"]["changed_fields"] == ["export_file.record"]
        assert (await host.operation(ask["operation_id"])).state == "succeeded"
        assert len(service.effects()) == 1
        after = await host.call(run, "start_export_v1", EXPORT, request_id="r1")
        assert after.pop("replayed") is True
        assert after == accepted


@pytest.mark.promise("C15")
async def test_a_poll_without_an_answer_tells_the_last_state_and_its_age(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run("export_operator")
        ask = {"operation_id": (await started(host, run))["result"]["operation_id"]}
        service.export("acme", key_of(service), "running")
        await host.call(run, "get_export_v1", ask)
        service.arm("status_down", how="unavailable", times=None)
        silent = await host.call(run, "get_export_v1", ask)
        assert silent["result"]["state"] == "running", silent
        assert "as_of" in silent


@pytest.mark.promise("C16")
@pytest.mark.parametrize("answer", ["stopped", "cannot_interrupt", "already_finished", "unknown"])
async def test_a_cancel_answers_one_of_four_and_the_same_ever_after(
    service: ReferenceService, own_database: Engine, store: Store, answer: str
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run("export_operator")
        ask = {"operation_id": (await started(host, run))["result"]["operation_id"]}
        service.answer_cancels(answer)
        first = await host.call(run, "cancel_export_v1", ask, request_id="c1")
        assert first["result"] == {**ask, "answer": answer}, first
        state = (await host.operation(ask["operation_id"])).state
        assert state == ("cancelled" if answer == "stopped" else "running")
        if answer != "unknown":
            again = await host.call(run, "cancel_export_v1", ask, request_id="c1")
            assert again.pop("replayed") is True
            assert again == first


@pytest.mark.promise("C16")
async def test_what_was_not_answered_is_asked_again_by_one_at_a_time(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run("export_operator")
        ask = {"operation_id": (await started(host, run))["result"]["operation_id"]}
        service.answer_cancels("unknown")
        first = await host.call(run, "cancel_export_v1", ask, request_id="c1")
        assert first["result"]["answer"] == "unknown"
        service.arm("slow", kind="cancels", seconds=60)
        service.answer_cancels("stopped")
        held = asyncio.create_task(host.call(run, "cancel_export_v1", ask, request_id="c1"))
        await service.wait_for(held=1)
        busy = await host.call(
            host.run("export_operator"), "cancel_export_v1", ask, request_id="c1"
        )
        assert busy["error"]["code"] == "IN_PROGRESS"
        service.release()
        assert (await held)["result"]["answer"] == "stopped"
        told = await host.call(run, "cancel_export_v1", ask, request_id="c1")
        assert (told["result"]["answer"], told["replayed"]) == ("stopped", True)


@pytest.mark.promise("C16")
async def test_what_has_ended_cannot_be_stopped(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run("export_operator")
        ask = {"operation_id": (await started(host, run))["result"]["operation_id"]}
        service.export("acme", key_of(service), "succeeded")
        await host.call(run, "get_export_v1", ask)
        service.answer_cancels("stopped")
        late = await host.call(run, "cancel_export_v1", ask)
        assert late["result"]["answer"] == "already_finished"
        assert (await host.operation(ask["operation_id"])).state == "succeeded"


def key_of(service: ReferenceService) -> str:
    """The key that the export was started under."""
    (effect,) = service.effects(kind="exports")
    assert effect.key is not None
    return effect.key
