"""What a trace says about runs, calls, services, people, and writes that nobody waits for."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import timedelta
from typing import Any

import acme_tools
import pytest
from approvals.tokens import token, verifier
from made_package import PackageMaker, closed, limits
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime import Dispatcher, Raw, Requester, ToolError
from toolcharter_runtime._store.sql.opening import migrate, open_store
from toolcharter_runtime._store.transaction import ConflictError
from toolcharter_runtime.approvals import Approvals, VerifiedApprover, verify
from toolcharter_runtime.errors import (
    DecisionRefusedError,
    NotVerifiedError,
    ResolutionRefusedError,
    WordsRefusedError,
)
from toolcharter_runtime.operations import Operations
from toolcharter_runtime.traces import Recorder
from traces.hosting import Event, Lines, traced_host
from traces.paths import ARGUMENTS, READ, approved, committed, proposed
from traces.scripted import Script, ScriptedHost, adapters
from write_path.changes import ADDRESS, EXPORT, REFUND, STAGE
from write_path.host import PERMISSIONS, SEALS, TENANT


def asked(event: Event) -> list[str]:
    """The questions of a call, in order."""
    return [each["asked"] for each in event["steps"] if "asked" in each]


def ledger(event: Event) -> list[tuple[str, Any, Any]]:
    """What the ledger did in a call, in order."""
    return [
        (each["ledger"], each.get("state"), each.get("attempt"))
        for each in event["steps"]
        if "ledger" in each
    ]


# --- runs ----------------------------------------------------------------------------------------


@pytest.mark.promise("T6")
async def test_a_trace_names_catalog_package_and_snapshot_and_every_run() -> None:
    host = ScriptedHost()
    run = host.run(deadline=host.time.now() + timedelta(hours=1))
    narrow = run.narrow([READ])
    host.dispatcher.open(
        role="explorer",
        requester=Requester(identity="omar", tenant="globex", permissions=frozenset()),
        run_id="run-1",
        principal="agent-7",
    )
    await host.call(narrow, READ, ARGUMENTS)
    (catalog,) = host.lines.events("catalog")
    assert catalog["catalog"] == acme_tools.CATALOG["catalog"]
    assert (catalog["package"], catalog["snapshot"]) == ("acme_tools", run.snapshot)
    first, second, third = host.lines.events("run")
    assert first["tools"] == sorted(run.tools)
    assert first["role"] == "support_agent"
    assert first["environment"] == acme_tools.CATALOG["roles"]["support_agent"]["environment"]
    assert first["permissions"] == sorted(PERMISSIONS)
    assert first["has_deadline"] is True
    assert (second["has_deadline"], second["permissions"]) == (False, [])
    # The same words of two tenants are two persons and two runs.
    assert len({each["requester"] for each in (first, second)}) == 2
    assert len({each["run"] for each in (first, second)}) == 2
    assert second["principal"] not in (None, second["requester"])
    assert (third["run"], third["tools"]) == (first["run"], [READ])
    call = host.lines.call
    assert call["run"] == third["number"]
    assert call["time_left_ms"] == 3_600_000


@pytest.mark.promise("T6")
async def test_requests_are_told_apart_and_not_named() -> None:
    host = ScriptedHost()
    await proposed(host, request_id="ticket-4711")
    await proposed(host, request_id="ticket-4711")
    await proposed(host, request_id="ticket-4712")
    await proposed(host)
    one, again, other, unnamed = host.lines.calls
    assert one["request"] == again["request"] != other["request"]
    assert (unnamed["occurrence"], "request" in unnamed) == (0, False)
    assert b"ticket" not in host.lines.text
    assert [each["steps"][-1]["ledger"] for each in (one, again, other)] == [
        "proposed",
        "found",
        "proposed",
    ]


# --- what the service says -----------------------------------------------------------------------


@pytest.mark.promise("T6")
async def test_every_question_and_every_answer_stands_in_order() -> None:
    host = ScriptedHost()
    await committed(host)
    preview, commit = host.lines.calls
    facts = ["customer_visible", "customer_is_active", "address_is_deliverable"]
    assert asked(preview) == asked(commit) == [*facts, "op"]
    assert [each["said"] for each in commit["steps"][:3]] == [True] * 3
    assert ledger(commit) == [("claimed", "claimed", 1), ("settled", "succeeded", 1)]
    answer = next(each for each in commit["steps"] if "answer" in each)
    assert answer["proves"] == {"finding": "happened", "has_results": True}
    evidence, told = answer["answer"]["value"], commit["answer"]["result"]["value"]
    assert evidence["resource_id"] == preview["arguments"]["value"]["customer_id"]
    assert evidence["new_version"] != evidence["previous_version"]
    assert evidence.items() <= told.items()
    assert commit["answer"]["outcome"] == "committed"


@pytest.mark.promise("T6")
async def test_the_approval_stands_as_it_was_found() -> None:
    host = ScriptedHost()
    run, commit = await proposed(host)
    await host.call(run, ADDRESS.commit, commit)
    await host.decide(commit["proposal_id"])
    await host.time.sleep(60)
    await host.call(run, ADDRESS.commit, commit)
    preview, pending, done = host.lines.calls
    proposal = preview["answer"]["result"]["value"]["proposal_id"]
    assert pending["approval"] == {
        "proposal": proposal,
        "state": "pending",
        "level": "one_reviewer",
        "approvals": 0,
        "needed": 1,
        "time_left_ms": 900_000,
    }
    assert (done["approval"]["state"], done["approval"]["approvals"]) == ("approved", 1)
    assert done["approval"]["time_left_ms"] == 840_000
    assert done["arguments"]["value"] == {"proposal_id": proposal}


@pytest.mark.promise("T6")
async def test_failures_are_a_code_a_class_or_a_word() -> None:
    host = ScriptedHost()
    run, op = host.run(), (READ, "op")
    later = host.time.now() + timedelta(minutes=5)
    host.script.fail(*op, ToolError("RATE_LIMITED", retry_at=later))
    await host.call(run, READ, ARGUMENTS)
    host.script.fail(*op, ToolError("HUNTER2"))
    await host.call(run, READ, ARGUMENTS)
    host.script.fail(*op, KeyError("hunter2"))
    await host.call(run, READ, ARGUMENTS)
    host.script.say(*op, Raw(b"<html>hunter2</html>"))
    await host.call(run, READ, ARGUMENTS)
    host.script.say(*op, "no model")
    await host.call(run, READ, ARGUMENTS)
    host.script.say(READ, "customer_visible", "hunter2")
    await host.call(run, READ, ARGUMENTS)
    steps = [each["steps"][-1] for each in host.lines.calls]
    for step in steps:
        del step["of"]
    broken = {"code": "OUTPUT_INVALID", "place": ""}
    assert steps == [
        {"asked": "op", "error": "RATE_LIMITED", "retry_in_ms": 300_000},
        {"asked": "op", "error": None},
        {"asked": "op", "raised": "KeyError"},
        {"asked": "op", "answer": {"text": ""}, "verdict": broken},
        {"asked": "op", "answer": {"text": ""}, "verdict": broken},
        {"asked": "customer_visible", "said": None},
    ]
    assert b"hunter2" not in host.lines.text.lower()


@pytest.mark.promise("T6")
@pytest.mark.parametrize("way", ["waits", "answers when it is stopped", "fails when it is stopped"])
async def test_an_answer_that_comes_too_late_is_none(make_package: PackageMaker, way: str) -> None:
    async def op(call: Any, arguments: Any) -> Any:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            if way == "waits":
                raise
            if way == "fails when it is stopped":
                raise ValueError("hunter2") from None
        return Raw({})

    made, lines = make_package(op=op, limits=limits(timeout_ms=5)), Lines()
    dispatcher = made.dispatcher(trace=Recorder(lines))
    await dispatcher.call(made.run(dispatcher), "tool_v1", b"{}")
    assert (lines.call["code"], lines.call["stage"]) == ("UPSTREAM_TIMEOUT", "service")
    assert lines.call["steps"] == [{"asked": "op", "of": "tool_v1", "late": True}]


@pytest.mark.promise("T6")
async def test_every_try_stands_in_the_trace(make_package: PackageMaker) -> None:
    tries: list[int] = []

    async def op(call: Any, arguments: Any) -> Any:
        tries.append(1)
        if len(tries) < 3:
            raise ToolError("UPSTREAM_UNAVAILABLE")
        return Raw({})

    retry = {"retry_class": "read", "attempts": 3, "first_ms": 1, "most_ms": 1}
    made, lines = make_package(op=op, retry=retry), Lines()
    dispatcher = made.dispatcher(trace=Recorder(lines))
    await dispatcher.call(made.run(dispatcher), "tool_v1", b"{}")
    assert [each.get("error") for each in lines.call["steps"]] == [
        *["UPSTREAM_UNAVAILABLE"] * 2,
        None,
    ]
    assert (lines.call["code"], lines.call["attempts"]) == ("OK", 3)


@pytest.mark.promise("T6")
async def test_an_answer_that_was_put_right_says_how_much(make_package: PackageMaker) -> None:
    line = {"type": "string", "x-toolcharter": {"type": "line", "untrusted": True}}
    schema = closed({"a": line | {"pattern": "^[^\\p{Cc}\\p{Zl}\\p{Zp}]*$"}})

    async def op(call: Any, arguments: Any) -> Any:
        return Raw({"a": "hunter2\x07\x08 and\nmore"})

    made, lines = make_package(op=op, answer=schema), Lines()
    dispatcher = made.dispatcher(trace=Recorder(lines))
    await dispatcher.call(made.run(dispatcher), "tool_v1", b"{}")
    assert (lines.call["code"], lines.call["replaced"]) == ("OK", 3)
    assert lines.call["steps"][0]["replaced"] == 3
    assert lines.call["answer"]["result"]["value"]["a"].count("\ufffd") == 3


# --- writes that go on ---------------------------------------------------------------------------


@pytest.mark.promise("T6")
async def test_a_write_whose_caller_went_away_is_told_to_its_end() -> None:
    host, goes_on = ScriptedHost(), asyncio.Event()
    usual = host.script.answer

    async def slow(call: Any, *given: Any) -> Any:
        await goes_on.wait()
        del host.script.says[ADDRESS.commit, "op"]
        return await usual(ADDRESS.commit, "op", (call, *given))

    host.script.says[ADDRESS.commit, "op"] = slow
    run, commit = await approved(host)
    caller = asyncio.ensure_future(host.call(run, ADDRESS.commit, commit))
    while (ADDRESS.commit, "op") not in host.script.asked:
        await asyncio.sleep(0)
    (begun,) = host.lines.events("begun")
    assert begun["call"] == 2
    assert ledger(begun) == [("claimed", "claimed", 1)]
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert len(host.lines.calls) == 1, "the write goes on"
    goes_on.set()
    await host.dispatcher.drain()
    _, event = host.lines.calls
    assert (event["code"], "answer" in event) == ("ABANDONED", False)
    assert ledger(event) == [("claimed", "claimed", 1), ("settled", "succeeded", 1)]


@pytest.mark.promise("T6")
async def test_a_process_that_dies_leaves_what_it_was_about() -> None:
    """The event ``begun`` is written before the service is called."""
    host = ScriptedHost()
    seen: list[int] = []
    host.script.says[ADDRESS.commit, "op"] = lambda *given: seen.append(
        len(host.lines.events("begun"))
    )
    await committed(host)
    assert seen[0] == 1


@pytest.mark.promise("T6")
async def test_a_call_that_goes_on_when_the_trace_ends_is_written_as_far_as_it_came() -> None:
    host, goes_on = ScriptedHost(), asyncio.Event()
    host.script.says[ADDRESS.commit, "op"] = lambda *given: goes_on.wait()
    run, commit = await approved(host)
    caller = asyncio.ensure_future(host.call(run, ADDRESS.commit, commit))
    while (ADDRESS.commit, "op") not in host.script.asked:
        await asyncio.sleep(0)
    host.recorder.close()
    assert [each["call"] for each in host.lines.calls] == [1, 2]
    assert ledger(host.lines.calls[1]) == [("claimed", "claimed", 1)]
    assert host.lines.events()[-1]["event"] == "closed"
    goes_on.set()
    await caller
    assert (len(host.lines.calls), host.recorder.faults) == (2, 0)


@pytest.mark.promise("T6")
async def test_recovery_tells_what_it_took_up() -> None:
    host = ScriptedHost()
    silent: Any = {"state": "pending", "evidence": None, "error": None, "result": None}
    host.script.fail(ADDRESS.commit, "op", ToolError("UPSTREAM_UNAVAILABLE"))
    host.script.say("get_address_change_status_v1", "op", Raw(silent))
    run, commit = await approved(host)
    first = host.dispatcher._writes
    assert first is not None
    host.script.says[ADDRESS.commit, "op"] = lambda *given: asyncio.sleep(3600)
    caller = asyncio.ensure_future(host.call(run, ADDRESS.commit, commit))
    while (ADDRESS.commit, "op") not in host.script.asked:
        await asyncio.sleep(0)
    for task in first.tasks:
        task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    del host.script.says["get_address_change_status_v1", "op"]
    await host.time.sleep(3600)
    assert await host.dispatcher.recover() == 1
    (event,) = host.lines.events("recovery")
    assert event["tool"] == ADDRESS.commit
    assert event["operation"] == host.lines.calls[1]["steps"][-2]["operation"]
    assert asked(event) == ["op"]
    assert [each["of"] for each in event["steps"] if "asked" in each] == [
        "get_address_change_status_v1"
    ]
    assert ledger(event) == [("found", "claimed", 1), ("settled", "succeeded", 1)]


@pytest.mark.promise("T6")
async def test_a_cancelled_run_tells_what_was_voided_and_what_goes_on() -> None:
    host = ScriptedHost()
    run, _ = await proposed(host)
    other = host.run("export_operator", run_id="run-1")
    await host.call(other, "start_export_v1", EXPORT)
    await host.dispatcher.cancel(run)
    (event,) = host.lines.events("cancelled")
    preview, export = host.lines.calls
    assert event["run"] == preview["run"]
    assert event["voided"] == [preview["answer"]["result"]["value"]["proposal_id"]]
    operation = export["answer"]["result"]["value"]["operation_id"]
    assert event["going_on"] == [[operation, "running"]]


# --- people --------------------------------------------------------------------------------------


async def person(name: str, *roles: str) -> VerifiedApprover:
    return await verify(verifier, token(name, roles or ("support_lead",)))


@pytest.mark.promise("T6")
async def test_decisions_are_told_refused_ones_included() -> None:
    host = ScriptedHost()
    _, commit = await proposed(host)
    proposal_id = commit["proposal_id"]
    approvals = Approvals(host.store, trace=host.recorder)
    hash_ = (await host.proposal(proposal_id)).hash
    lea, ines = await person("lea"), await person("ines")
    with pytest.raises(DecisionRefusedError):
        await approvals.approve(ines, proposal_id, hash=hash_)
    with pytest.raises(DecisionRefusedError):
        await approvals.approve(lea, proposal_id, hash="sha256:0")
    with pytest.raises(NotVerifiedError):
        await approvals.approve("lea", proposal_id, hash=hash_)  # type: ignore[arg-type]
    await approvals.deny(lea, proposal_id, hash=hash_, reason="Never hunter2.")
    with pytest.raises(DecisionRefusedError):
        await approvals.approve(lea, proposal_id, hash=hash_)
    await host.call(host.run(), ADDRESS.commit, commit)
    own, other, nobody, denied, late = host.lines.events("decision")
    (run, *_), (preview, refused) = host.lines.events("run"), host.lines.calls
    proposal = preview["answer"]["result"]["value"]["proposal_id"]
    assert {each["proposal"] for each in (own, other, nobody, denied, late)} == {proposal}
    assert own["approver"] == run["requester"] != other["approver"]
    assert [each.get("refused") for each in (own, other, nobody, denied, late)] == [
        "own",
        "other_document",
        "not_verified",
        None,
        "already_decided",
    ]
    assert nobody["approver"] is None
    assert (denied["state"], denied["verdict"]) == ("denied", "deny")
    assert denied["roles"] == ["support_lead"]
    # The agent reads the approver's words: the same stand-in of them.
    assert refused["answer"]["error"]["reason"] == denied["reason"]
    assert b"hunter2" not in host.lines.text
    assert host.recorder.faults == 0


@pytest.mark.promise("T6")
@pytest.mark.parametrize("spelled", ["INES", " ines", "\uff49nes"])
async def test_a_person_is_one_under_every_spelling(spelled: str) -> None:
    """Else the trace would say that somebody else was refused as the requester."""
    host = ScriptedHost()
    _, commit = await proposed(host)
    approvals = Approvals(host.store, trace=host.recorder)
    with pytest.raises(DecisionRefusedError):
        await approvals.approve(await person(spelled), commit["proposal_id"], hash="sha256:0")
    hash_ = (await host.proposal(commit["proposal_id"])).hash
    with pytest.raises(DecisionRefusedError):
        await approvals.approve(await person(spelled), commit["proposal_id"], hash=hash_)
    (run,), (_, own) = host.lines.events("run"), host.lines.events("decision")
    assert (own["refused"], own["approver"]) == ("own", run["requester"])


@pytest.mark.promise("T6")
@pytest.mark.parametrize("words", ["", "x" * 301, "hunter2 " * 100_000, "hunter2\n", "\ud800"])
async def test_words_that_were_refused_and_what_is_no_id_are_not_told(words: str) -> None:
    host = ScriptedHost()
    _, commit = await proposed(host)
    lea = await person("lea")
    approvals = Approvals(host.store, trace=host.recorder)
    operations = Operations(host.store, trace=host.recorder)  # type: ignore[arg-type]
    with pytest.raises(WordsRefusedError):
        await approvals.deny(lea, commit["proposal_id"], hash="sha256:0", reason=words)
    with pytest.raises(DecisionRefusedError):
        await approvals.approve(lea, words, hash="sha256:0")
    with pytest.raises(WordsRefusedError):
        await operations.resolve("op_1", as_="failed", by=words, reason="I looked.")
    with pytest.raises(ResolutionRefusedError):
        await operations.resolve(words, as_="failed", by="Olga", reason="I looked.")
    first, second = host.lines.events("decision")
    assert (first["refused"], first["reason"]) == ("words", None)
    assert (second["refused"], second["proposal"]) == ("unknown", None)
    first, second = host.lines.events("resolved")
    assert (first["refused"], "by" in first) == ("words", False)
    assert (second["refused"], second["operation"]) == ("unknown_id", None)
    assert host.recorder.faults == 0
    assert max(map(len, host.lines.lines)) < 3000
    assert b"hunter2" not in host.lines.text


@pytest.mark.promise("T6")
async def test_a_name_that_no_tool_has_is_told_apart_and_cannot_be_guessed() -> None:
    host = ScriptedHost()
    for name in ("refund_ada", "refund_ada", "refund_grace"):
        await host.call(host.run(), name, ARGUMENTS)
    one, again, other = (each["unknown_tool"] for each in host.lines.calls)
    assert one == again != other
    digest = hashlib.sha256(b"refund_ada").hexdigest()
    assert digest[:8].encode() not in host.lines.text


@pytest.mark.promise("T6")
async def test_how_many_have_approved_is_told() -> None:
    host = ScriptedHost()
    run = host.run()
    amount = {"amount_minor": 90_000, "currency": "EUR"}
    shown = await host.call(run, REFUND.preview, {**REFUND.arguments, "amount": amount})
    proposal_id = shown["result"]["proposal_id"]
    approvals = Approvals(host.store, trace=host.recorder)
    hash_ = (await host.proposal(proposal_id)).hash
    for name, role in (("max", "finance_lead"), ("ada", "head_of_sales")):
        await approvals.approve(await person(name, role, "ceo"), proposal_id, hash=hash_)
    one, two = host.lines.events("decision")
    assert (one["state"], one["approvals"], one["needed"]) == ("pending", 1, 2)
    assert (two["state"], two["approvals"], two["needed"]) == ("approved", 2, 2)
    assert one["approver"] != two["approver"]
    assert one["roles"] == ["finance_lead"], "a role that the level does not name is not told"


@pytest.mark.promise("T6")
async def test_who_ends_an_unknown_outcome_is_told_and_who_asks_again() -> None:
    host = ScriptedHost()
    host.script.fail(ADDRESS.commit, "op", ToolError("UPSTREAM_UNAVAILABLE"))
    host.script.fail("get_address_change_status_v1", "op", OSError())
    envelope = await committed(host)
    operation_id = envelope["error"]["operation"]
    operations = Operations(host.store, trace=host.recorder)  # type: ignore[arg-type]
    await operations.ask(operation_id, dispatcher=host.dispatcher)
    await operations.resolve(operation_id, as_="failed", by="Olga Brandt", reason="I looked.")
    (question,), (resolved,) = host.lines.events("question"), host.lines.events("resolved")
    known_as = host.lines.calls[-1]["answer"]["error"]["operation"]
    assert question["operation"] == resolved["operation"] == known_as
    assert ledger(question) == [("found", "unknown", 3), ("settled", "unknown", 3)]
    assert (resolved["as"], resolved["state"]) == ("failed", "failed")
    assert resolved["by"].startswith("person_")
    assert b"Olga" not in host.lines.text


# --- stores of more than one kind ----------------------------------------------------------------


class OnceMore:
    """A store whose next transaction is undone and runs again."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.is_armed = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def transact(self, tenant: str, work: Any) -> Any:
        def step(tx: Any) -> Any:
            found, again = work(tx), self.is_armed
            self.is_armed = False
            if again:
                raise ConflictError
            return found

        return await self.store.transact(tenant, step)


