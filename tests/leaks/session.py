"""A real process in which every canary is in its place: ``python -m leaks.session FOLDER``.

It leaves in the folder what each sink was given: ``envelopes``, ``log``, ``metrics``, ``exceptions``,
``trace.jsonl`` and the database; its own standard error is the eighth. Every canary is
checked to have been in its place, so that none is thought safe which was never there. ``secrets`` are the
tokens that were accepted.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import sys
import traceback
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import acme_tools
from approvals.tokens import token, verifier
from leaks.canaries import PLACES, canary
from leaks.metering import Meters
from opentelemetry import metrics
from toolcharter_runtime import Dispatcher, Raw, Requester, Run, ToolError
from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.sql.opening import migrate, open_store
from toolcharter_runtime.approvals import Approvals, Claims, VerifiedApprover, verify
from toolcharter_runtime.operations import Operations
from toolcharter_runtime.traces import Recorder, TraceFile
from traces.scripted import Script, adapters, smallest, usual_operation
from write_path.host import PERMISSIONS

CATALOG = acme_tools.CATALOG
FORMS = {name: row["form"] for name, row in CATALOG["tools"].items()}
ROLE_OF = {
    tool: name
    for name, row in CATALOG["roles"].items()
    for tool in (*row["reads"], *row["previews"], *row["writes"])
    if name != "explorer"
}
SEAL = canary("key of the seals").encode() * 2
SEAL_ID = canary("id of the key of the seals")
ADDRESS = {"preview": "preview_address_change_v2", "commit": "commit_address_change_v2"}


class Session:
    """One host with everything around it, and the sinks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.script = Script()
        self.envelopes: list[bytes] = []
        self.exceptions: list[str] = []
        self.placed: set[str] = set()
        self.secrets: list[str] = []
        self.numbers = iter(range(10**6))
        self.mail = ""
        url = f"sqlite:///{folder / 'ledger.db'}"
        migrate(url)
        self.store = open_store(url, Seals({SEAL_ID: SEAL}, current=SEAL_ID))
        secret = canary("key of the trace").encode() * 2
        self.recorder = Recorder(TraceFile(folder / "trace.jsonl"), key=secret)
        self.dispatcher = Dispatcher(
            CATALOG, adapters(self.script), store=self.store, trace=self.recorder
        )
        self.approvals = Approvals(self.store, trace=self.recorder)
        self.tenant = canary("tenant")

    # --- what is done ----------------------------------------------------------------------------

    def run(self, tool: str, role: str | None = None, deadline: datetime | None = None) -> Run:
        name = role or ROLE_OF[tool]
        row = CATALOG["roles"][name]
        unknown = self.put("permission that the catalog does not know")
        return self.dispatcher.open(
            role=name,
            requester=Requester(
                identity=self.put("requester"),
                tenant=self.put("tenant"),
                permissions=PERMISSIONS | {unknown},
            ),
            run_id=f"{self.put('run id')}-{next(self.numbers)}",
            tools=[*row["previews"], *row["writes"]],
            deadline=deadline,
            principal=self.put("principal"),
        )

    async def call(
        self, tool: str, arguments: Any, *, run: Run | None = None, request: str | None = None
    ) -> Any:
        text = arguments if isinstance(arguments, bytes) else json.dumps(arguments).encode()
        called = run or self.run(tool)
        answer = await self.dispatcher.call(called, tool, text, request_id=request)
        self.envelopes.append(answer)
        return json.loads(answer)

    async def proposal(self, preview: str, arguments: Any = None, **named: Any) -> str:
        shown = await self.call(preview, arguments or smallest(preview, "input"), **named)
        assert shown["ok"], shown
        proposal_id: str = shown["result"]["proposal_id"]
        return proposal_id

    async def approve(self, proposal_id: str, deny: str = "") -> None:
        row = await self.store.read(self.tenant, lambda rows: rows.proposal(proposal_id))
        assert row is not None
        content = json.loads(row.document)
        people = [self.put("approver"), "somebody else"][: content["approval"]["approvers"]]
        for name in people:
            person = await self.person(name, content["approval"]["roles"])
            if deny:
                await self.approvals.deny(person, proposal_id, hash=row.hash, reason=deny)
                return
            await self.approvals.approve(person, proposal_id, hash=row.hash)

    async def person(self, name: str, roles: Any) -> VerifiedApprover:
        async def vouch(text: str) -> Claims:
            claims = await verifier(text)
            return replace(
                claims,
                roles=claims.roles | {self.put("role of an approver")},
                verified_by=self.put("name of a verifier"),
            )

        accepted = token(name, roles, tenant=self.tenant)
        self.secrets += accepted.split(".")
        return await verify(vouch, accepted)

    async def expect(self, work: Any) -> None:
        """Something that the host's own call refuses: all that Python prints about it is a sink of
        its own."""
        try:
            await work
        except Exception as error:  # noqa: BLE001
            self.exceptions.append(f"{error!r} {''.join(traceback.format_exception(error))}")
        else:
            raise AssertionError("it was not refused")

    def put(self, place: str) -> str:
        self.placed.add(place)
        return canary(place)

    def sees(self, place: str) -> str:
        """The canary, once host code is asked for it."""
        return self.put(place)

    # --- all tools -------------------------------------------------------------------------------

    async def exercise(self, tool: str) -> None:
        """Call a tool as far as its operation is asked."""
        match FORMS[tool]:
            case "commit":
                preview = CATALOG["tools"][tool]["write"]["preview"]  # type: ignore[index]
                proposal_id = await self.proposal(preview)
                await self.approve(proposal_id)
                await self.call(tool, {"proposal_id": proposal_id})
            case "status" | "poll" | "cancel":
                await self.call(tool, {"operation_id": await self.operation(tool)})
            case _:
                number = next(self.numbers)
                await self.call(tool, smallest(tool, "input"), request=f"r-{number}")

    async def operation(self, follower: str) -> str:
        """The id of an operation that a follower can be asked about."""
        (write, *_) = CATALOG["tools"][follower]["follows"]["of"]  # type: ignore[index]
        if FORMS[write] != "commit":
            started = await self.call(write, smallest(write, "input"))
            found: str = started["result"]["operation_id"]
            return found
        proposal_id = await self.proposal(CATALOG["tools"][write]["write"]["preview"])  # type: ignore[index]
        await self.approve(proposal_id)
        done = await self.call(write, {"proposal_id": proposal_id})
        known: str = done["result"]["operation_id"]
        return known

    async def every_tool(self) -> None:
        for tool in CATALOG["tools"]:
            usual = smallest(tool, "answer")
            failed, told = f"exception of {tool}", f"undeclared field of {tool}"

            def fail(*given: Any, place: str = failed) -> Any:
                raise ValueError(self.sees(place))

            def leak(*given: Any, place: str = told, answer: Any = usual) -> Any:
                return Raw({**answer, "debug": {self.sees(place): self.sees(place)}})

            for answer in (fail, leak):
                self.script.says[tool, "op"] = answer
                await self.exercise(tool)
            del self.script.says[tool, "op"]

    async def asked(self, tool: str, name: str, answer: Any, arguments: Any, **named: Any) -> Any:
        """What a call comes to whose host code answers, or raises, this; and it was asked."""
        if isinstance(answer, BaseException):
            self.script.fail(tool, name, answer)
        else:
            self.script.say(tool, name, answer)
        before = self.script.asked.count((tool, name))
        told = await self.call(tool, arguments, **named)
        assert self.script.asked.count((tool, name)) > before, (tool, name, told)
        del self.script.says[tool, name]
        return told


