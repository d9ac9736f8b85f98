"""Cancels: four honest answers, and an end that came first stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fault_matrix.asks import Answer, Ask, cancel, poll
from fault_matrix.came import Came
from fault_matrix.faults import (
    Arrangement,
    by_another_process,
    disconnected,
    killed,
    meanwhile,
    out_of_patience,
    the_store_is_locked,
    timed_out,
)
from fault_matrix.long_operations import export_is, running
from fault_matrix.malformed import malformed_arguments, no_json, other_fields, other_value
from fault_matrix.places import ASKING, SENT, Place, after, before, inside
from fault_matrix.scene import Scene
from fault_matrix.service_faults import LOST_ANSWER, NO_EVIDENCE, NO_STATUS, arm, struck


async def stopping(scene: Scene) -> Ask:
    """An attempt to stop work that was last seen running."""
    return cancel((await running(scene)).arguments["operation_id"])


async def another_request_overtakes(scene: Scene) -> Came:
    """Two runs attempt to stop one work: the second attempt is carried out first."""
    late = await stopping(scene)
    early = cancel(late.arguments["operation_id"], run_id="run-2")
    async with scene.paused(late, at=before("claim")) as caller:
        assert (await scene.there.answer(early)).result["answer"] == "stopped"
    told = await caller.told()
    assert told.result["answer"] == "already_finished"
    return Came(ask=late, told=(told,))


async def it_comes_to_a_locked_store(scene: Scene) -> Came:
    """An attempt that cannot be stored is not made: that is no answer to it. The same one is made
    once the store is free."""
    ask = await stopping(scene)
    scene.lock.take()
    refused = await scene.here.answer(ask)
    assert (refused.code, refused.error["retryable"]) == ("STORE_UNAVAILABLE", True)
    assert scene.service.effects(kind="cancels") == []
    scene.lock.let_go()
    return Came(ask=ask, told=(await scene.here.answer(ask),))


async def its_answer_is_lost_and_it_comes_again(scene: Scene) -> Came:
    ask = await stopping(scene)
    scene.service.arm(**LOST_ANSWER)
    told = await scene.here.answer(ask)
    assert told.result["answer"] == "unknown"
    assert len(await scene.ledger.queue()) == 1
    again = await scene.there.answer(ask)
    _, first, second = [each for each in scene.service.requests() if each["method"] == "POST"]
    assert first["key"] == second["key"]
    return Came(ask=ask, told=(told, again))


async def it_comes_again_once_it_was_recorded(scene: Scene, ask: Ask) -> Sequence[Answer]:
    return [await scene.there.answer(ask)]


async def the_status_goes_down(scene: Scene, _: Ask) -> Sequence[Answer]:
    arm(scene, NO_STATUS)
    return []


def ended_first(
    *, at: Place, state: str | None, says: str | None = None, answer: str = "already_finished"
) -> Arrangement:
    """The work comes to an end, and that is recorded, while the attempt to stop it is there."""

    async def arranged(scene: Scene) -> Came:
        ask = await stopping(scene)
        question = poll(ask.arguments["operation_id"])
        if says is not None:
            scene.service.answer_cancels(says)
        async with scene.paused(ask, at=at) as caller:
            if state is not None:
                export_is(scene, state)
            told = await scene.there.answer(question)
            row = await scene.ledger.operation_of_ask(question)
        stopped = await caller.told()
        assert stopped.result["answer"] == answer
        contradicted_by = "cancelled" if says == "stopped" else None
        return Came(ask=question, told=(told,), row=row, contradicted_by=contradicted_by)

    return arranged


ARRANGEMENTS: Mapping[str, Arrangement] = {
    "X1.crash": killed(stopping, at=after("claim")),
    "X1.disconnect": disconnected(stopping, at=after("claim")),
    "X1.timeout": out_of_patience(stopping, at=after("claim")),
    "X1.duplicate": meanwhile(stopping, by_another_process, at=after("claim")),
    "X1.reorder": another_request_overtakes,
    "X1.lock": it_comes_to_a_locked_store,
    "X1.malformed": malformed_arguments(
        stopping,
        no_json,
        other_fields,
        other_value("operation_id", "op_" + "a" * 32, "OPERATION_UNKNOWN"),
        other_value("operation_id", 17, "INVALID_ARGUMENT"),
    ),
    "X1.concurrent": ended_first(at=before("claim"), state="succeeded"),
    "X2.crash": killed(stopping, at=SENT),
    "X2.disconnect": disconnected(stopping, at=SENT),
    "X2.timeout": timed_out(stopping, at=SENT),
    "X2.duplicate": its_answer_is_lost_and_it_comes_again,
    "X2.reorder": ended_first(at=SENT, state="succeeded"),
    "X2.lock": meanwhile(stopping, the_store_is_locked, at=SENT),
    "X2.status_down": meanwhile(stopping, the_status_goes_down, at=ASKING),
    "X2.malformed": struck(stopping, NO_EVIDENCE),
    "X2.concurrent": ended_first(at=SENT, state="failed"),
    "X3.crash": killed(stopping, at=inside("end")),
    "X3.disconnect": disconnected(stopping, at=inside("end")),
    "X3.timeout": out_of_patience(stopping, at=inside("end")),
    "X3.duplicate": meanwhile(stopping, it_comes_again_once_it_was_recorded, at=after("end")),
    "X3.reorder": ended_first(at=before("end"), state="succeeded", says="stopped"),
    "X3.lock": meanwhile(stopping, the_store_is_locked, at=before("end")),
    "X3.status_down": meanwhile(stopping, the_status_goes_down, at=before("end")),
    "X3.concurrent": ended_first(at=before("end"), state=None, answer="stopped"),
}