@pytest.mark.promise("T6")
async def test_a_shared_transaction_that_runs_again_tells_what_was_undone(
    own_database: Engine, reference_service: ReferenceService
) -> None:
    migrate(str(own_database.url))
    store = OnceMore(open_store(str(own_database.url), SEALS))
    async with traced_host(reference_service, own_database, store) as host:
        run = host.run(STAGE.role)
        shown = await host.call(run, STAGE.preview, STAGE.arguments)
        await host.decide(shown["result"]["proposal_id"])
        store.is_armed = True
        ask = {"proposal_id": shown["result"]["proposal_id"]}
        done = await host.call(run, STAGE.commit, ask)
    await store.close()
    assert done["ok"], done
    event = host.lines.calls[-1]
    assert ledger(event) == [("settled", "succeeded", 1)]
    assert event["answer"]["outcome"] == "committed"
    operations = [each for each in event["steps"] if each.get("asked") == "op"]
    assert [each.get("undone") for each in operations] == [True, None]
    one, other = (each["answer"]["value"] for each in operations)
    assert one["resource_id"] == other["resource_id"]


@pytest.mark.promise("T6")
async def test_two_dispatchers_and_an_approver_write_one_trace() -> None:
    script, lines = Script(), Lines()
    recorder = Recorder(lines)
    for _ in range(2):
        dispatcher = Dispatcher(acme_tools.CATALOG, adapters(script), trace=recorder)
        run = dispatcher.open(
            role="support_agent",
            requester=Requester(identity="ines", tenant=TENANT, permissions=PERMISSIONS),
            run_id="run-1",
        )
        await dispatcher.call(run, READ, b'{"customer_id":"cus_4f7a2b9c"}')
    assert [each["number"] for each in lines.events("catalog")] == [1, 2]
    assert [each["catalog"] for each in lines.events("run")] == [1, 2]
    one, other = lines.calls
    assert one["arguments"] == other["arguments"]
