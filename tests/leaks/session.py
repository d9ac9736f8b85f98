"""A real process in which every canary is in its place: ``python -m leaks.session FOLDER``.

It leaves in the folder what each sink was given: ``envelopes``, ``log``, ``metrics``, ``exceptions``,
``trace.jsonl`` and the database; its own standard error is the eighth. ``placed`` names the canaries that
somebody really saw, so that none is thought safe which was never there.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import sys
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
from toolcharter_runtime.approvals import Approvals, VerifiedApprover, verify
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
ADDRESS = {"preview": "preview_address_change_v2", "commit": "commit_address_change_v2"}


class Session:
    """One host with everything around it, and the sinks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.script = Script()
        self.envelopes: list[bytes] = []
        self.exceptions: list[str] = []
        self.placed: set[str] = set()
        self.numbers = iter(range(10**6))
        self.mail = ""
        url = f"sqlite:///{folder / 'ledger.db'}"
        migrate(url)
        self.store = open_store(url, Seals({"test": SEAL}, current="test"))
        secret = canary("key of the trace").encode() * 2
        self.recorder = Recorder(TraceFile(folder / "trace.jsonl"), key=secret)
        self.dispatcher = Dispatcher(
            CATALOG, adapters(self.script), store=self.store, trace=self.recorder
        )
        self.approvals = Approvals(self.store, trace=self.recorder)
        self.tenant = canary("tenant")

    # --- what is done ----------------------------------------------------------------------------

    def run(self, tool: str, role: str | None = None) -> Run:
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

    async def proposal(self, preview: str, arguments: Any = None) -> str:
        shown = await self.call(preview, arguments or smallest(preview, "input"))
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
        return await verify(verifier, token(name, roles, tenant=self.tenant))

    async def expect(self, work: Any) -> None:
        """Something that the host's own call refuses: its words are a sink of their own."""
        try:
            await work
        except Exception as error:  # noqa: BLE001
            self.exceptions.append(f"{error!r} {error}")

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


