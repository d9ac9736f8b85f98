"""Followers: what they say of a write that was made, and of one that nobody has heard of."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine
from toolcharter_runtime import ToolError
from toolcharter_runtime.formats.v1 import Operation

from reference_service.cases import ADDRESS, EXPORT, REFUND, Case, writing
from reference_service.controller import ReferenceService
from reference_service.hosting import call_of, fits, value_of

Service = ReferenceService


@pytest.mark.parametrize(
    ("case", "tool"),
    [(ADDRESS, "get_address_change_status_v1"), (REFUND, "get_refund_status_v1")],
    ids=["address", "refund"],
)
async def test_a_status_tool_says_what_became_of_the_write(
    reference_service: Service, own_database: Engine, case: Case, tool: str
) -> None:
    async with writing(reference_service, own_database) as host:
        assert (await host.ask(tool, case))["state"] == "not_found"
        reference_service.arm("cut", when="after")
        with pytest.raises(ToolError):
            await host.carry_out(case)
        told = await host.ask(tool, case)
        reference_service.arm("status_says", says="pending")
        assert (await host.ask(tool, case))["state"] == "pending"
        reference_service.arm("status_down", how="cut")
        with pytest.raises(ToolError) as raised:
            await host.ask(tool, case)
    assert raised.value.code == "UPSTREAM_UNAVAILABLE"
    assert told["state"] == "succeeded"
    assert told["evidence"]["changed_fields"][0].count(".") == 1


async def test_a_status_tool_says_why_a_write_failed(
    reference_service: Service, own_database: Engine
) -> None:
    tool = "get_address_change_status_v1"
    async with writing(reference_service, own_database) as host:
        reference_service.arm("bump")
        with pytest.raises(ToolError):
            await host.carry_out(ADDRESS)
        told = await host.ask(tool, ADDRESS)
        reference_service.arm("status_says", says="failed", how="unavailable")
        again = await host.ask(tool, ADDRESS, key="k2")
    assert (told["state"], told["error"]["code"]) == ("failed", "VERSION_CONFLICT")
    assert (again["error"]["code"], again["error"]["retryable"]) == ("UPSTREAM_UNAVAILABLE", True)


@pytest.mark.parametrize("reference", ["exp_00000001", None], ids=["by its name", "by our key"])
async def test_an_export_is_watched_to_its_end(
    reference_service: Service, own_database: Engine, reference: str | None
) -> None:
    async with writing(reference_service, own_database) as host:
        assert value_of(await host.carry_out(EXPORT)) == {"reference": "exp_00000001"}
        seen = []
        for state in ("queued", "running", "failed", "cancelled", "succeeded"):
            reference_service.export("acme", "k1", state)
            seen.append(await host.ask("get_export_v1", EXPORT, reference=reference))
    assert [each["state"] for each in seen] == [
        *("queued", "running", "failed", "cancelled", "succeeded")
    ]
    assert seen[-1]["result"]["file"] == "export_file.file-1"
    assert seen[-1]["evidence"]["resource_id"] == "exp_00000001"
    assert [each["evidence"] for each in seen[:-1]] == [None] * 4


async def test_an_export_that_nobody_knows_is_not_found(
    reference_service: Service, own_database: Engine
) -> None:
    async with writing(reference_service, own_database) as host:
        adapter = host.made["get_export_v1"]()
        operation = Operation(
            id="op_1",
            idempotency_key="k9",
            tool="start_export_v1",
            arguments=host.arguments(EXPORT),
        )
        call = call_of("get_export_v1")
        assert await adapter.export_is_own(call, operation) is False
        answer = await adapter.op(call, operation)
    assert fits("get_export_v1", answer)
    assert value_of(answer)["state"] == "not_found"


@pytest.mark.parametrize("answer", ["stopped", "already_finished", "cannot_interrupt", "unknown"])
async def test_a_cancel_has_four_answers(
    reference_service: Service, own_database: Engine, answer: str
) -> None:
    reference_service.answer_cancels(answer)
    async with writing(reference_service, own_database) as host:
        await host.carry_out(EXPORT)
        told = await host.ask("cancel_export_v1", EXPORT)
    assert told == {"answer": answer}
    assert [each.key for each in reference_service.effects(kind="cancels")] == (
        ["cancel-1"] if answer == "stopped" else []
    )
