"""From a preview to the effect, against a real service."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime._store.transaction import Store
from write_path.changes import ADDRESS, approved
from write_path.host import Envelope, Host, host_of

PREVIEW, COMMIT, ARGUMENTS = ADDRESS.preview, ADDRESS.commit, ADDRESS.arguments


@pytest.mark.promise("A1")
async def test_an_approved_proposal_is_carried_out_once_exactly_as_it_was_shown(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        shown = await approved(host, run)
        commit = {"proposal_id": shown["proposal_id"]}
        first = await host.call(run, COMMIT, commit)
        assert (first["ok"], first["outcome"]) == (True, "committed"), first
        (effect,) = service.effects()
        document = orjson.loads((await host.proposal(shown["proposal_id"])).document)
        assert effect.id == document["target"]["id"] == shown["target"]["id"]
        assert str(effect.version_before) == document["target"]["version"]
        assert document["arguments"] == ARGUMENTS
        assert effect.identity == "ines"
        again = await host.call(run, COMMIT, commit)
        assert again.pop("replayed") is True
        assert again == first
        assert len(service.effects()) == 1


async def outcome_of(host: Host, run: Any, shown: Envelope) -> tuple[Any, Any, Any]:
    """Whether it went well, the outcome, and the code of the error."""
    envelope = await host.call(run, COMMIT, {"proposal_id": shown["proposal_id"]})
    return envelope["ok"], envelope.get("outcome"), envelope.get("error", {}).get("code")


@pytest.mark.promise("F2")
async def test_a_lost_answer_is_found_again_by_the_key(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        shown = await approved(host, run)
        service.arm("cut", when="after")
        assert await outcome_of(host, run, shown) == (True, "committed", None)
        assert len(service.effects()) == 1


@pytest.mark.promise("F2")
async def test_where_nobody_can_say_the_outcome_is_unknown_until_somebody_can(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        shown = await approved(host, run)
        service.arm("cut", when="after", times=None)
        service.arm("status_down", how="unavailable", times=None)
        commit = {"proposal_id": shown["proposal_id"]}
        unknown = await host.call(run, COMMIT, commit)
        assert (unknown["ok"], unknown["outcome"]) == (False, "unknown")
        error = unknown["error"]
        assert (error["code"], error["retryable"]) == ("OUTCOME_UNKNOWN", False)
        assert error["next"]["tool"] == "get_address_change_status_v1"
        assert (await host.operation(error["operation"])).state == "unknown"
        assert await outcome_of(host, run, shown) == (False, "unknown", "OUTCOME_UNKNOWN")
        service.disarm()
        assert await outcome_of(host, run, shown) == (True, "committed", None)
        assert len(service.effects()) == 1


@pytest.mark.promise("F2")
async def test_the_agent_can_ask_by_the_operation_id_of_the_error(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        shown = await approved(host, run)
        service.arm("cut", when="after", times=None)
        service.arm("status_down", how="unavailable", times=None)
        unknown = await host.call(run, COMMIT, {"proposal_id": shown["proposal_id"]})
        ask = {"operation_id": unknown["error"]["operation"]}
        silent = await host.call(run, "get_address_change_status_v1", ask)
        assert silent["result"]["state"] == "pending"
        assert "as_of" in silent
        service.disarm()
        answer = await host.call(run, "get_address_change_status_v1", ask)
        assert answer["result"]["state"] == "succeeded"
        assert answer["result"]["evidence"]["resource_id"] == ARGUMENTS["customer_id"]
        assert await outcome_of(host, run, shown) == (True, "committed", None)
        other = host.run(identity="otto", run_id="run-9")
        refused = await host.call(other, "get_address_change_status_v1", ask)
        assert refused["error"]["code"] == "OPERATION_UNKNOWN"


@pytest.mark.promise("F3")
async def test_a_record_that_moved_since_ends_in_a_conflict_and_nothing_happens(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        shown = await approved(host, run)
        service.bump("acme", "customer", ARGUMENTS["customer_id"])
        envelope = await host.call(run, COMMIT, {"proposal_id": shown["proposal_id"]})
        assert (envelope["outcome"], envelope["error"]["code"]) == (
            "nothing_happened",
            "VERSION_CONFLICT",
        )
        assert envelope["error"]["next"]["tool"] == PREVIEW
        assert (await host.proposal(shown["proposal_id"])).state == "closed"
        assert service.effects() == []


@pytest.mark.promise("F5")
async def test_a_refused_rate_gives_the_time_and_leaves_the_approval(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        shown = await approved(host, run)
        service.arm("rate_limited", how="seconds", seconds=1800, times=1)
        envelope = await host.call(run, COMMIT, {"proposal_id": shown["proposal_id"]})
        assert (envelope["outcome"], envelope["error"]["code"]) == (
            "nothing_happened",
            "RATE_LIMITED",
        )
        assert "retry_at" in envelope["error"]
        assert (await host.proposal(shown["proposal_id"])).state == "approved"
        assert await outcome_of(host, run, shown) == (True, "committed", None)


@pytest.mark.promise("A2")
async def test_nothing_is_carried_out_without_an_approval(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        shown = (await host.call(run, PREVIEW, ARGUMENTS))["result"]
        assert await outcome_of(host, run, shown) == (False, None, "APPROVAL_PENDING")
        await host.decide(shown["proposal_id"], verdict="deny", reason="Wrong street.")
        envelope = await host.call(run, COMMIT, {"proposal_id": shown["proposal_id"]})
        assert envelope["error"]["code"] == "APPROVAL_DENIED"
        assert envelope["error"]["reason"] == "Wrong street."
        assert service.effects() == []


@pytest.mark.promise("F1")
async def test_a_preview_that_is_asked_again_gives_the_same_proposal(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        first = await host.call(run, PREVIEW, ARGUMENTS, request_id="r1")
        assert await host.call(run, PREVIEW, ARGUMENTS, request_id="r1") == first
        other = {**ARGUMENTS, "destination": {"kind": "saved", "address_id": "adr_00000001"}}
        refused = await host.call(run, PREVIEW, other, request_id="r1")
        assert refused["error"]["code"] == "IDEMPOTENCY_MISMATCH"
        second = await host.call(run, PREVIEW, ARGUMENTS, request_id="r2")
        assert second["result"]["proposal_id"] != first["result"]["proposal_id"]


async def test_a_caller_who_goes_away_ends_the_wait_and_not_the_bookkeeping(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        shown = await approved(host, run)
        service.arm("slow", when="before", seconds=60)
        commit = {"proposal_id": shown["proposal_id"]}
        task = asyncio.create_task(host.call(run, COMMIT, commit))
        await service.wait_for(held=1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        busy = await host.call(run, COMMIT, commit)
        assert busy["error"]["code"] == "IN_PROGRESS"
        service.release()
        await host.dispatcher.drain()
        replayed = await host.call(run, COMMIT, commit)
        assert (replayed["outcome"], replayed["replayed"]) == ("committed", True)
        assert len(service.effects()) == 1


@pytest.mark.promise("C16")
async def test_what_a_cancelled_run_gives_back_late_is_nobodys(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    """Its commit was under way when it was cancelled, and then nothing had happened."""
    async with host_of(service, own_database, store) as host:
        run = host.run()
        commit = {"proposal_id": (await approved(host, run))["proposal_id"]}
        service.arm("slow", when="before", seconds=60)
        service.arm("rate_limited", seconds=600)
        task = asyncio.create_task(host.call(run, COMMIT, commit))
        await service.wait_for(held=1)
        cancelled = await host.dispatcher.cancel(run)
        assert [state for _, state in cancelled.going_on] == ["claimed"]
        service.release()
        assert (await task)["outcome"] == "nothing_happened"
        for other in (host.run(run_id="run-2"), host.run(run_id="run-3")):
            refused = await host.call(other, COMMIT, commit)
            assert refused["error"]["code"] == "APPROVAL_CONSUMED"
        assert service.effects() == []


@pytest.mark.promise("C16")
async def test_a_cancelled_run_lists_what_was_voided(
    service: ReferenceService, own_database: Engine, store: Store
) -> None:
    async with host_of(service, own_database, store) as host:
        run = host.run()
        shown = await approved(host, run)
        cancelled = await host.dispatcher.cancel(run)
        assert cancelled.voided == (shown["proposal_id"],)
        assert await outcome_of(host, run, shown) == (False, None, "RUN_CANCELLED")
        other = host.run(run_id="run-2")
        assert await outcome_of(host, other, shown) == (False, None, "APPROVAL_CONSUMED")
        assert service.effects() == []
