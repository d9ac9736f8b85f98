"""Commits: one effect at most, and nobody is told what is not proven.

Most of them change an address, with a service that keeps keys and can be asked. Where the table wants
an outcome that nobody can find out, a message is sent: of that nobody can be asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fault_matrix.asks import Answer, Ask, commit, preview
from fault_matrix.came import Came
from fault_matrix.faults import (
    HOUR_MS,
    Arrangement,
    by_a_duplicate,
    by_another_process,
    clocks_step,
    disconnected,
    killed,
    meanwhile,
    out_of_patience,
    repeated,
    the_status_is_down,
    the_store_is_locked,
    timed_out,
)
from fault_matrix.malformed import malformed_arguments, no_json, other_fields, other_value
from fault_matrix.places import APPLIED, READING, REPLY, SENT, Place, after, before, inside
from fault_matrix.process import Caller
from fault_matrix.scene import LEASE_MS, Scene
from fault_matrix.service_faults import (
    LOST,
    LOST_ANSWER,
    NO_EVIDENCE,
    NO_STATUS,
    delivered_late,
    end_not_stored,
    sent_twice,
    struck,
)
from write_path.changes import ADDRESS, SEND, Change

CUSTOMER = "cus_4f7a2b9c"
NOBODYS = "pro_" + "a" * 32


async def proposed(scene: Scene, change: Change = ADDRESS, **more: str) -> Ask:
    """The commit of a proposal that waits for a decision."""
    told = await scene.here.answer(preview(change, **more))
    return commit(told.result["proposal_id"], change)


async def ready(scene: Scene, change: Change = ADDRESS, **more: str) -> Ask:
    """The commit of a proposal that is approved."""
    ask = await proposed(scene, change, **more)
    await scene.here.decide(ask.arguments["proposal_id"])
    return ask


async def sends(scene: Scene) -> Ask:
    """The commit of a message, which is approved."""
    return await ready(scene, SEND)


async def it_comes_before_the_approval(scene: Scene) -> Came:
    ask = await proposed(scene)
    told = await scene.here.answer(ask)
    assert (await scene.ledger.rows()).operations == ()
    await scene.here.decide(ask.arguments["proposal_id"])
    return Came(ask=ask, told=(told,), before=await scene.ledger.rows())


async def it_has_expired_when_it_comes(scene: Scene) -> Came:
    ask = await ready(scene)
    scene.clock.step(HOUR_MS)
    return Came(ask=ask, told=(await scene.here.answer(ask),))


async def nothing_can_be_read(scene: Scene) -> Came:
    """The store is locked so that not even a proposal is found; the service hears nothing at all."""
    ask = await ready(scene)
    rows = await scene.ledger.rows()
    heard = scene.service.requests()
    await scene.close_connections()
    scene.lock.take(readers_too=True)
    told = await scene.here.answer(ask)
    assert scene.service.requests() == heard
    return Came(ask=ask, told=(told,), before=rows)


async def somebody_changes_the_record(scene: Scene, _: Ask) -> Sequence[Answer]:
    scene.service.bump("acme", "customer", CUSTOMER)
    return []


async def it_is_overtaken_on_its_way_to_the_claim(scene: Scene) -> Came:
    ask = await ready(scene)
    async with scene.paused(ask, at=before("claim")) as late:
        scene.service.arm("slow")
        early = Caller(scene.there.answer(ask))
        await scene.service.wait_for(held=1)
        row = await scene.ledger.operation_of_ask(ask)
    told = await late.told()
    scene.service.release()
    return Came(ask=ask, told=(told, await early.told()), row=row)


async def the_answer_is_that_of_another(scene: Scene) -> Came:
    """Two messages are sent, and the answers change places."""
    first = await ready(scene, SEND, draft_id="dft_00000002")
    assert (await scene.here.answer(first)).result["resource_id"] == "dft_00000002"
    ask = await ready(scene, SEND, request_id="preview-2")
    scene.service.arm("malformed", how="foreign")
    told = await scene.here.answer(ask)
    return Came(ask=ask, told=(told,), row=await scene.ledger.operation_of_ask(ask))


def another_process_finds_out_first(*, at: Place) -> Arrangement:
    """The lease is over while the call is there, and another process asks the service."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        async with scene.paused(ask, at=at) as caller:
            scene.clock.step(LEASE_MS)
            assert await scene.there.dispatcher.recover() == 1
            overtaking = await scene.there.answer(ask)
        return Came(ask=ask, told=(overtaking, await caller.told()))

    return arranged


async def another_process_was_told_otherwise(scene: Scene) -> Came:
    """The service says to one that the write has failed, and has told the other that it succeeded."""
    ask = await ready(scene)
    scene.service.arm("status_says", says="failed", how="customer_inactive")
    async with scene.paused(ask, at=before("end")) as caller:
        scene.clock.step(LEASE_MS)
        assert await scene.there.dispatcher.recover() == 1
        row = await scene.ledger.operation_of_ask(ask)
    return Came(ask=ask, told=(await caller.told(),), row=row, contradicted_by="succeeded")