async def fields(session: Session) -> None:
    """What a view hides, masks or leaves out."""
    put = session.put
    for tool, change, role in (
        ("get_customer_v2", {"risk_note": "risk_note of get_customer_v2"}, None),
        ("get_customer_v1", {"risk_note": "risk_note of get_customer_v1"}, None),
        ("get_customer_v2", {"name": "name of a customer"}, None),
        (
            "get_customer_v2",
            {"email": "email of get_customer_v2 in the view sales"},
            "sales_drafter",
        ),
        (
            "get_customer_v2",
            {"shipping_address": "address of get_customer_v2 in the view sales"},
            "sales_drafter",
        ),
    ):
        ((name, place),) = change.items()
        answer, word = smallest(tool, "answer"), put(place)
        if name == "email":
            answer[name] = f"{word}@example.com"
        elif name == "shipping_address":
            answer[name]["line_1"] = word
        else:
            answer[name] = word
        run = session.run(tool, role)
        told = await session.asked(tool, "op", Raw(answer), smallest(tool, "input"), run=run)
        assert told["ok"], told
    sellers: Any = {
        "next_cursor": put("cursor of a page"),
        "sellers": [
            {
                "seller_id": "sel_00000001",
                "name": "Ada",
                "work_email": f"{put('email of list_sellers_v1 in the view sales')}@example.com",
                "phone": f"+{put('phone of list_sellers_v1 in the view sales')}",
                "joined_on": put("date of joining in the view sales"),
                "away_until": None,
                "reports_in": "EUR",
                "directory_entry": "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
            }
        ],
    }
    given = smallest("list_sellers_v1", "input")
    told = await session.asked("list_sellers_v1", "op", Raw(sellers), given)
    assert told["ok"], told

    def export(*given: Any) -> Raw:
        answer: Any = usual_operation("get_export_v1", "op", *given).value
        answer["result"]["unlock_code"] = session.sees("unlock_code of get_export_v1")
        return Raw(answer)

    session.script.says["get_export_v1", "op"] = export
    await session.exercise("get_export_v1")
    del session.script.says["get_export_v1", "op"]
    plan = smallest("preview_send_email_v1", "answer")
    recipient = f"{put('recipient of preview_send_email_v1')}@example.com"
    plan["consequences"]["recipients"] = [recipient]
    session.script.say("preview_send_email_v1", "op", Raw(plan))
    session.mail = await session.proposal("preview_send_email_v1", {"draft_id": "dft_00000009"})
    del session.script.says["preview_send_email_v1", "op"]


