"""What was true when somebody agreed, and is not true any more when the agent commits.

Every precondition of every commit of the catalog: asked before the claim it stops the commit and
leaves the approval; told by the service at the write it ends the proposal. Nothing happens either way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import acme_tools
import pytest
from approvals.scene import Scene
from authority.alphabets import HANDOVER
from authority.walking import code_of
from reference_service.adapters.own_tables import (
    customer_access,
    opportunities,
    own_effects,
    sellers,
)
from sqlalchemy import Table, select, update
from write_path.changes import REFUND, SAVED_ADDRESS, SEND, STAGE, Change, ready
from write_path.host import Host

CUSTOMER, ORDER, DRAFT = "cus_4f7a2b9c", "ord_100001", "dft_00000001"

Turn = Callable[[Scene], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """How a precondition of a commit becomes false, and true again. ``is_known_at_the_write``: the
    write itself finds out as well, when it has become false in between."""

    change: Change
    falsify: Turn
    mend: Turn
    is_known_at_the_write: bool = True


def in_service(kind: str, id: str, **fields: Any) -> tuple[Turn, Turn]:
    """Other fields in a record whose version stays, and those of the beginning again."""

    def turned(scene: Scene, changed: Mapping[str, Any]) -> None:
        found = scene.service.record("acme", kind, id)
        assert found is not None
        found["body"] |= changed
        scene.service.put("acme", kind, id, **found)

    first = {name: _first(kind, id)[name] for name in fields}
    return lambda scene: turned(scene, fields), lambda scene: turned(scene, first)


def _first(kind: str, id: str) -> Mapping[str, Any]:
    from reference_service.seed import records

    (body,) = [each.body for each in records() if (each.kind, each.id) == (kind, id)]
    return body


def in_own(
    table: Table, column: str, *, was: Any, now: Any, id: str | None = None
) -> tuple[Turn, Turn]:
    """Another value in a column of the host's own table, and the first one again."""

    def turned(scene: Scene, old: Any, new: Any) -> None:
        here = table.c[column] == old
        wanted = here if id is None else here & (table.c.id == id)
        with scene.own.begin() as connection:
            assert connection.execute(update(table).where(wanted).values({column: new})).rowcount

    return lambda scene: turned(scene, was, now), lambda scene: turned(scene, now, was)


def fact(change: Change, turns: tuple[Turn, Turn], *, is_known_at_the_write: bool = True) -> Fact:
    return Fact(
        change=change,
        falsify=turns[0],
        mend=turns[1],
        is_known_at_the_write=is_known_at_the_write,
    )


_UNSEEN = in_service("customer", CUSTOMER, seen_by=["omar"])
_UNSEEN_HERE = in_own(customer_access, "identity", was="ines", now="nobody")
_ELSEWHERE = [{"address_id": "adr_00000001", "address": {"country": "AQ"}}]

FACTS: Mapping[tuple[str, str], Fact] = {
    (SAVED_ADDRESS.commit, "customer_visible"): fact(SAVED_ADDRESS, _UNSEEN),
    (SAVED_ADDRESS.commit, "customer_is_active"): fact(
        SAVED_ADDRESS, in_service("customer", CUSTOMER, status="suspended")
    ),
    (SAVED_ADDRESS.commit, "address_belongs_to_customer"): fact(
        SAVED_ADDRESS, in_service("customer", CUSTOMER, saved_addresses=[])
    ),
    (SAVED_ADDRESS.commit, "address_is_deliverable"): fact(
        SAVED_ADDRESS, in_service("customer", CUSTOMER, saved_addresses=_ELSEWHERE)
    ),
    (REFUND.commit, "order_visible"): fact(REFUND, _UNSEEN),
    (REFUND.commit, "amount_is_refundable"): fact(
        REFUND, in_service("order", ORDER, refunded_minor=119_000)
    ),
    (SEND.commit, "draft_is_own"): fact(SEND, in_service("draft", DRAFT, owner="omar")),
    (SEND.commit, "draft_is_unsent"): fact(SEND, in_service("draft", DRAFT, state="sent")),
    (SEND.commit, "recipients_allowed"): fact(
        SEND, in_service("draft", DRAFT, recipients=["stop@nordwind.example"])
    ),
    (STAGE.commit, "opportunity_visible"): fact(STAGE, _UNSEEN_HERE, is_known_at_the_write=False),
    (STAGE.commit, "stage_is_reachable"): fact(
        STAGE,
        in_own(opportunities, "stage", id="opp_00000001", was="open", now="won"),
        is_known_at_the_write=False,
    ),
    (HANDOVER.commit, "seller_sells"): fact(
        HANDOVER, in_own(sellers, "sells", id="sel_00000002", was=True, now=False)
    ),
    (HANDOVER.commit, "opportunity_visible"): fact(
        HANDOVER, _UNSEEN_HERE, is_known_at_the_write=False
    ),
    (HANDOVER.commit, "opportunities_are_unsettled"): fact(
        HANDOVER, in_own(opportunities, "stage", id="opp_00000002", was="offered", now="won")
    ),
}


