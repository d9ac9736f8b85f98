"""What a fault may come to around a person's decision: theirs is the only word that counts."""

from __future__ import annotations

from fault_matrix.acts import ADA, VERA
from fault_matrix.asks import preview
from fault_matrix.came import Came
from fault_matrix.expect_calls import is_refused, nobody_has_to_look
from fault_matrix.scene import Scene
from fault_matrix.usual import is_as_usual, write_requests
from write_path.changes import ADDRESS

HOURS_MS = 4 * 3_600_000
QUARTER_MS = 900_000


async def expect_ex(scene: Scene, came: Came) -> None:
    """Expired once, expired for good; a new preview is needed."""
    await scene.heal()
    for answer in [*came.told, await scene.call(came.ask)]:
        is_refused(answer, retryable=False)
        assert answer.code == "APPROVAL_EXPIRED"
        assert answer.error["next"]["tool"] == ADDRESS.preview
    assert [error.reason for error in came.refusals] == ["expired"] * len(came.refusals)
    (row,) = (await scene.ledger.rows()).proposals
    assert row.state == "expired"
    scene.clock.step(-HOURS_MS)
    assert (await scene.call(came.ask)).code == "APPROVAL_EXPIRED"
    assert (await scene.ledger.rows()).proposals == (row,)
    assert (await scene.ledger.rows()).operations == ()
    assert write_requests(scene) == []
    assert "APPROVAL_EXPIRED" in {each.code for each in scene.outcomes}
    await is_as_usual(scene, preview(request_id="preview-anew"))
    await nobody_has_to_look(scene)


async def expect_pd(scene: Scene, came: Came) -> None:
    """It waits for a person, whatever happened; a decision that was stored is one person's, whole."""
    await scene.heal()
    for answer in [*came.told, await scene.call(came.ask)]:
        is_refused(answer, retryable=True)
        assert answer.code == "APPROVAL_PENDING"
    (row,) = (await scene.ledger.rows()).proposals
    assert (row.state, row.serial) == ("pending", 0)
    decisions = (await scene.ledger.rows()).decisions
    assert [(each.approver, each.verdict, each.hash) for each in decisions] in (
        [],
        [("ada", "approve", row.hash)],
    )
    page = await scene.pages.show(VERA.about(row, "show"))
    assert (page["state"], page["hash"]) == ("pending", row.hash)
    assert [each["approver"] for each in page["decisions"]] == [each.approver for each in decisions]
    assert await scene.pages.waiting(ADA) == ([] if decisions else [row.id])
    scene.clock.step(QUARTER_MS)
    assert (await scene.call(came.ask)).code == "APPROVAL_PENDING"
    await nothing_was_carried_out(scene)


async def expect_f1(scene: Scene, came: Came) -> None:
    """The first decision is the decision, and whoever comes second is told whose it was."""
    await scene.heal()
    (row,) = (await scene.ledger.rows()).proposals
    (first,) = (await scene.ledger.rows()).decisions
    assert (first.hash, first.expires_at) == (row.hash, row.expires_at)
    assert row.created_at <= first.decided_at <= await scene.ledger.now()
    assert came.refusals
    for error in came.refusals:
        assert (error.reason, error.state) == ("already_decided", row.state)
        assert [each.approver for each in error.decisions] == [first.approver]
        assert f"by {first.approver} at 20" in str(error)
    page = await scene.pages.show(VERA.about(row, "show"))
    assert [each["approver"] for each in page["decisions"]] == [first.approver]
    if first.verdict == "approve":
        assert row.state == "approved"
        await is_as_usual(scene, came.ask)
        return
    assert row.state == "denied"
    told = [*came.told, await scene.call(came.ask), await scene.call(came.ask)]
    assert len({answer.text for answer in told}) == 1
    is_refused(told[0], retryable=False)
    assert (told[0].code, told[0].error["reason"]) == ("APPROVAL_DENIED", first.reason)
    await nothing_was_carried_out(scene)


async def nothing_was_carried_out(scene: Scene) -> None:
    """No claim, no effect, and nothing for an operator."""
    assert (await scene.ledger.rows()).operations == ()
    assert write_requests(scene) == []
    await nobody_has_to_look(scene)
