"""What a fault may come to that leaves nothing behind, or leaves what there would be without it."""

from __future__ import annotations

import acme_tools
from fault_matrix.asks import Answer, Ask
from fault_matrix.came import Came
from fault_matrix.scene import LEASE_MS, Scene
from fault_matrix.usual import is_as_usual, write_requests

CANARY = "canary"


async def expect_ok(scene: Scene, came: Came) -> None:
    """As without the fault, for every call that was made."""
    await scene.heal()
    told = {answer.ask: answer for answer in came.told}
    for ask in {came.ask, *told}:
        usual = await is_as_usual(scene, ask)
        assert ask not in told or told[ask].as_first_told == usual.as_first_told
    assert {outcome.code for outcome in scene.outcomes} == {"OK"}
    await nobody_has_to_look(scene)


async def expect_rv(scene: Scene, came: Came) -> None:
    """A typed refusal, and nothing else."""
    refusals: list[tuple[str | None, str | None]] = [
        (error.reason, None) for error in came.refusals
    ]
    refusals += [(answer.code, answer.error["field"]) for answer in came.told]
    assert refusals == [*came.causes]
    for answer in came.told:
        is_refused(answer, retryable=False)
    await nothing_is_left(scene, came)
    if came.told:
        recorded = scene.here.records.outcomes[-len(came.told) :]
        assert [outcome.code for outcome in recorded] == [code for code, _ in came.causes]


async def expect_rr(scene: Scene, came: Came) -> None:
    """Tried again as often as the contract allows, and no oftener; nothing is stored."""
    tries = acme_tools.CATALOG["tools"][came.ask.tool]["retry"]["attempts"]
    for outcome in scene.here.records.outcomes:
        assert outcome.attempts == tries if came.lasts else outcome.attempts <= tries
    for answer in came.told:
        assert came.lasts == (answer.code is not None)
        if came.lasts:
            is_refused(answer, retryable=True)
            assert answer.code in ("UPSTREAM_TIMEOUT", "UPSTREAM_UNAVAILABLE")
    await nothing_is_left(scene, came)
    usual = await as_usual_later(scene, came.ask)
    assert came.lasts or all(answer.text == usual.text for answer in came.told)


async def expect_oi(scene: Scene, came: Came) -> None:
    """The answer breaks its contract, and no word of it goes anywhere."""
    assert came.told
    for answer in came.told:
        is_refused(answer, retryable=False)
        assert answer.code == "OUTPUT_INVALID"
        assert CANARY.encode() not in answer.text
    for outcome in scene.here.records.outcomes:
        assert outcome.code == "OUTPUT_INVALID"
        assert CANARY not in outcome.as_json()
    await nothing_is_left(scene, came)


async def expect_c0(scene: Scene, came: Came) -> None:
    """Nothing was claimed and nothing sent, so the same commit may come again."""
    for answer in came.told:
        is_refused(answer, retryable=True)
        assert "outcome" not in answer.envelope
    assert write_requests(scene) == []
    await nothing_is_left(scene, came)
    await as_usual_later(scene, came.ask)


async def expect_su(scene: Scene, came: Came) -> None:
    """The store is down: nothing is written anywhere, and nothing is wrong once it is back."""
    assert came.told
    for answer in came.told:
        is_refused(answer, retryable=True)
        assert answer.code == "STORE_UNAVAILABLE"
        assert "outcome" not in answer.envelope
    assert write_requests(scene) == []
    assert scene.alerts == {"STORE_UNAVAILABLE"}
    await nothing_is_left(scene, came)
    await as_usual_later(scene, came.ask)


async def expect_vc(scene: Scene, came: Came) -> None:
    """The record has moved: nothing happened, and the approval is for no other version."""
    (answer,) = came.told
    is_refused(answer, retryable=False)
    is_preview = came.ask.form == "preview"
    assert answer.code == "VERSION_CONFLICT"
    assert answer.error["field"] == ("/expected_version" if is_preview else None)
    assert scene.here.records.outcomes[-1].code == "VERSION_CONFLICT"
    await scene.heal()
    again = await scene.call(came.ask)
    is_refused(again, retryable=False)
    assert scene.service.effects() == []
    rows = await scene.ledger.rows()
    assert [row.state for row in rows.proposals] == ([] if is_preview else ["closed"])
    if not is_preview:
        assert answer.envelope["outcome"] == "nothing_happened"
        assert answer.error["next"]["tool"].startswith("preview_")
    await nobody_has_to_look(scene)


def is_refused(answer: Answer, *, retryable: bool) -> None:
    """The envelope of an error, with a fixed sentence and nothing of the call in it."""
    envelope, error = answer.envelope, answer.error
    assert (envelope["ok"], envelope["tool"], envelope["untrusted"]) == (
        False,
        answer.ask.tool,
        True,
    )
    assert error["retryable"] is retryable
    assert "result" not in envelope


async def nothing_is_left(scene: Scene, came: Came) -> None:
    """The rows are those that there were, and the service has done nothing new."""
    await scene.heal()
    assert await scene.ledger.rows() == came.before
    await nobody_has_to_look(scene)


async def as_usual_later(scene: Scene, ask: Ask) -> Answer:
    """The call, once what a dead process held has come free."""
    scene.clock.step(LEASE_MS)
    return await is_as_usual(scene, ask)


async def nobody_has_to_look(scene: Scene) -> None:
    """Nothing waits for an operator."""
    assert await scene.ledger.queue() == []
    assert (await scene.ledger.rows()).anomalies == ()
