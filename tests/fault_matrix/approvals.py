"""Approvals: a decision is there whole or not at all, the first one counts, and nothing else is one.

Where a fault may leave a decision behind or none, the proposal is one that two persons decide about:
with the decision of one of them it still waits, so that the agent is told the same in either case.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from fault_matrix.acts import ADA, LEA, MAX, Act, What
from fault_matrix.asks import Ask
from fault_matrix.came import Came
from fault_matrix.commits import NOBODYS, proposed
from fault_matrix.faults import (
    HOUR_MS,
    Arrangement,
    disconnected,
    killed,
    meanwhile,
    out_of_patience,
    the_store_is_locked,
)
from fault_matrix.places import LOOKED, REPLY, Place, after, before, inside
from fault_matrix.process import Caller
from fault_matrix.scene import Scene
from toolcharter_runtime.errors import DecisionRefusedError
from toolcharter_runtime.store import StoreUnavailableError
from write_path.changes import ADDRESS, REFUND

LARGE = replace(
    REFUND,
    arguments={**REFUND.arguments, "amount": {"amount_minor": 60_000, "currency": "EUR"}},
)
"""A change that two persons decide about."""


async def waits(scene: Scene) -> Ask:
    """The commit of a proposal for which one person is enough."""
    return await proposed(scene, ADDRESS)


async def waits_for_two(scene: Scene) -> Ask:
    """The commit of a proposal that needs two."""
    return await proposed(scene, LARGE)


async def has_one_of_two(scene: Scene) -> Ask:
    """The commit of a proposal that needs one more."""
    ask = await waits_for_two(scene)
    await scene.there.act(await approves(scene, ask))
    return ask


def about(person: Act, what: What) -> Callable[[Scene, Ask], Awaitable[Act]]:
    """What a person does about the proposal that a call commits."""

    async def deed(scene: Scene, ask: Ask) -> Act:
        return person.about(await scene.ledger.proposal(ask.arguments["proposal_id"]), what)

    return deed


shows, approves = about(ADA, "show"), about(ADA, "approve")


async def refused(doing: Awaitable[Any]) -> DecisionRefusedError:
    """The refusal that an approver meets."""
    with pytest.raises(DecisionRefusedError) as caught:
        await doing
    return caught.value


async def it_is_shown_in_two_tabs(scene: Scene) -> Came:
    ask = await waits_for_two(scene)
    show = await shows(scene, ask)
    first, second = await scene.pages.show(show), await scene.pages.show(show)
    assert {**first, "seen_at": None} == {**second, "seen_at": None}
    return Came(ask=ask)


async def the_page_comes_after_a_newer_one(scene: Scene) -> Came:
    ask = await waits_for_two(scene)
    show = await shows(scene, ask)
    async with scene.paused(show, at=REPLY) as stale:
        await scene.there.act(show.about(await row_of(scene, ask), "approve"))
        assert (await scene.pages.show(show))["approvals"] == 1
    assert (await stale.told()).approvals == 0
    return Came(ask=ask)


async def it_has_expired_when_it_is_shown(scene: Scene) -> Came:
    ask = await waits(scene)
    row = await row_of(scene, ask)
    scene.clock.step(HOUR_MS)
    assert (await scene.here.act(LEA.about(row, "show"))).state == "expired"
    decision = scene.here.act(LEA.about(row, "approve"))
    return Came(ask=ask, refusals=(await refused(decision),))


async def it_is_shown_from_a_locked_store(scene: Scene) -> Came:
    ask = await waits_for_two(scene)
    show = await shows(scene, ask)
    scene.lock.take()
    assert (await scene.here.act(show)).state == "pending"
    return Came(ask=ask)


def refused_for(*wrong: tuple[What, Mapping[str, Any], str]) -> Arrangement:
    """What somebody does who has a part of it wrong, and the word for that."""

    async def arranged(scene: Scene) -> Came:
        ask = await waits(scene)
        row = await row_of(scene, ask)
        rows = await scene.ledger.rows()
        refusals = [
            await refused(scene.here.act(replace(LEA.about(row, what), **changes)))
            for what, changes, _ in wrong
        ]
        causes = tuple((reason, None) for _, _, reason in wrong)
        return Came(ask=ask, before=rows, refusals=tuple(refusals), causes=causes)

    return arranged


async def somebody_decides_meanwhile(scene: Scene) -> Came:
    """The page that is still being shown is one of yesterday."""
    ask = await waits(scene)
    row = await row_of(scene, ask)
    async with scene.paused(MAX.about(row, "show"), at=REPLY) as stale:
        await scene.there.act(LEA.about(row, "deny"))
    shown = await stale.told()
    decision = replace(MAX.about(row, "approve"), hash=shown.hash)
    return Came(ask=ask, refusals=(await refused(scene.here.act(decision)),))


async def it_is_submitted_twice(scene: Scene) -> Came:
    ask = await waits(scene)
    deny = LEA.about(await row_of(scene, ask), "deny")
    await scene.here.act(deny)
    return Came(ask=ask, refusals=(await refused(scene.there.act(deny)),))


def decided_first_by_another(*, at: Place) -> Arrangement:
    """One decision is on its way when another one is stored."""

    async def arranged(scene: Scene) -> Came:
        ask = await waits(scene)
        row = await row_of(scene, ask)
        async with scene.paused(LEA.about(row, "deny"), at=at) as late:
            await scene.there.act(MAX.about(row, "approve"))
        return Came(ask=ask, refusals=(await refused(late.told()),))

    return arranged


def decided_by_another_too(*, at: Place, person: Act) -> Arrangement:
    """One decision is as good as stored when another one comes."""

    async def arranged(scene: Scene) -> Came:
        ask = await waits(scene)
        row = await row_of(scene, ask)
        async with scene.paused(LEA.about(row, "deny"), at=at) as first:
            second = Caller(scene.there.act(person.about(row, "deny")))
            if at.when == "after":
                await second.ended()
        assert (await first.told()).state == "denied"
        return Came(ask=ask, refusals=(await refused(second.told()),))

    return arranged


async def two_decide_at_once(scene: Scene) -> Came:
    ask = await waits(scene)
    row = await row_of(scene, ask)
    came = await asyncio.gather(
        scene.here.act(LEA.about(row, "deny")),
        scene.there.act(MAX.about(row, "approve")),
        return_exceptions=True,
    )
    refusals = [each for each in came if isinstance(each, DecisionRefusedError)]
    return Came(ask=ask, refusals=tuple(refusals))


async def it_expires_before_it_is_decided(scene: Scene) -> Came:
    ask = await waits(scene)
    approve = LEA.about(await row_of(scene, ask), "approve")
    async with scene.paused(approve, at=before("decision")) as caller:
        scene.clock.step(HOUR_MS)
    return Came(ask=ask, refusals=(await refused(caller.told()),))


async def it_expires_as_the_decision_is_stored(scene: Scene) -> Came:
    ask = await waits(scene)
    approve = LEA.about(await row_of(scene, ask), "approve")
    async with scene.paused(approve, at=after("decision")) as caller:
        scene.clock.step(HOUR_MS)
    assert (await caller.told()).state == "approved"
    return Came(ask=ask)


async def the_store_is_locked_when_it_comes(scene: Scene) -> Came:
    ask = await waits_for_two(scene)
    approve = await approves(scene, ask)
    scene.lock.take()
    with pytest.raises(StoreUnavailableError):
        await scene.here.act(approve)
    return Came(ask=ask)


async def the_store_is_locked_before_it_is_stored(scene: Scene) -> Came:
    ask = await waits_for_two(scene)
    async with scene.paused(await approves(scene, ask), at=before("decision")) as caller:
        scene.lock.take()
    with pytest.raises(StoreUnavailableError):
        await caller.told()
    return Came(ask=ask)


async def the_agent_asks_twice(scene: Scene) -> Came:
    ask = await waits(scene)
    row = await row_of(scene, ask)
    await scene.here.act(LEA.about(row, "deny"))
    told = (await scene.here.answer(ask), await scene.there.answer(ask))
    return Came(
        ask=ask, told=told, refusals=(await refused(scene.there.act(MAX.about(row, "approve"))),)
    )


def decided_while_the_agent_asks(*people: Act) -> Arrangement:
    """The agent's question has been answered in the store, and the decision comes before that is
    told."""

    async def arranged(scene: Scene) -> Came:
        ask = await waits(scene)
        row = await row_of(scene, ask)
        first, *others = [person.about(row, "deny") for person in people]
        async with scene.paused(ask, at=LOOKED) as caller:
            await scene.there.act(first)
            refusals = [await refused(scene.there.act(each)) for each in others]
        told = await caller.told()
        assert told.code == "APPROVAL_PENDING"
        return Came(ask=ask, refusals=tuple(refusals))

    return arranged


async def row_of(scene: Scene, ask: Ask) -> Any:
    """The proposal that a call commits."""
    return await scene.ledger.proposal(ask.arguments["proposal_id"])


ARRANGEMENTS: Mapping[str, Arrangement] = {
    "A1.crash": killed(waits_for_two, at=LOOKED, doing=shows),
    "A1.disconnect": disconnected(waits_for_two, at=LOOKED, doing=shows),
    "A1.timeout": out_of_patience(waits_for_two, at=LOOKED, doing=shows),
    "A1.duplicate": it_is_shown_in_two_tabs,
    "A1.reorder": the_page_comes_after_a_newer_one,
    "A1.clock": it_has_expired_when_it_is_shown,
    "A1.lock": it_is_shown_from_a_locked_store,
    "A1.malformed": refused_for(
        ("show", {"proposal_id": NOBODYS}, "unknown"),
        ("show", {"proposal_id": "\x00"}, "unknown"),
        ("show", {"roles": ("finance_lead",)}, "not_authorised"),
    ),
    "A1.concurrent": somebody_decides_meanwhile,
    "A2.crash": killed(waits_for_two, at=before("decision"), doing=approves),
    "A2.disconnect": disconnected(waits_for_two, at=before("decision"), doing=approves),
    "A2.timeout": out_of_patience(waits_for_two, at=before("decision"), doing=approves),
    "A2.duplicate": it_is_submitted_twice,
    "A2.reorder": decided_first_by_another(at=before("decision")),
    "A2.clock": it_expires_before_it_is_decided,
    "A2.lock": the_store_is_locked_when_it_comes,
    "A2.malformed": refused_for(
        ("approve", {"proposal_id": NOBODYS}, "unknown"),
        ("approve", {"proposal_id": "\x00"}, "unknown"),
        ("approve", {"hash": "sha256:" + "0" * 64}, "other_document"),
        ("approve", {"who": "ines"}, "own"),
        ("deny", {"roles": ("finance_lead",)}, "not_authorised"),
    ),
    "A2.concurrent": two_decide_at_once,
    "A3.crash": killed(waits_for_two, at=inside("decision"), doing=approves),
    "A3.disconnect": disconnected(waits_for_two, at=inside("decision"), doing=approves),
    "A3.timeout": out_of_patience(waits_for_two, at=inside("decision"), doing=approves),
    "A3.duplicate": decided_by_another_too(at=inside("decision"), person=LEA),
    "A3.reorder": decided_by_another_too(at=after("decision"), person=MAX),
    "A3.clock": it_expires_as_the_decision_is_stored,
    "A3.lock": the_store_is_locked_before_it_is_stored,
    "A3.concurrent": decided_by_another_too(at=inside("decision"), person=MAX),
    "A4.crash": killed(has_one_of_two, at=LOOKED),
    "A4.disconnect": disconnected(has_one_of_two, at=LOOKED),
    "A4.timeout": out_of_patience(has_one_of_two, at=LOOKED),
    "A4.duplicate": the_agent_asks_twice,
    "A4.reorder": decided_while_the_agent_asks(LEA, LEA),
    "A4.lock": meanwhile(has_one_of_two, the_store_is_locked, at=LOOKED),
    "A4.concurrent": decided_while_the_agent_asks(LEA, MAX),
}