async def it_comes_again_while_the_store_is_locked(scene: Scene, ask: Ask) -> Sequence[Answer]:
    scene.lock.take()
    return [await scene.here.answer(ask), await scene.there.answer(ask)]


ARRANGEMENTS: Mapping[str, Arrangement] = {
    "C1.crash": killed(ready, at=READING),
    "C1.disconnect": disconnected(ready, at=READING),
    "C1.timeout": timed_out(ready, at=READING),
    "C1.duplicate": repeated(ready),
    "C1.reorder": it_comes_before_the_approval,
    "C1.clock": it_has_expired_when_it_comes,
    "C1.lock": nothing_can_be_read,
    "C1.malformed": malformed_arguments(
        ready,
        no_json,
        other_fields,
        other_value("proposal_id", NOBODYS, "PROPOSAL_UNKNOWN"),
        other_value("proposal_id", 17, "INVALID_ARGUMENT"),
    ),
    "C1.concurrent": meanwhile(ready, somebody_changes_the_record, at=READING),
    "C2.crash": killed(ready, at=after("claim")),
    "C2.disconnect": disconnected(ready, at=after("claim")),
    "C2.timeout": out_of_patience(ready, at=after("claim")),
    "C2.duplicate": meanwhile(ready, by_a_duplicate, at=after("claim")),
    "C2.reorder": it_is_overtaken_on_its_way_to_the_claim,
    "C2.clock": meanwhile(ready, clocks_step(HOUR_MS), at=before("claim")),
    "C2.lock": meanwhile(ready, the_store_is_locked, at=before("claim")),
    "C2.status_down": meanwhile(ready, the_status_is_down, at=after("claim")),
    "C2.concurrent": meanwhile(ready, by_another_process, at=after("claim")),
    "C3.crash": killed(ready, at=SENT),
    "C3.disconnect": disconnected(ready, at=SENT),
    "C3.timeout": timed_out(ready, at=SENT),
    "C3.duplicate": meanwhile(ready, by_a_duplicate, at=SENT),
    "C3.reorder": delivered_late(ready),
    "C3.clock": meanwhile(ready, clocks_step(HOUR_MS), at=SENT),
    "C3.status_down": struck(ready, LOST, NO_STATUS),
    "C3.concurrent": meanwhile(ready, by_another_process, at=SENT),
    "C4.crash": killed(ready, at=APPLIED),
    "C4.disconnect": disconnected(ready, at=APPLIED),
    "C4.timeout": timed_out(ready, at=APPLIED),
    "C4.duplicate": sent_twice(ready),
    "C4.reorder": another_process_finds_out_first(at=APPLIED),
    "C4.clock": meanwhile(ready, clocks_step(HOUR_MS), at=APPLIED),
    "C4.status_down": struck(ready, LOST_ANSWER, NO_STATUS),
    "C4.malformed": struck(sends, {"name": "malformed", "how": "wrong_id"}),
    "C4.concurrent": meanwhile(ready, by_another_process, at=APPLIED),
    "C5.crash": killed(ready, at=before("end")),
    "C5.duplicate": another_process_finds_out_first(at=before("end")),
    "C5.reorder": the_answer_is_that_of_another,
    "C5.status_down": struck(ready, NO_EVIDENCE, NO_STATUS),
    "C5.malformed": struck(sends, NO_EVIDENCE),
    "C5.concurrent": meanwhile(ready, by_another_process, at=before("end")),
    "C6.crash": killed(ready, at=inside("end")),
    "C6.disconnect": disconnected(ready, at=inside("end")),
    "C6.timeout": out_of_patience(ready, at=inside("end")),
    "C6.duplicate": meanwhile(ready, by_a_duplicate, at=after("end")),
    "C6.reorder": another_process_was_told_otherwise,
    "C6.clock": meanwhile(ready, clocks_step(HOUR_MS), at=before("end")),
    "C6.lock": end_not_stored(ready),
    "C6.status_down": meanwhile(ready, the_status_is_down, at=before("end")),
    "C6.concurrent": meanwhile(ready, by_another_process, at=inside("end")),
    "C7.crash": killed(ready, at=REPLY),
    "C7.disconnect": disconnected(ready, at=REPLY),
    "C7.timeout": out_of_patience(ready, at=REPLY),
    "C7.duplicate": meanwhile(ready, by_a_duplicate, at=REPLY),
    "C7.reorder": meanwhile(ready, by_another_process, at=REPLY),
    "C7.clock": meanwhile(ready, clocks_step(HOUR_MS), at=REPLY),
    "C7.lock": meanwhile(ready, it_comes_again_while_the_store_is_locked, at=REPLY),
    "C7.status_down": meanwhile(ready, the_status_is_down, at=REPLY),
    "C7.concurrent": meanwhile(ready, by_another_process, at=REPLY),
}