async def arguments(session: Session) -> None:
    """What an agent sends and nobody takes."""
    put, read = session.put, "get_customer_v2"
    good = {"customer_id": "cus_4f7a2b9c"}
    address = smallest(ADDRESS["preview"], "input")
    refund = smallest("preview_refund_v1", "input")
    for tool, text in (
        (read, {**good, put("unknown argument"): 1}),
        (read, {**good, "password": put("value of an unknown argument")}),
        (
            ADDRESS["preview"],
            {**address, "destination": {"kind": "saved", put("unknown argument in a branch"): 1}},
        ),
        (read, {"customer_id": put("invalid identifier")}),
        (read, {"customer_id": f"CUS_{put('near miss of an identifier')}"}),
        (read, {"customer_id": f"cus_{put('look-alike of an identifier')}"}),
        (read, {"customer_id": [put("wrong type")]}),
        (ADDRESS["preview"], {**address, "destination": {"kind": put("discriminator")}}),
        ("preview_refund_v1", {**refund, "reason": f"damaged {put('near miss of an enum')}"}),
        (read, put("text that is no JSON").encode()),
        (read, b'{"customer_id":"%s"}' % (put("text that is too long").encode() * 50_000)),
        (read, b'{"%s":1,"%s":2}' % ((put("key that stands twice").encode(),) * 2)),
        ("search_customers_v1", {"search": {"kind": "name", "words": put("query of a search")}}),
        (read, {"customer_id": f"cus_{put('identifier that is read')}"}),
        ("read_attachment_v1", {"content": f"attachment.{put('handle of a content')}"}),
    ):
        await session.call(tool, text)
    run = session.run(read)
    await session.call(put("name of a tool"), good, run=run)
    outside = {"x": put("argument of a tool outside the run")}
    await session.call("draft_email_v1", outside, run=run)


