"""What a trace holds is enough to carry its calls out again, with the same decisions."""

from __future__ import annotations

from typing import Any

import pytest
from approvals.tokens import token, verifier
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime.approvals import Approvals, verify
from traces.hosting import Event, Lines, Traced, traced_host
from traces.paths import PATHS, proposed
from traces.replaying import Replay, decisions, told, told_then
from traces.scripted import ScriptedHost
from write_path.changes import ADDRESS, EXPORT, REFUND, SAVED_ADDRESS, SEND
from write_path.host import TENANT

NOT_ALONE = {"ABANDONED", "IN_PROGRESS", "STORE_UNAVAILABLE"}
"""What takes a second caller, a caller who goes away, or a store that is down."""


async def replayed(events: list[Event]) -> Lines:
    """The trace of the replay, once every decision and every answer in it is as recorded."""
    replay = Replay(events)
    for event, envelope in await replay():
        assert envelope is not None
        assert told(envelope) == told_then(event["answer"]), event
    now = [decisions(each) for each in replay.host.lines.calls]
    then = [decisions(each) for each in events if each["event"] == "call"]
    assert now == then
    return replay.host.lines


@pytest.mark.promise("T6")
@pytest.mark.parametrize("code", sorted(PATHS.keys() - NOT_ALONE))
async def test_every_path_comes_to_the_same_again(code: str) -> None:
    host = ScriptedHost()
    await PATHS[code](host)
    host.recorder.close()
    again = await replayed(host.lines.events())
    # A replay is a run like any other: its trace can be replayed as well.
    await replayed(again.events())


@pytest.mark.promise("T6")
async def test_decisions_that_others_made_are_as_the_commit_found_them() -> None:
    """Approvers often sit at another process: then nothing of this trace says what they did."""
    host = ScriptedHost()
    for deny in ("", "The street does not exist."):
        run, commit = await proposed(host, request_id=f"r-{bool(deny)}")
        await host.decide(
            commit["proposal_id"], verdict="deny" if deny else "approve", reason=deny or None
        )
        await host.call(run, ADDRESS.commit, commit)
        await host.time.sleep(1)
    host.recorder.close()
    await replayed(host.lines.events())


async def session(host: Traced, service: ReferenceService) -> None:
    """Two agents and two approvers, with a service that is not always there."""
    approvals = Approvals(host.store, trace=host.recorder)

    async def decide(proposal_id: str, *people: tuple[str, str], deny: str = "") -> None:
        for name, role in people:
            person = await verify(verifier, token(name, (role,)))
            hash_ = (await host.proposal(proposal_id)).hash
            if deny:
                await approvals.deny(person, proposal_id, hash=hash_, reason=deny)
            else:
                await approvals.approve(person, proposal_id, hash=hash_)

    async def propose(run: Any, change: Any, arguments: Any = None, **named: Any) -> Any:
        shown = await host.call(run, change.preview, arguments or change.arguments, **named)
        return {"proposal_id": shown["result"]["proposal_id"]}

    lead, finance, head = (
        ("lea", "support_lead"),
        ("max", "finance_lead"),
        ("ada", "head_of_sales"),
    )
    run = host.run()
    await host.call(run, "search_customers_v1", {"name": "Nordwind"})
    await host.call(run, "get_customer_v2", {"customer_id": "cus_4f7a2b9c"})
    await host.call(run, "get_customer_v2", {"customer_id": "cus_99999999"})
    await host.call(run, "get_customer_v2", {"customer_id": "Nordwind"})
    await host.call(run, "drop_customer_v1", {"customer_id": "cus_4f7a2b9c"})
    await host.call(run, "list_attachments_v1", {"customer_id": "cus_4f7a2b9c"})
    await host.call(run, "read_attachment_v1", {"content": "attachment.00000001"})

    # Success, told again, and a second proposal that meets the version that the first has made.
    first = await propose(run, ADDRESS)
    second = await propose(run, SAVED_ADDRESS)
    await host.call(run, ADDRESS.commit, first)
    for each in (first, second):
        await decide(each["proposal_id"], lead)
    await host.call(run, ADDRESS.commit, first)
    await host.call(run, ADDRESS.commit, first)
    await host.call(run, ADDRESS.commit, second)
    await host.call(run, ADDRESS.commit, second)

    # Denied; two persons; a repeat of a request, and of its id with something else.
    denied = await propose(run, ADDRESS, request_id="denied")
    await decide(denied["proposal_id"], lead, deny="The street does not exist.")
    await host.call(run, ADDRESS.commit, denied)
    dear = {**REFUND.arguments, "amount": {"amount_minor": 70_000, "currency": "EUR"}}
    refund = await propose(run, REFUND, dear, request_id="refund")
    await propose(run, REFUND, dear, request_id="refund")
    await host.call(run, REFUND.preview, REFUND.arguments, request_id="refund")
    await decide(refund["proposal_id"], finance)
    await host.call(run, REFUND.commit, refund)
    await decide(refund["proposal_id"], head)
    await host.call(run, REFUND.commit, refund)

    # An answer that is lost and found by the status tool; one that is lost for good.
    lost = await propose(run, ADDRESS, request_id="lost")
    await decide(lost["proposal_id"], lead)
    service.arm("cut", when="after")
    await host.call(run, ADDRESS.commit, lost)
    gone = await propose(run, SAVED_ADDRESS, request_id="gone")
    await decide(gone["proposal_id"], lead)
    service.arm("cut", when="after", times=None)
    service.arm("status_down", how="unavailable", times=None)
    unknown = await host.call(run, ADDRESS.commit, gone)
    service.disarm()
    ask = {"operation_id": unknown["error"]["operation"]}
    await host.call(run, "get_address_change_status_v1", ask)
    await host.call(run, ADDRESS.commit, gone)

    # Another service; long work; a run that ends.
    mail = host.run(SEND.role, run_id="run-2")
    sending = await propose(mail, SEND)
    await decide(sending["proposal_id"], lead)
    await host.call(mail, SEND.commit, sending)
    exports = host.run("export_operator", run_id="run-3")
    export = await host.call(exports, "start_export_v1", EXPORT)
    operation = {"operation_id": export["result"]["operation_id"]}
    await host.call(exports, "get_export_v1", operation)
    service.export(TENANT, (await host.operation(operation["operation_id"])).key, "succeeded")
    await host.call(exports, "get_export_v1", operation)
    await host.call(exports, "cancel_export_v1", operation)
    await host.call(exports, "start_export_v1", EXPORT)
    await host.dispatcher.cancel(run)
    await host.call(run, "get_customer_v2", {"customer_id": "cus_4f7a2b9c"})


@pytest.mark.promise("T6")
async def test_a_session_with_a_real_service_comes_to_the_same_without_it(
    reference_service: ReferenceService, own_database: Engine
) -> None:
    async with traced_host(reference_service, own_database) as host:
        await session(host, reference_service)
    assert not [each for each in host.lines.events() if "unlike" in each]
    before = len(reference_service.requests())
    await replayed(host.lines.events())
    assert len(reference_service.requests()) == before, "nobody was asked"
    codes = {each["code"] for each in host.lines.calls}
    assert codes >= {
        *("OK", "UNKNOWN_TOOL", "INVALID_ARGUMENT", "CUSTOMER_NOT_FOUND", "APPROVAL_PENDING"),
        *("APPROVAL_DENIED", "VERSION_CONFLICT", "IDEMPOTENCY_MISMATCH", "OUTCOME_UNKNOWN"),
        "RUN_CANCELLED",
    }
