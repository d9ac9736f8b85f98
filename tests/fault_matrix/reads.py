"""Reads: nothing is stored, so whatever strikes, the same call is answered later as it always is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fault_matrix.asks import Answer, Ask, search
from fault_matrix.came import Came
from fault_matrix.faults import (
    HOUR_MS,
    Arrangement,
    asked,
    at_once,
    by_a_duplicate,
    by_another_process,
    clocks_step,
    disconnected,
    in_reverse,
    killed,
    meanwhile,
    out_of_patience,
    repeated,
)
from fault_matrix.malformed import malformed_arguments, no_json, other_fields, other_value
from fault_matrix.places import CHECKED, PARSED, READING, REPLY
from fault_matrix.scene import Scene

READ = search("Nordwind")
OTHER = search("Südlicht")
TRIES = 3
"""How often the contract allows it to be tried."""

reading = asked(READ)
CUSTOMER = "cus_4f7a2b9c"
CANARY = "canary-4711"


async def every_try_times_out(scene: Scene) -> Came:
    before = await scene.ledger.rows()
    scene.service.arm("slow", kind="reads", times=None)
    caller = scene.caller(READ)
    for _ in range(TRIES):
        await scene.service.wait_for(held=1)
        scene.timeouts.end()
        scene.service.release()
    return Came(ask=READ, told=(await caller.told(),), before=before, lasts=True)


async def the_answer_is_lost_and_the_request_sent_twice(scene: Scene) -> Came:
    before = await scene.ledger.rows()
    scene.service.arm("cut", kind="reads", when="after")
    told = await scene.here.answer(READ)
    first, second = scene.service.requests()
    assert [first[name] == second[name] for name in ("path", "query", "identity")] == [True] * 3
    return Came(ask=READ, told=(told,), before=before)


async def the_body_is_no_answer(scene: Scene) -> Came:
    before = await scene.ledger.rows()
    told = []
    for how in ("not_json", "empty"):
        scene.service.arm("malformed", kind="reads", how=how, text=CANARY)
        told.append(await scene.here.answer(READ))
    return Came(ask=READ, told=tuple(told), before=before)


async def the_clock_steps_at_the_check(scene: Scene) -> Came:
    scene.here.strikes.arm(CHECKED, lambda: scene.here.clock.step(HOUR_MS))
    return Came(ask=READ, told=(await scene.here.answer(READ),))


async def the_answer_takes_too_long_to_check(scene: Scene) -> Came:
    """The limit of bytes is the budget: an answer that is larger is not checked any further."""
    return await answered_wrong(scene, {"name": "Nordwind" * 100_000})


async def the_answer_breaks_the_contract(scene: Scene) -> Came:
    return await answered_wrong(
        scene, {"status": CANARY}, {"email": f"{CANARY} "}, {"name": f"Nordwind {CANARY * 20}"}
    )


async def answered_wrong(scene: Scene, *wrong: Mapping[str, str]) -> Came:
    """The service has a customer that no contract allows."""
    before = await scene.ledger.rows()
    customer = scene.service.record("acme", "customer", CUSTOMER)
    assert customer is not None
    told = []
    for changes in wrong:
        body = {**customer["body"], **changes}
        scene.service.put("acme", "customer", CUSTOMER, version=18, body=body)
        told.append(await scene.here.answer(READ))
    return Came(ask=READ, told=tuple(told), before=before)


async def somebody_changes_the_record_at_the_check(scene: Scene) -> Came:
    scene.here.strikes.arm(CHECKED, lambda: scene.service.bump("acme", "customer", CUSTOMER))
    return await at_once(reading, OTHER)(scene)


async def somebody_changes_the_record(scene: Scene, _: Ask) -> Sequence[Answer]:
    scene.service.bump("acme", "customer", CUSTOMER)
    return [await scene.here.answer(OTHER), await scene.there.answer(READ)]


ARRANGEMENTS: Mapping[str, Arrangement] = {
    "R1.crash": killed(reading, at=PARSED),
    "R1.duplicate": repeated(reading),
    "R1.reorder": repeated(reading, between=asked(OTHER)),
    "R1.malformed": malformed_arguments(
        reading,
        no_json,
        other_fields,
        other_value("page_size", 51, "INVALID_ARGUMENT"),
        other_value("search", {"kind": "fax"}, "UNKNOWN_DISCRIMINATOR", "/search/kind"),
    ),
    "R1.concurrent": at_once(reading, OTHER),
    "R2.crash": killed(reading, at=READING),
    "R2.disconnect": disconnected(reading, at=READING),
    "R2.timeout": every_try_times_out,
    "R2.duplicate": the_answer_is_lost_and_the_request_sent_twice,
    "R2.reorder": in_reverse(reading, asked(OTHER), at=READING),
    "R2.clock": meanwhile(reading, clocks_step(HOUR_MS), at=READING),
    "R2.malformed": the_body_is_no_answer,
    "R2.concurrent": meanwhile(reading, somebody_changes_the_record, at=READING),
    "R3.crash": killed(reading, at=CHECKED),
    "R3.timeout": the_answer_takes_too_long_to_check,
    "R3.clock": the_clock_steps_at_the_check,
    "R3.malformed": the_answer_breaks_the_contract,
    "R3.concurrent": somebody_changes_the_record_at_the_check,
    "R4.crash": killed(reading, at=REPLY),
    "R4.disconnect": disconnected(reading, at=REPLY),
    "R4.timeout": out_of_patience(reading, at=REPLY),
    "R4.duplicate": meanwhile(reading, by_a_duplicate, at=REPLY),
    "R4.reorder": in_reverse(reading, asked(OTHER), at=REPLY),
    "R4.concurrent": meanwhile(reading, by_another_process, at=REPLY),
}