async def adapters_that_tell_too_much(session: Session) -> None:
    """What host code raises and answers."""
    put, read, good = session.put, "get_customer_v2", {"customer_id": "cus_4f7a2b9c"}
    usual = smallest(read, "answer")
    chained = ToolError("UPSTREAM_UNAVAILABLE")
    chained.__cause__ = KeyError(put("exception chained to a failure"))
    noted = OSError("down")
    noted.add_note(put("note on an exception"))
    answered = OSError("503")
    answered.headers = {"Set-Cookie": put("header of a response in an exception")}  # type: ignore[attr-defined]
    group = ExceptionGroup("several", [ValueError(put("member of a group of exceptions"))])
    classed = type(f"{put('class of an exception')} of a service", (Exception,), {})()
    for name, answer in (
        ("op", Raw(f"<html>{put('answer that is no JSON')}</html>".encode())),
        ("op", Raw({**usual, "status": put("word outside the enum of an answer")})),
        ("op", Raw({**usual, "name": put("text too long for an answer") * 20_000})),
        ("op", ToolError(put("undeclared code").upper())),
        ("op", ToolError(put("undeclared code of no such form"))),
        ("op", chained),
        ("op", noted),
        ("op", answered),
        ("op", group),
        ("op", classed),
        ("op", OSError(put("exception of a clock"))),
        ("customer_visible", RuntimeError(put("exception of a precondition"))),
        ("customer_visible", put("answer of a precondition")),
    ):
        told = await session.asked(read, name, answer, good)
        assert not told["ok"], told

    async def late(*given: Any) -> Any:
        try:
            await asyncio.sleep(3600)
        finally:
            raise ValueError(session.sees("exception after the time was up"))

    session.script.says[read, "op"] = late
    until = datetime.now(UTC) + timedelta(milliseconds=50)
    told = await session.call(read, good, run=session.run(read, deadline=until))
    assert told["error"]["code"] == "DEADLINE_EXCEEDED", told
    session.script.fail(read, "op", ToolError("UPSTREAM_TIMEOUT"))
    await session.call(read, good)
    del session.script.says[read, "op"]


async def decided(session: Session) -> None:
    """What people decide about, and what they say."""
    put = session.put
    address = {
        "line_1": put("line_1 of an address"),
        "postal_code": "28195",
        "city": put("city of an address"),
        "country": "DE",
    }
    change = {
        "customer_id": f"cus_{put('record that is changed')}",
        "destination": {"kind": "new", "address": address},
    }
    plan = smallest(ADDRESS["preview"], "answer")
    plan["after"]["shipping_address"] = address
    plan["before"]["shipping_address"]["line_1"] = put("before of a plan")
    plan["target_version"] = put("version of a plan")
    session.script.say(ADDRESS["preview"], "op", Raw(plan))
    denied = await session.proposal(ADDRESS["preview"], change, request=put("request id"))
    await session.approve(denied, deny=put("reason of a denial"))
    await session.call(ADDRESS["commit"], {"proposal_id": denied})
    waiting = await session.proposal(ADDRESS["preview"], change)
    del session.script.says[ADDRESS["preview"], "op"]

    stage = smallest("preview_opportunity_stage_change_v1", "input")
    move = {"to": "lost", "reason": "price", "remark": put("remark of a stage")}
    sale = await session.proposal("preview_opportunity_stage_change_v1", {**stage, "move": move})
    refund = smallest("preview_refund_v1", "input")
    refund["amount"]["amount_minor"] = int(put("amount of a refund"))
    repaid = await session.proposal("preview_refund_v1", refund)
    draft = {
        **smallest("draft_email_v1", "input"),
        "subject": put("subject of a draft"),
        "body": f"{put('body of a draft')} " * 200,
    }
    await session.call("draft_email_v1", draft, request=f"{put('request id')}-2")
    shown = [waiting, denied, sale, repaid, session.mail, await unknown(session)]
    (session.folder / "shown").write_text(json.dumps(shown))


