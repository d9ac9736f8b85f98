"""Adapters that write inside the transaction of the ledger: all or nothing, on the host's tables."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Engine, Row, select
from toolcharter_runtime import ToolError

from reference_service.adapters.own_tables import drafts, opportunities, own_effects, sellers
from reference_service.controller import ReferenceService
from reference_service.hosting import adapters, call_of, fits

Service = ReferenceService

STAGE = {
    "opportunity_id": "opp_00000001",
    "move": {"to": "lost", "reason": "price", "remark": "Too dear."},
}
SALE = ("opportunity", "opp_00000001", "6")
HANDOVER = {
    "seller_id": "sel_00000002",
    "opportunity_ids": ["opp_00000002", "opp_00000001"],
    "reason": "leave",
}
SELLER = ("seller", "sel_00000002", "9")
DRAFT = {"customer_id": "cus_4f7a2b9c", "subject": "Hello", "body": "Good morning"}
REVISION = {"draft_id": "dft_00000001", "subject": "Hello again", "body": "Good evening"}


async def carry_out(
    service: Service,
    own: Engine,
    tool: str,
    arguments: dict[str, Any],
    *,
    target: tuple[str, str, str] | None = None,
    identity: str = "ines",
) -> Any:
    """The operation, in a transaction that is committed unless it raises."""
    async with adapters(service, own) as made:
        adapter: Any = made[tool]()  # type: ignore[literal-required]
    model = adapter.arguments_model.model_validate(arguments)
    with own.begin() as connection:
        answer = adapter.op(call_of(tool, target=target, identity=identity), model, connection)
    assert fits(tool, answer), answer
    return answer


def effects(own: Engine) -> list[Row[Any]]:
    with own.connect() as connection:
        return list(connection.execute(select(own_effects).order_by(own_effects.c.number)))


async def plan(service: Service, own: Engine, tool: str, arguments: dict[str, Any]) -> Any:
    async with adapters(service, own) as made:
        adapter: Any = made[tool]()  # type: ignore[literal-required]
    model = adapter.arguments_model.model_validate(arguments)
    call = call_of(tool, key=None)
    for fact in adapter.preconditions():
        assert await fact(call, model) is True
    found = await adapter.op(call, model)
    assert fits(tool, found), found
    return found


async def test_a_stage_change_does_what_its_plan_shows(
    reference_service: Service, own_database: Engine
) -> None:
    shown = await plan(
        reference_service, own_database, "preview_opportunity_stage_change_v1", STAGE
    )
    assert shown.target_version == "6"
    assert shown.consequences.forecast_difference.amount_minor == -1_000_000
    answer = await carry_out(
        reference_service,
        own_database,
        "commit_opportunity_stage_change_v1",
        STAGE,
        target=SALE,
    )
    assert (answer.previous_version, answer.new_version) == ("6", "7")
    with own_database.connect() as connection:
        row = connection.execute(
            select(opportunities).where(opportunities.c.id == "opp_00000001")
        ).one()
    assert (row.stage, row.closing_on) == (shown.after.stage, shown.after.closing_on)
    (effect,) = effects(own_database)
    assert (effect.key, effect.identity, effect.version_after) == ("k1", "ines", 7)
    assert effect.body == b'{"closing_on":null,"stage":"lost"}'


async def test_a_handover_moves_every_sale_and_both_versions(
    reference_service: Service, own_database: Engine
) -> None:
    shown = await plan(reference_service, own_database, "preview_opportunity_handover_v1", HANDOVER)
    assert (shown.before.open_sales, shown.after.open_sales) == (0, 2)
    moved = [str(each.opportunity_id) for each in shown.consequences.moved]
    assert moved == HANDOVER["opportunity_ids"]
    await carry_out(
        reference_service,
        own_database,
        "commit_opportunity_handover_v1",
        HANDOVER,
        target=SELLER,
    )
    with own_database.connect() as connection:
        rows = connection.execute(select(opportunities.c.seller, opportunities.c.version))
        assert sorted(tuple(row) for row in rows) == [
            ("sel_00000001", 6),
            ("sel_00000002", 7),
            ("sel_00000002", 7),
        ]
        version = connection.execute(
            select(sellers.c.version).where(sellers.c.id == "sel_00000002")
        ).scalar_one()
    assert version == 10
    assert len(effects(own_database)) == 1


async def test_a_handover_of_a_settled_sale_moves_none(
    reference_service: Service, own_database: Engine
) -> None:
    arguments = {**HANDOVER, "opportunity_ids": ["opp_00000001", "opp_00000003"]}
    with pytest.raises(ToolError, match="OPPORTUNITY_SETTLED"):
        await carry_out(
            reference_service,
            own_database,
            "commit_opportunity_handover_v1",
            arguments,
            target=SELLER,
        )
    with own_database.connect() as connection:
        rows = connection.execute(select(opportunities.c.seller).distinct()).scalars()
        assert list(rows) == ["sel_00000001"]
    assert effects(own_database) == []


async def test_drafts_are_written_and_revised(
    reference_service: Service, own_database: Engine
) -> None:
    made = await carry_out(reference_service, own_database, "draft_email_v1", DRAFT)
    assert (made.previous_version, made.new_version) == (None, "1")
    revised = await carry_out(reference_service, own_database, "revise_email_draft_v1", REVISION)
    assert (revised.previous_version, revised.new_version) == ("4", "5")
    with own_database.connect() as connection:
        rows = connection.execute(
            select(drafts.c.subject, drafts.c.owner).where(
                drafts.c.id.in_([made.resource_id, "dft_00000001"])
            )
        )
        assert sorted(tuple(row) for row in rows) == [("Hello", "ines"), ("Hello again", "ines")]
    assert [(each.tool, each.version_after) for each in effects(own_database)] == [
        ("draft_email_v1", 1),
        ("revise_email_draft_v1", 5),
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "target"),
    [
        ("commit_opportunity_stage_change_v1", STAGE, ("opportunity", "opp_00000001", "5")),
        ("commit_opportunity_handover_v1", HANDOVER, ("seller", "sel_00000002", "8")),
        ("commit_opportunity_stage_change_v1", STAGE, None),
    ],
)
async def test_another_version_is_a_conflict_and_changes_nothing(
    reference_service: Service,
    own_database: Engine,
    tool: str,
    arguments: dict[str, Any],
    target: tuple[str, str, str] | None,
) -> None:
    with pytest.raises(ToolError, match="VERSION_CONFLICT"):
        await carry_out(reference_service, own_database, tool, arguments, target=target)
    assert effects(own_database) == []


@pytest.mark.parametrize(
    ("tool", "arguments", "identity", "fact"),
    [
        ("commit_opportunity_stage_change_v1", STAGE, "zoe", "opportunity_visible"),
        (
            "commit_opportunity_stage_change_v1",
            {**STAGE, "move": {"to": "won", "signed_on": "2026-03-01"}},
            "ines",
            "stage_is_reachable",
        ),
        (
            "commit_opportunity_handover_v1",
            {**HANDOVER, "seller_id": "sel_00000003"},
            "ines",
            "seller_sells",
        ),
        ("commit_opportunity_handover_v1", HANDOVER, "zoe", "opportunity_visible"),
        (
            "commit_opportunity_handover_v1",
            {**HANDOVER, "opportunity_ids": ["opp_00000003"]},
            "ines",
            "opportunities_are_unsettled",
        ),
        ("revise_email_draft_v1", REVISION, "omar", "draft_is_own"),
        (
            "revise_email_draft_v1",
            {**REVISION, "draft_id": "dft_00000003"},
            "ines",
            "draft_is_unsent",
        ),
        ("draft_email_v1", {**DRAFT, "customer_id": "cus_none0000"}, "ines", "customer_visible"),
        ("draft_email_v1", {**DRAFT, "customer_id": "cus_0a0a0a0a"}, "ines", "customer_is_active"),
    ],
)
async def test_a_fact_that_does_not_hold_is_false(
    reference_service: Service,
    own_database: Engine,
    tool: str,
    arguments: dict[str, Any],
    identity: str,
    fact: str,
) -> None:
    async with adapters(reference_service, own_database) as made:
        adapter: Any = made[tool]()  # type: ignore[literal-required]
        model = adapter.arguments_model.model_validate(arguments)
        holds = await getattr(adapter, fact)(call_of(tool, identity=identity), model)
    assert holds is False
