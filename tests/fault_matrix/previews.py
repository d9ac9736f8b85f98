"""Previews: one request makes one proposal, whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from fault_matrix.asks import commit, preview
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
    the_store_is_locked,
    timed_out,
)
from fault_matrix.malformed import malformed_arguments, no_json, other_fields, other_value
from fault_matrix.places import ASKING, PARSED, READING, REPLY, after, before, inside
from fault_matrix.scene import Scene
from fault_matrix.service_faults import Fault
from sqlalchemy import text
from write_path.changes import SAVED_ADDRESS, STAGE

PREVIEW = preview()
OTHER = preview(SAVED_ADDRESS, request_id="preview-2")

previewing, another = asked(PREVIEW), asked(OTHER)


async def the_answer_is_lost(scene: Scene) -> Came:
    """No try is made but the first; whoever repeats the call sends the request twice."""
    rows = await scene.ledger.rows()
    scene.service.arm("cut", kind="reads", when="after")
    told = await scene.here.answer(PREVIEW)
    return Came(ask=PREVIEW, told=(told,), before=rows, lasts=True)


async def the_body_is_no_answer(scene: Scene) -> Came:
    rows = await scene.ledger.rows()
    told = []
    for how in ("not_json", "empty"):
        fault: Fault = {"name": "malformed", "kind": "reads", "how": how, "text": "canary-4711"}
        scene.here.strikes.arm(ASKING, partial(scene.service.arm, **fault))
        told.append(await scene.here.answer(PREVIEW))
    return Came(ask=PREVIEW, told=tuple(told), before=rows)


async def somebody_changes_the_record_that_was_read(scene: Scene) -> Came:
    ask = preview(STAGE, expected_version="6")

    def change() -> None:
        with scene.own.begin() as connection:
            connection.execute(text("UPDATE opportunities SET version = version + 1"))

    rows = await scene.ledger.rows()
    scene.here.strikes.arm(PARSED, change)
    return Came(ask=ask, told=(await scene.here.answer(ask),), before=rows)


async def it_expires_as_it_is_stored(scene: Scene) -> Came:
    async with scene.paused(PREVIEW, at=after("proposal")) as caller:
        scene.clock.step(HOUR_MS)
    told = await caller.told()
    return Came(ask=commit(told.result["proposal_id"]))


ARRANGEMENTS: Mapping[str, Arrangement] = {
    "P1.crash": killed(previewing, at=PARSED),
    "P1.duplicate": repeated(previewing),
    "P1.reorder": repeated(previewing, between=another),
    "P1.malformed": malformed_arguments(
        previewing,
        no_json,
        other_fields,
        other_value("customer_id", "adr_00000001", "INVALID_ARGUMENT"),
        other_value("destination", {"kind": "here"}, "UNKNOWN_DISCRIMINATOR", "/destination/kind"),
    ),
    "P1.concurrent": at_once(previewing, OTHER),
    "P2.crash": killed(previewing, at=READING),
    "P2.disconnect": disconnected(previewing, at=READING),
    "P2.timeout": timed_out(previewing, at=READING, lasts=True),
    "P2.duplicate": the_answer_is_lost,
    "P2.reorder": in_reverse(previewing, another, at=READING),
    "P2.clock": meanwhile(previewing, clocks_step(HOUR_MS), at=READING),
    "P2.malformed": the_body_is_no_answer,
    "P2.concurrent": somebody_changes_the_record_that_was_read,
    "P3.crash": killed(previewing, at=inside("proposal")),
    "P3.disconnect": disconnected(previewing, at=inside("proposal")),
    "P3.timeout": out_of_patience(previewing, at=inside("proposal")),
    "P3.duplicate": meanwhile(previewing, by_a_duplicate, at=before("proposal")),
    "P3.reorder": in_reverse(previewing, another, at=before("proposal")),
    "P3.clock": it_expires_as_it_is_stored,
    "P3.lock": meanwhile(previewing, the_store_is_locked, at=before("proposal")),
    "P3.concurrent": at_once(previewing),
    "P4.crash": killed(previewing, at=REPLY),
    "P4.disconnect": disconnected(previewing, at=REPLY),
    "P4.timeout": out_of_patience(previewing, at=REPLY),
    "P4.duplicate": meanwhile(previewing, by_a_duplicate, at=REPLY),
    "P4.reorder": in_reverse(previewing, another, at=REPLY),
    "P4.concurrent": meanwhile(previewing, by_another_process, at=REPLY),
}
