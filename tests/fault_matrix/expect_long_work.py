"""What a fault may come to while long work goes on, or is to be stopped."""

from __future__ import annotations

import orjson
from fault_matrix.asks import Answer
from fault_matrix.came import Came
from fault_matrix.expect_calls import nobody_has_to_look
from fault_matrix.expect_writes import second
from fault_matrix.scene import LEASE_MS, Scene
from fault_matrix.usual import is_as_usual
from toolcharter_runtime._store.records import OperationRow

YEAR_MS = 365 * 86_400_000
ANSWERS = ("stopped", "already_finished", "cannot_interrupt", "unknown")


async def expect_rk(scene: Scene, came: Came) -> None:
    """What was seen last, with its age, until the service says something else."""
    scene.lock.let_go()
    row = await scene.ledger.operation_of_ask(came.ask)
    assert row is not None
    assert (row.state, row.progress) == ("running", "running")
    scene.service.arm("status_down", how="unavailable", times=None)
    silent = await scene.call(came.ask)
    scene.clock.step(YEAR_MS)
    for answer in [*came.told, silent, await scene.call(came.ask)]:
        assert answer.result == {
            "operation_id": row.id,
            "state": "running",
            "started_at": None,
            "finished_at": None,
            "evidence": None,
            "error": None,
            "result": None,
        }
        assert answer.envelope["as_of"] == second(row.seen_at)
    assert await scene.ledger.operation_of_ask(came.ask) == row
    await scene.heal()
    (effect,) = scene.service.effects(kind="exports")
    scene.service.export("acme", effect.id, "succeeded")
    assert (await is_as_usual(scene, came.ask)).result["state"] == "succeeded"
    await nobody_has_to_look(scene)


async def expect_ca(scene: Scene, came: Came) -> None:
    """One of four answers, stored, and true of the work itself."""
    await scene.heal()
    told = [answer for answer in came.told if answer.code != "IN_PROGRESS"]
    own = await _own(scene, came)
    if own.state == "claimed":
        scene.clock.step(LEASE_MS)
        assert await scene.there.dispatcher.recover() == 1
        own = await _own(scene, came)
    waiting = [] if own.state == "succeeded" else [own.id]
    assert [each.operation_id for each in await scene.ledger.queue()] == waiting
    answer = await scene.call(came.ask)
    for each in [*told, answer]:
        assert _said(each) in ANSWERS
        assert (each.envelope.get("outcome") == "unknown") == (_said(each) == "unknown")
    certain = [each.as_first_told for each in [*told, answer] if _said(each) != "unknown"]
    assert len(set(certain)) <= 1
    await _is_true(scene, came, answer)


async def _is_true(scene: Scene, came: Came, answer: Answer) -> None:
    """What the answer says is what the service's account says, and what is stored."""
    rows = await scene.ledger.rows()
    own = await _own(scene, came)
    (work,) = [row for row in rows.operations if row.tool != came.ask.tool]
    export = scene.service.record("acme", "export", str(work.reference))
    assert export is not None
    if _said(answer) == "unknown":
        assert own.state == "unknown"
        assert [each.operation_id for each in await scene.ledger.queue()] == [own.id]
        return
    assert own.evidence is not None
    assert (own.state, orjson.loads(own.evidence)) == ("succeeded", {"answer": _said(answer)})
    if _said(answer) == "stopped":
        assert (work.state, export["body"]["state"]) == ("cancelled", "cancelled")
        assert export["body"]["result"] is None
    again = await scene.call(came.ask)
    assert (again.is_replay, again.as_first_told) == (True, answer.as_first_told)
    await nobody_has_to_look(scene)


async def _own(scene: Scene, came: Came) -> OperationRow:
    """The operation that the attempt to stop something is itself."""
    operations = (await scene.ledger.rows()).operations
    tool, run_id = came.ask.tool, came.ask.run_id
    (found,) = [row for row in operations if (row.tool, row.run_id) == (tool, run_id)]
    return found


def _said(answer: Answer) -> str:
    said: str = answer.result["answer"]
    return said