async def services(session: Session) -> None:
    """What a service answers to a write, and says of it later."""
    put, status = session.put, "get_address_change_status_v1"

    async def commit(answer: Any) -> Any:
        proposal_id = await session.proposal(ADDRESS["preview"])
        await session.approve(proposal_id)
        ask = {"proposal_id": proposal_id}
        return await session.asked(ADDRESS["commit"], "op", answer, ask)

    evidence = {**smallest(ADDRESS["commit"], "answer"), "previous_version": "1"}
    moved = {**evidence, "new_version": put("version in evidence")}
    told = await commit(Raw(moved))
    assert told["outcome"] == "committed", told
    other = {**moved, "resource_id": f"cus_{put('record in evidence of something else')}"}
    said = smallest(status, "answer")
    error = {"code": "ADDRESS_REFUSED", "message": put("message of a status"), "retryable": False}
    failed = {**said, "state": "failed", "evidence": None, "error": error, "result": None}
    session.script.say(status, "op", Raw(failed))
    told = await commit(Raw(other))
    assert not told["ok"], told
    del session.script.says[status, "op"]
    started = Raw({"reference": put("reference of long work")})
    export = smallest("start_export_v1", "input")
    told = await session.asked("start_export_v1", "op", started, export, request="r-long")
    assert told["outcome"] == "accepted", told


async def unknown(session: Session) -> str:
    """The id of an operation whose outcome nobody knew, and that a person has ended."""
    put = session.put
    session.script.fail("get_address_change_status_v1", "op", OSError("down"))
    proposal_id = await session.proposal(ADDRESS["preview"])
    await session.approve(proposal_id)
    down, ask = ToolError("UPSTREAM_UNAVAILABLE"), {"proposal_id": proposal_id}
    told = await session.asked(ADDRESS["commit"], "op", down, ask)
    operation_id: str = told["error"]["operation"]
    operations = Operations(session.store, trace=session.recorder)
    await operations.resolve(
        operation_id,
        as_="failed",
        by=put("name of an operator"),
        reason=put("reason of an operator"),
    )
    del session.script.says["get_address_change_status_v1", "op"]
    return operation_id


async def refused(session: Session) -> None:
    """What the host's own calls refuse, in words that somebody prints."""
    lea = await session.person("lea", ["support_lead"])
    own = await session.proposal(ADDRESS["preview"])
    word = session.put("token of an approver")
    await session.expect(verify(verifier, f"{word}.{word}"))
    await session.expect(session.approvals.approve(lea, word, hash=word))
    await session.expect(session.approvals.approve(lea, own, hash=word))
    await session.expect(session.approvals.deny(lea, own, hash=word, reason=word * 30))
    await session.expect(session.approvals.show(lea, word))
    await session.expect(Operations(session.store).show(word, tenant=session.tenant))

    async def opened(**options: Any) -> None:
        session.dispatcher.open(
            role="support_agent",
            requester=Requester(identity=word, tenant=word, permissions=frozenset()),
            **options,
        )

    await session.expect(opened(run_id=f"not\na run {word}"))
    named = session.put("tool that a host names")
    await session.expect(opened(run_id="run-1", tools=[named]))


async def main(folder: Path) -> None:
    meters = Meters()
    metrics.set_meter_provider(meters)
    logging.basicConfig(
        level=logging.DEBUG,
        handlers=[logging.FileHandler(folder / "log"), logging.StreamHandler()],
    )
    session = Session(folder)
    for secret in ("key of the seals", "id of the key of the seals", "key of the trace"):
        session.put(secret)
    await session.every_tool()
    for part in (fields, arguments, adapters_that_tell_too_much, decided, services, refused):
        await part(session)
    await session.dispatcher.drain()
    session.recorder.close()
    await session.store.close()
    (folder / "envelopes").write_bytes(b"\n".join(session.envelopes))
    (folder / "exceptions").write_text("\n".join(session.exceptions))
    (folder / "metrics").write_text(json.dumps(meters.seen))
    (folder / "secrets").write_text(json.dumps(session.secrets))
    (folder / "keys.json").write_text(
        json.dumps({SEAL_ID: base64.b64encode(SEAL).decode()}),
    )
    (folder / "keys.json").chmod(0o600)
    assert session.recorder.faults == 0
    assert PLACES.keys() == session.placed, PLACES.keys() - session.placed


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
