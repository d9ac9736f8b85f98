"""Long work: started once, told as it was last seen, and ended by evidence alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from fault_matrix.asks import START, Answer, Ask, poll
from fault_matrix.came import Came
from fault_matrix.faults import (
    HOUR_MS,
    Arrangement,
    asked,
    by_another_process,
    clocks_step,
    disconnected,
    killed,
    meanwhile,
    repeated,
    the_store_is_locked,
    timed_out,
)
from fault_matrix.places import APPLIED, ASKED, ASKING, Place, before, inside
from fault_matrix.scene import Scene
from fault_matrix.service_faults import (
    LOST_ANSWER,
    NO_EVIDENCE,
    NO_STATUS,
    arm,
    delivered_late,
    end_not_stored,
    sent_twice,
    struck,
)

LONGEST_MS = 2 * HOUR_MS
"""How long the contract says that it may take."""

starting = asked(START)


async def accepted(scene: Scene) -> Ask:
    """A question about work that the service has taken on."""
    started = await scene.here.answer(START)
    return poll(started.result["operation_id"])


async def running(scene: Scene) -> Ask:
    """A question about work that was last seen running."""
    ask = await accepted(scene)
    export_is(scene, "running")
    assert (await scene.here.answer(ask)).result["state"] == "running"
    return ask


async def ending(scene: Scene) -> Ask:
    """The same, and by now it has succeeded."""
    ask = await running(scene)
    export_is(scene, "succeeded")
    return ask


def export_is(scene: Scene, state: str) -> None:
    """How far the service is with the one export."""
    (effect,) = scene.service.effects(kind="exports")
    scene.service.export("acme", effect.id, state)


def the_service_will_say(scene: Scene, state: str) -> None:
    """The next question of a poll, after those about facts, is answered with this."""
    scene.here.strikes.arm(ASKING, lambda: scene.service.arm("status_says", says=state))


async def hours_pass_in_silence(scene: Scene, ask: Ask) -> Sequence[Answer]:
    """More than the work may take, in which nobody says anything."""
    arm(scene, NO_STATUS)
    return await clocks_step(2 * LONGEST_MS)(scene, ask)


async def it_ends_and_the_store_is_locked(scene: Scene, ask: Ask) -> Sequence[Answer]:
    export_is(scene, "succeeded")
    return await the_store_is_locked(scene, ask)


def ended_by_another(
    ready: Callable[[Scene], Awaitable[Ask]], *, at: Place, says: str | None = None
) -> Arrangement:
    """Another process records the end while a poll is there that was told something else, or the
    same."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        if says is not None:
            the_service_will_say(scene, says)
        async with scene.paused(ask, at=at) as caller:
            export_is(scene, "succeeded")
            early = await scene.there.answer(ask)
            row = await scene.ledger.operation_of_ask(ask)
        told = (early, await caller.told())
        return Came(ask=ask, told=told, row=row, contradicted_by=says if says == "failed" else None)

    return arranged


async def the_answers_say_nothing(scene: Scene) -> Came:
    """A state that there is not, and work that the service does not know any more."""
    ask = await running(scene)
    told = []
    for says in ("nearly there", "not_found"):
        the_service_will_say(scene, says)
        told.append(await scene.here.answer(ask))
    return Came(ask=ask, told=tuple(told))


async def it_is_recorded_by_two_at_once(scene: Scene) -> Came:
    ask = await ending(scene)
    async with scene.paused(ask, at=inside("end")) as caller:
        other = scene.caller_there(ask)
    told = (await caller.told(), await other.told())
    return Came(ask=ask, told=told, row=await scene.ledger.operation_of_ask(ask))


async def it_is_recorded_twice(scene: Scene) -> Came:
    ask = await ending(scene)
    first = await scene.here.answer(ask)
    row = await scene.ledger.operation_of_ask(ask)
    return Came(ask=ask, told=(first, await scene.there.answer(ask)), row=row)


ARRANGEMENTS: Mapping[str, Arrangement] = {
    "L1.crash": killed(starting, at=APPLIED),
    "L1.disconnect": disconnected(starting, at=APPLIED),
    "L1.timeout": timed_out(starting, at=APPLIED),
    "L1.duplicate": sent_twice(starting),
    "L1.reorder": delivered_late(starting),
    "L1.clock": meanwhile(starting, clocks_step(HOUR_MS), at=APPLIED),
    "L1.lock": end_not_stored(starting),
    "L1.status_down": struck(starting, LOST_ANSWER, NO_STATUS),
    "L1.malformed": struck(starting, NO_EVIDENCE, NO_STATUS),
    "L1.concurrent": meanwhile(starting, by_another_process, at=APPLIED),
    "L2.crash": killed(running, at=ASKED),
    "L2.disconnect": disconnected(running, at=ASKED),
    "L2.timeout": timed_out(running, at=ASKING),
    "L2.duplicate": repeated(running),
    "L2.reorder": ended_by_another(running, at=ASKED),
    "L2.clock": meanwhile(running, hours_pass_in_silence, at=ASKING),
    "L2.lock": meanwhile(running, the_store_is_locked, at=ASKED),
    "L2.status_down": struck(running, NO_STATUS),
    "L2.malformed": the_answers_say_nothing,
    "L2.concurrent": ended_by_another(ending, at=ASKED),
    "L3.crash": killed(ending, at=inside("end")),
    "L3.disconnect": disconnected(ending, at=inside("end")),
    "L3.timeout": timed_out(ending, at=ASKED),
    "L3.duplicate": it_is_recorded_twice,
    "L3.reorder": ended_by_another(running, at=ASKED, says="failed"),
    "L3.clock": meanwhile(ending, hours_pass_in_silence, at=ASKING),
    "L3.lock": meanwhile(ending, the_store_is_locked, at=before("end")),
    "L3.status_down": struck(ending, NO_STATUS),
    "L3.malformed": struck(running, {"name": "status_says", "says": "succeeded"}),
    "L3.concurrent": it_is_recorded_by_two_at_once,
}
