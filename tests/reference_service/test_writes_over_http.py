"""Adapters of writes over HTTP: what goes out, and what each answer of the service becomes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import acme_tools
import pytest
from sqlalchemy import Engine
from toolcharter_runtime import ToolError

from reference_service.adapters.upstream import UnexpectedAnswerError
from reference_service.cases import (
    ADDRESS,
    CASES,
    COMMITS,
    EXPORT,
    NEW_ADDRESS,
    REFUND,
    SEND,
    Case,
    writing,
)
from reference_service.controller import ReferenceService
from reference_service.hosting import adapters, call_of, fits, value_of

Service = ReferenceService


async def test_there_is_an_adapter_for_every_tool(
    reference_service: Service, own_database: Engine
) -> None:
    async with adapters(reference_service, own_database) as made:
        factories: dict[str, Callable[[], Any]] = dict(made)  # type: ignore[arg-type]
        assert all(factory().tool == tool for tool, factory in factories.items())
    assert set(factories) == set(acme_tools.CATALOG["tools"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.tool)
async def test_a_write_goes_out_under_its_key_and_comes_back_with_its_evidence(
    reference_service: Service, own_database: Engine, case: Case
) -> None:
    async with writing(reference_service, own_database) as host:
        answer = await host.carry_out(case)
    assert fits(case.tool, answer), answer
    (effect,) = reference_service.effects()
    assert (effect.tenant, effect.identity, effect.key) == ("acme", "ines", "k1")
    assert effect.kind == case.kind
    headers = reference_service.requests()[-1]["headers"]
    assert ("x-reference" in headers) is (case is REFUND)
    assert ("idempotency-key" in headers) is (case is not REFUND)
    assert headers.get("if-match") == (f'"{case.target[2]}"' if case.target else None)


@pytest.mark.parametrize("case", COMMITS, ids=lambda case: case.tool)
async def test_what_a_plan_shows_is_what_is_carried_out(
    reference_service: Service, own_database: Engine, case: Case
) -> None:
    async with writing(reference_service, own_database) as host:
        plan = await host.plan(case)
        answer = value_of(await host.carry_out(case))
    assert case.target is not None
    assert plan["target_version"] == case.target[2]
    (effect,) = reference_service.effects()
    executed = effect.executed
    if case is ADDRESS:
        assert plan["after"] == executed
        assert plan["consequences"] == {"open_shipments": 2}
    elif case is REFUND:
        assert plan["before"]["refundable"] == {"amount_minor": 120_000, "currency": "EUR"}
        assert plan["after"]["refundable"] == {"amount_minor": 118_500, "currency": "EUR"}
        assert executed["refund"] == answer["resource_id"]
    else:
        assert plan["consequences"] == executed


@pytest.mark.parametrize("case", COMMITS, ids=lambda case: case.tool)
async def test_another_version_is_a_version_conflict(
    reference_service: Service, own_database: Engine, case: Case
) -> None:
    reference_service.arm("bump")
    async with writing(reference_service, own_database) as host:
        with pytest.raises(ToolError) as raised:
            await host.carry_out(case)
    assert raised.value.code == "VERSION_CONFLICT"
    assert reference_service.effects() == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.tool)
async def test_transient_failures_are_told_as_such(
    reference_service: Service, own_database: Engine, case: Case
) -> None:
    faults: tuple[tuple[Any, str], ...] = (
        ("cut", "UPSTREAM_UNAVAILABLE"),
        ("unavailable", "UPSTREAM_UNAVAILABLE"),
        ("late", "UPSTREAM_UNAVAILABLE"),
        ("rate_limited", "RATE_LIMITED"),
    )
    async with writing(reference_service, own_database) as host:
        for fault, code in faults:
            reference_service.arm(fault, seconds=120 if fault == "rate_limited" else None)
            with pytest.raises(ToolError) as raised:
                await host.carry_out(case)
            assert raised.value.code == code
    assert raised.value.retry_at is not None
    wait = raised.value.retry_at - datetime.now(UTC)
    assert timedelta(seconds=60) < wait <= timedelta(seconds=120)
    assert reference_service.effects() == []


@pytest.mark.parametrize(
    ("case", "changes", "code"),
    [
        (ADDRESS, {"customer_id": "cus_none0000"}, "CUSTOMER_NOT_FOUND"),
        (ADDRESS, {"customer_id": "cus_0a0a0a0a"}, "CUSTOMER_INACTIVE"),
        (
            ADDRESS,
            {"destination": {"kind": "saved", "address_id": "adr_00000009"}},
            "ADDRESS_NOT_FOUND",
        ),
        (
            ADDRESS,
            {"destination": {"kind": "saved", "address_id": "adr_00000002"}},
            "ADDRESS_NOT_DELIVERABLE",
        ),
        (REFUND, {"order_id": "ord_999999"}, "ORDER_NOT_FOUND"),
        (
            REFUND,
            {"amount": {"amount_minor": 500_000, "currency": "EUR"}},
            "REFUND_EXCEEDS_PAYMENT",
        ),
        (SEND, {"draft_id": "dft_0000000o"}, "DRAFT_NOT_FOUND"),
        (SEND, {"draft_id": "dft_00000003"}, "DRAFT_ALREADY_SENT"),
        (SEND, {"draft_id": "dft_0000000b"}, "RECIPIENT_BLOCKED"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
async def test_a_refusal_of_the_business_is_its_code_and_its_fact_is_false(
    reference_service: Service,
    own_database: Engine,
    case: Case,
    changes: dict[str, Any],
    code: str,
) -> None:
    kinds = {"cus_0a0a0a0a": "5", "dft_0000000b": "1"}
    id = next(iter(changes.values()))
    version = kinds.get(str(id), case.target[2] if case.target else "")
    changed = Case(
        tool=case.tool,
        arguments={**case.arguments, **changes},
        target=("x", "x", version),
        kind=case.kind,
        preview=case.preview,
    )
    async with writing(reference_service, own_database) as host:
        with pytest.raises(ToolError) as raised:
            await host.carry_out(changed)
        adapter = host.made[case.tool]()
        row = acme_tools.CATALOG["tools"][case.tool]["preconditions"]
        facts = dict(zip([each["name"] for each in row], adapter.preconditions(), strict=True))
        (name,) = (each["name"] for each in row if each["error"] == code)
        holds = await facts[name](call_of(case.tool), host.arguments(changed))
    assert raised.value.code == code
    assert holds is False
    assert reference_service.effects() == []


@pytest.mark.parametrize("how", ["missing_evidence", "wrong_type", "not_json", "canary_in_id"])
@pytest.mark.parametrize("case", (*COMMITS, EXPORT), ids=lambda case: case.tool)
async def test_a_malformed_success_does_not_fit_the_contract(
    reference_service: Service, own_database: Engine, case: Case, how: str
) -> None:
    reference_service.arm("malformed", how=how, text="s 3 c r e t" * 60)
    async with writing(reference_service, own_database) as host:
        answer = await host.carry_out(case)
    assert not fits(case.tool, answer)
    assert len(reference_service.effects()) == 1


@pytest.mark.parametrize("case", (*COMMITS, EXPORT), ids=lambda case: case.tool)
async def test_a_field_that_nobody_declared_comes_along_to_be_refused(
    reference_service: Service, own_database: Engine, case: Case
) -> None:
    reference_service.arm("malformed", how="extra_field")
    async with writing(reference_service, own_database) as host:
        answer = await host.carry_out(case)
    assert not fits(case.tool, answer)
    assert value_of(answer).pop("balance") == 12
    assert fits(case.tool, answer)


async def test_an_answer_that_the_interface_does_not_know_proves_nothing(
    reference_service: Service, own_database: Engine
) -> None:
    async with writing(reference_service, own_database) as host:
        await host.carry_out(ADDRESS)
        with pytest.raises(UnexpectedAnswerError, match=r"^status 422$"):
            await host.carry_out(NEW_ADDRESS)


async def test_the_service_may_refuse_with_any_word(
    reference_service: Service, own_database: Engine
) -> None:
    reference_service.arm("refused", how="queue_full")
    reference_service.arm("refused", how="brand_new_word")
    async with writing(reference_service, own_database) as host:
        with pytest.raises(ToolError, match=r"^EXPORT_QUEUE_FULL$"):
            await host.carry_out(EXPORT)
        with pytest.raises(UnexpectedAnswerError, match=r"^status 422$"):
            await host.carry_out(EXPORT)
    assert reference_service.effects() == []
