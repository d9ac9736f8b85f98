"""What a fault may come to once a write was asked for: one record, one effect, and no certainty that
nobody has."""

from __future__ import annotations

from datetime import UTC, datetime

import orjson
from fault_matrix.asks import Answer
from fault_matrix.came import Came
from fault_matrix.expect_calls import as_usual_later, is_refused, nobody_has_to_look
from fault_matrix.scene import LEASE_MS, Scene
from fault_matrix.usual import is_as_usual
from toolcharter_runtime._store.records import TERMINAL, OperationRow
from toolcharter_runtime.operations import Operations

DAY_MS = 86_400_000


async def expect_at(scene: Scene, came: Came) -> None:
    """The record is there whole or not at all, and the same call gives it."""
    await scene.heal()
    stored = (await scene.ledger.rows()).proposals
    asks = {came.ask, *(answer.ask for answer in came.told)}
    assert len(stored) <= len(asks)
    told = [await as_usual_later(scene, ask) for ask in asks]
    ids = {answer.result["proposal_id"] for answer in told}
    assert {row.id for row in stored} <= ids
    assert {answer.text for answer in came.told} <= {answer.text for answer in told}
    assert {row.id for row in (await scene.ledger.rows()).proposals} == ids
    await nobody_has_to_look(scene)


async def expect_dd(scene: Scene, came: Came) -> None:
    """One record, and everybody is told it in the same bytes."""
    await scene.heal()
    usual = await is_as_usual(scene, came.ask)
    assert {answer.as_first_told for answer in came.told} <= {usual.as_first_told}
    if came.ask.form == "preview":
        assert len((await scene.ledger.rows()).proposals) == 1
    else:
        assert sum(not answer.is_replay for answer in came.told) <= 1
    replays = [each for each in scene.outcomes if (each.code, each.attempts) == ("OK", 0)]
    assert replays
    await nobody_has_to_look(scene)


async def expect_ip(scene: Scene, came: Came) -> None:
    """The first caller's claim stands, and the next one is told when to come back."""
    row = came.row
    assert row is not None
    assert (row.state, row.attempt, row.serial) == ("claimed", 1, 0)
    busy, first = came.told
    is_refused(busy, retryable=True)
    assert busy.code == "IN_PROGRESS"
    assert (busy.error["operation"], busy.error["retry_at"]) == (row.id, second(row.lease_until))
    assert "outcome" not in busy.envelope
    await scene.heal()
    usual = await is_as_usual(scene, came.ask)
    assert (first.as_first_told, first.is_replay) == (usual.as_first_told, False)
    assert [each.code for each in scene.outcomes].count("IN_PROGRESS") == 1
    await nobody_has_to_look(scene)


async def expect_rs(scene: Scene, came: Came) -> None:
    """What was left under a claim comes to what the service has recorded."""
    await scene.heal()
    left = await scene.ledger.operation_of_ask(came.ask)
    assert left is not None
    if left.state == "claimed":
        assert (await scene.call(came.ask)).code == "IN_PROGRESS"
        scene.clock.step(LEASE_MS)
        assert await scene.there.dispatcher.recover() == 1
    assert await scene.there.dispatcher.recover() == 0
    usual = await is_as_usual(scene, came.ask)
    for answer in came.told:
        assert answer.as_first_told == usual.as_first_told or answer.code == "OUTCOME_UNKNOWN"
    await nobody_has_to_look(scene)


async def expect_uk(scene: Scene, came: Came) -> None:
    """Nobody knows, everybody is told so, and only evidence or a person ends it."""
    (unknown,) = came.told
    row = await _left_unknown(scene, came)
    assert row.attempt >= 1
    assert row.claimed_at <= await scene.ledger.now()
    _is_unknown(unknown, row)
    await _is_in_the_queue(scene, row)
    effects = scene.service.effects()
    scene.clock.step(DAY_MS)
    assert await scene.there.dispatcher.recover() == 0
    assert (await scene.call(came.ask)).text == unknown.text
    assert (await scene.ledger.operation_of_ask(came.ask)) == row
    assert scene.alerts == {"OUTCOME_UNKNOWN"}
    await scene.heal()
    answer = await scene.call(came.ask)
    if answer.code == "OUTCOME_UNKNOWN":
        await _a_person_says(scene, came, row, answer)
    else:
        await is_as_usual(scene, came.ask)
    assert scene.service.effects() == effects
    await nobody_has_to_look(scene)