async def fields(session: Session) -> None:
    """What a view hides, masks or leaves out."""
    for tool, change, role in (
        ("get_customer_v2", {"risk_note": "risk_note of get_customer_v2"}, None),
        ("get_customer_v1", {"risk_note": "risk_note of get_customer_v1"}, None),
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
        answer, word = smallest(tool, "answer"), session.put(place)
        if name == "email":
            answer[name] = f"{word}@example.com"
        elif name == "shipping_address":
            answer[name]["line_1"] = word
        else:
            answer[name] = word
        session.script.say(tool, "op", Raw(answer))
        told = await session.call(tool, smallest(tool, "input"), run=session.run(tool, role))
        assert told["ok"], told
        del session.script.says[tool, "op"]
    sellers = smallest("list_sellers_v1", "answer")
    sellers["sellers"] = [
        {
            "seller_id": "sel_00000001",
            "name": "Ada",
            "work_email": f"{session.put('email of list_sellers_v1 in the view sales')}@example.com",
            "phone": f"+{session.put('phone of list_sellers_v1 in the view sales')}",
            "joined_on": "2020-01-31",
            "reports_in": ["EUR"],
            "directory_entry": "https://example.com/1",
        }
    ]
    session.script.say("list_sellers_v1", "op", Raw(sellers))
    await session.call("list_sellers_v1", smallest("list_sellers_v1", "input"))

    def export(*given: Any) -> Raw:
        answer: Any = usual_operation("get_export_v1", "op", *given).value
        answer["result"]["unlock_code"] = session.sees("unlock_code of get_export_v1")
        return Raw(answer)

    session.script.says["get_export_v1", "op"] = export
    await session.exercise("get_export_v1")
    del session.script.says["get_export_v1", "op"]
    plan = smallest("preview_send_email_v1", "answer")
    recipient = f"{session.put('recipient of preview_send_email_v1')}@example.com"
    plan["consequences"]["recipients"] = [recipient]
    session.script.say("preview_send_email_v1", "op", Raw(plan))
    session.mail = await session.proposal("preview_send_email_v1", {"draft_id": "dft_00000009"})
    del session.script.says["preview_send_email_v1", "op"]


async def arguments(session: Session) -> None:
    """What an agent sends and nobody takes."""
    put, read = session.put, "get_customer_v2"
    good = {"customer_id": "cus_4f7a2b9c"}
    address = smallest(ADDRESS["preview"], "input")
    for tool, text in (
        (read, {**good, put("unknown argument"): 1}),
        (read, {**good, "password": put("value of an unknown argument")}),
        (
            ADDRESS["preview"],
            {**address, "destination": {"kind": "saved", put("unknown argument in a branch"): 1}},
        ),
        (read, {"customer_id": put("invalid identifier")}),
        (read, {"customer_id": [put("wrong type")]}),
        (ADDRESS["preview"], {**address, "destination": {"kind": put("discriminator")}}),
        (read, put("text that is no JSON").encode()),
        (read, b'{"%s":1,"%s":2}' % ((put("key that stands twice").encode(),) * 2)),
        ("search_customers_v1", {"name": put("query of a search")}),
        (read, {"customer_id": f"cus_{put('identifier that is read')}"}),
    ):
        await session.call(tool, text)
    run = session.run(read)
    await session.call(put("name of a tool"), good, run=run)
    outside = {"x": put("argument of a tool outside the run")}
    await session.call("draft_email_v1", outside, run=run)


async def adapters_that_tell_too_much(session: Session) -> None:
    """What host code raises and answers."""
    put, read, good = session.put, "get_customer_v2", {"customer_id": "cus_4f7a2b9c"}
    chained = ToolError("UPSTREAM_UNAVAILABLE")
    chained.__cause__ = KeyError(put("exception chained to a failure"))
    for name, answer in (
        ("op", Raw(f"<html>{put('answer that is no JSON')}</html>".encode())),
        ("op", ToolError(put("undeclared code").upper())),
        ("op", ToolError(put("undeclared code of no such form"))),
        ("op", chained),
        ("op", OSError(put("exception of a clock"))),
        ("customer_visible", RuntimeError(put("exception of a precondition"))),
        ("customer_visible", put("answer of a precondition")),
    ):
        if isinstance(answer, BaseException):
            session.script.fail(read, name, answer)
        else:
            session.script.say(read, name, answer)
        await session.call(read, good)
        del session.script.says[read, name]


async def decided(session: Session) -> None:
    """What people decide about, and what they say."""
    put = session.put
    address = {
        "line_1": put("line_1 of an address"),
        "postal_code": "28195",
        "city": put("city of an address"),
        "country": "DE",
    }
    change = {"customer_id": "cus_4f7a2b9c", "destination": {"kind": "new", "address": address}}
    plan = smallest(ADDRESS["preview"], "answer")
    plan["after"]["shipping_address"] = address
    session.script.say(ADDRESS["preview"], "op", Raw(plan))
    denied = await session.proposal(ADDRESS["preview"], change)
    await session.approve(denied, deny=put("reason of a denial"))
    await session.call(ADDRESS["commit"], {"proposal_id": denied})
    waiting = await session.proposal(ADDRESS["preview"], change)
    del session.script.says[ADDRESS["preview"], "op"]

    stage = smallest("preview_opportunity_stage_change_v1", "input")
    move = {"to": "lost", "reason": "price", "remark": put("remark of a stage")}
    sale = await session.proposal("preview_opportunity_stage_change_v1", {**stage, "move": move})
    draft = {
        **smallest("draft_email_v1", "input"),
        "subject": put("subject of a draft"),
        "body": put("body of a draft"),
    }
    await session.call("draft_email_v1", draft, request=put("request id"))

    # An outcome that nobody knows, and a person who ends it.
    session.script.fail(ADDRESS["commit"], "op", ToolError("UPSTREAM_UNAVAILABLE"))
    session.script.fail("get_address_change_status_v1", "op", OSError("down"))
    unknown = await session.proposal(ADDRESS["preview"])
    await session.approve(unknown)
    told = await session.call(ADDRESS["commit"], {"proposal_id": unknown})
    operation_id = told["error"]["operation"]
    operations = Operations(session.store, trace=session.recorder)
    await operations.resolve(
        operation_id,
        as_="failed",
        by=put("name of an operator"),
        reason=put("reason of an operator"),
    )
    shown = [waiting, denied, sale, session.mail]
    (session.folder / "shown").write_text(json.dumps([*shown, operation_id]))


async def refused(session: Session) -> None:
    """What the host's own calls refuse, in words that somebody prints."""
    lea = await session.person("lea", ["support_lead"])
    own = await session.proposal(ADDRESS["preview"])
    word = session.put("token of an approver")
    await session.expect(verify(verifier, f"{word}.{word}"))
    await session.expect(session.approvals.approve(lea, word, hash=word))
    await session.expect(session.approvals.approve(lea, own, hash=word))
    await session.expect(session.approvals.show(lea, word))
    await session.expect(Operations(session.store).show(word, tenant=session.tenant))

    async def opened() -> None:
        session.dispatcher.open(
            role="support_agent",
            requester=Requester(identity=word, tenant=word, permissions=frozenset()),
            run_id=f"not\na run {word}",
        )

    await session.expect(opened())


async def main(folder: Path) -> None:
    meters = Meters()
    metrics.set_meter_provider(meters)
    logging.basicConfig(
        level=logging.DEBUG,
        handlers=[logging.FileHandler(folder / "log"), logging.StreamHandler()],
    )
    session = Session(folder)
    session.put("key of the seals")
    session.put("key of the trace")
    await session.every_tool()
    for part in (fields, arguments, adapters_that_tell_too_much, decided, refused):
        await part(session)
    await session.dispatcher.drain()
    session.recorder.close()
    await session.store.close()
    (folder / "envelopes").write_bytes(b"\n".join(session.envelopes))
    (folder / "exceptions").write_text("\n".join(session.exceptions))
    (folder / "metrics").write_text(json.dumps(meters.seen))
    (folder / "placed").write_text(json.dumps(sorted(session.placed)))
    (folder / "keys.json").write_text(
        json.dumps({"test": base64.b64encode(SEAL).decode()}),
    )
    (folder / "keys.json").chmod(0o600)
    assert session.recorder.faults == 0
    assert PLACES.keys() == session.placed, PLACES.keys() - session.placed


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