def preconditions() -> dict[tuple[str, str], str]:
    """Every precondition of every commit, with its error."""
    return {
        (tool, each["name"]): each["error"]
        for tool, row in acme_tools.CATALOG["tools"].items()
        if row["form"] == "commit"
        for each in row["preconditions"]
    }


def test_every_fact_of_every_commit_is_made_false_here() -> None:
    assert FACTS.keys() == preconditions().keys()


def effects(scene: Scene) -> int:
    """How many there are, in both accounts."""
    with scene.own.connect() as connection:
        own = len(connection.execute(select(own_effects)).all())
    return own + len(scene.service.effects())


async def operations(scene: Scene) -> list[str]:
    """The states of the operations that are in the ledger, of the one proposal that there is."""
    with scene.own.connect() as connection:
        rows = connection.exec_driver_sql("SELECT state FROM toolcharter_operation")
        return [row.state for row in rows]


def ids(keys: Any) -> list[str]:
    return [f"{tool}-{name}" for tool, name in keys]


@pytest.mark.promise("A4")
@pytest.mark.promise("B2")
@pytest.mark.parametrize("key", FACTS, ids=ids(FACTS))
async def test_a_fact_that_became_false_stops_the_commit_and_keeps_the_approval(
    scene: Scene, key: tuple[str, str]
) -> None:
    case, code = FACTS[key], preconditions()[key]
    async with scene.host() as host:
        run = host.run(case.change.role)
        commit = await ready(host, run, case.change)
        before = await host.proposal(commit["proposal_id"])
        sent = len(scene.service.requests())
        case.falsify(scene)
        for _ in range(2):
            refused = await host.call(run, case.change.commit, commit)
            assert code_of(refused) == code
            assert "outcome" not in refused
            assert refused["error"]["retryable"] is acme_tools.CATALOG["errors"][code]["retryable"]
        assert await host.proposal(commit["proposal_id"]) == before
        assert before.state == "approved"
        assert (effects(scene), await operations(scene)) == (0, [])
        assert {each["method"] for each in scene.service.requests()[sent:]} <= {"GET"}
        case.mend(scene)
        done = await host.call(run, case.change.commit, commit)
        assert (code_of(done), done["outcome"]) == ("OK", "committed")
        assert effects(scene) == 1


_AT_THE_WRITE = {key: case for key, case in FACTS.items() if case.is_known_at_the_write}


def falsified_after_the_question(host: Host, scene: Scene, case: Fact) -> None:
    """The facts are asked about, and only then is one of them no fact any more."""
    preconditions = host.dispatcher._tools.tool(case.change.commit).preconditions
    asked = preconditions.check

    async def check(*given: Any) -> None:
        await asked(*given)
        case.falsify(scene)

    preconditions.check = check  # type: ignore[method-assign, assignment]


@pytest.mark.promise("A4")
@pytest.mark.promise("B2")
@pytest.mark.parametrize("key", _AT_THE_WRITE, ids=ids(_AT_THE_WRITE))
async def test_a_fact_that_the_write_finds_false_ends_the_proposal(
    scene: Scene, key: tuple[str, str]
) -> None:
    case, code = FACTS[key], preconditions()[key]
    async with scene.host() as host:
        run = host.run(case.change.role)
        commit = await ready(host, run, case.change)
        falsified_after_the_question(host, scene, case)
        refused = await host.call(run, case.change.commit, commit)
        assert (code_of(refused), refused["outcome"]) == (code, "nothing_happened")
        assert (await host.proposal(commit["proposal_id"])).state == "closed"
        assert (effects(scene), await operations(scene)) == (0, ["failed"])
        case.mend(scene)
        again = await host.call(run, case.change.commit, commit)
        assert again.pop("replayed") is True
        assert again == refused
        assert effects(scene) == 0


@pytest.mark.promise("A4")
@pytest.mark.parametrize("change", [SAVED_ADDRESS, REFUND, SEND], ids=["address", "refund", "send"])
async def test_a_fact_that_nobody_can_tell_stops_the_commit_and_keeps_the_approval(
    scene: Scene, change: Change
) -> None:
    async with scene.host() as host:
        run = host.run(change.role)
        commit = await ready(host, run, change)
        scene.service.arm("unavailable", kind="reads", times=None)
        refused = await host.call(run, change.commit, commit)
        assert code_of(refused) == "UPSTREAM_UNAVAILABLE"
        assert (refused["error"]["retryable"], "outcome" in refused) == (True, False)
        assert (await host.proposal(commit["proposal_id"])).state == "approved"
        assert (effects(scene), await operations(scene)) == (0, [])
        scene.service.disarm()
        assert (await host.call(run, change.commit, commit))["outcome"] == "committed"