async def expect_t1(scene: Scene, came: Came) -> None:
    """The first end stays, and what contradicts it is kept beside it."""
    first = came.row
    assert first is not None and first.state in TERMINAL
    await scene.heal()
    told = [*came.told, await scene.call(came.ask), await scene.call(came.ask)]
    for answer in told:
        _tells(answer, first)
    assert await scene.ledger.operation_of_ask(came.ask) == first
    assert await scene.ledger.queue() == []
    anomalies = (await scene.ledger.rows()).anomalies
    assert [each.said for each in anomalies] == (
        [] if came.contradicted_by is None else [came.contradicted_by]
    )
    assert {each.operation_id for each in anomalies} <= {first.id}


async def _left_unknown(scene: Scene, came: Came) -> OperationRow:
    """The operation in the queue. Where the store was locked, what is stored is the claim until
    somebody has looked into it."""
    row = came.row
    assert row is not None
    if row.state == "claimed":
        scene.lock.let_go()
        scene.clock.step(LEASE_MS)
        assert await scene.there.dispatcher.recover() == 1
        row = await scene.ledger.operation_of_ask(came.ask)
    assert row is not None and row.state == "unknown"
    return row


def _is_unknown(answer: Answer, row: OperationRow) -> None:
    """The envelope says that nobody knows, whose operation it is, and not one word more."""
    is_refused(answer, retryable=False)
    envelope, error = answer.envelope, answer.error
    assert envelope.keys() == {"ok", "tool", "outcome", "untrusted", "error"}
    assert envelope["outcome"] == "unknown"
    asks = error.pop("next", None)
    assert asks is None or asks["say"] == "Ask what became of the operation."
    assert error == {
        "code": "OUTCOME_UNKNOWN",
        "message": "It is not known whether this happened; do not repeat it.",
        "retryable": False,
        "field": None,
        "operation": row.id,
    }


async def _is_in_the_queue(scene: Scene, row: OperationRow) -> None:
    (waiting,) = await scene.ledger.queue()
    assert (waiting.operation_id, waiting.state) == (row.id, "unknown")
    assert (waiting.key, waiting.attempts, waiting.tool) == (row.key, row.attempt, row.tool)
    assert waiting.reason == row.reason
    assert waiting.reason


async def _a_person_says(scene: Scene, came: Came, row: OperationRow, answer: Answer) -> None:
    """Somebody looks into the service's own account, and says what they saw."""
    assert came.told[0].text == answer.text
    has_happened = bool(scene.service.effects(key=row.key))
    store: Operations = Operations(scene.there.store)  # type: ignore[arg-type]
    await store.resolve(
        row.id,
        as_="succeeded" if has_happened else "failed",
        by="Olga Brandt",
        reason="Seen in the service's own list.",
    )
    told = await scene.call(came.ask)
    assert told.envelope["outcome"] == ("committed" if has_happened else "nothing_happened")
    assert told.error["reason"].startswith("A person has confirmed")
    assert b"Olga" not in told.text
    ended = await scene.ledger.operation_of_ask(came.ask)
    assert ended is not None
    assert (ended.state, ended.resolved_by) == (
        "succeeded" if has_happened else "failed",
        "Olga Brandt",
    )


def _tells(answer: Answer, row: OperationRow) -> None:
    """An answer is about the end of an operation: its state, and what the ledger holds of it."""
    code = None if row.error is None else orjson.loads(row.error)["code"]
    if answer.ask.form == "commit":
        outcomes = {"succeeded": "committed", "failed": "nothing_happened"}
        assert (answer.envelope["outcome"], answer.code) == (outcomes[row.state], code)
        return
    told = answer.result
    evidence = None if row.evidence is None else orjson.loads(row.evidence)
    assert (told["state"], told["evidence"]) == (row.state, evidence)
    assert (told["error"] is None) == (row.state == "succeeded")
    assert code is None or told["error"]["code"] == code


def second(milliseconds: int | None) -> str:
    """An instant of the store as an envelope tells it: the next whole second."""
    assert milliseconds is not None
    return datetime.fromtimestamp(-(-milliseconds // 1000), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
