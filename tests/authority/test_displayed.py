"""What was shown is what is executed, byte for byte: proposed, shown at a terminal and in Python,
approved, then everything that the agent holds is changed, then committed. The service's own record
is compared with the bytes that are read back from the page."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import acme_tools
import orjson
import pytest
from approvals.pages import document_of
from approvals.scene import CommandLine, Scene, person
from authority.accounts import EXECUTED, RECORDS, check_account
from authority.alphabets import HANDOVER
from authority.walking import code_of
from reference_service.adapters.own_tables import opportunities
from sqlalchemy import insert, update
from toolcharter_runtime import Run
from toolcharter_runtime._json_value import canonical_bytes
from toolcharter_runtime._visible import is_visible
from write_path.changes import ADDRESS, REFUND, SEND, STAGE, Change
from write_path.host import Host

DISPLAY = Path(__file__).parent.parent / "cases" / "hostile" / "display"
REMARK = {"to": "lost", "reason": "price"}


def case(number: str) -> Any:
    return json.loads((DISPLAY / f"{number}.json").read_text(encoding="utf-8"))


TEXTS: Mapping[str, str] = {
    "D01": case("D01")["to"],
    "D02": case("D02")["path"],
    "D03": case("D03")["note"],
    "D05": case("D05")["note"],
    "tags": "fine" + "".join(chr(0xE0000 + ord(each)) for each in "pay all"),
    "marks": "e" + "\u0301" * 40 + "\ufe0f\U000e0101",
    "counted": 'a" -> "b\\{12 blanks}' + " " * 12 + "\\u202e \\",
}
PARAGRAPHS = 'Good morning,\n\nDecision\n  hash                "sha256:forged"\n\ttab'


def fitted(text: str, most: int) -> str:
    """The text in at most so many characters, its end with it."""
    return text if len(text) <= most else text[: most - 20] + text[-20:]


async def address(scene: Scene, text: str) -> Change:
    """The words stand in what the agent proposes, and in what the service says there is now."""
    found = scene.service.record("acme", "customer", "cus_4f7a2b9c")
    assert found is not None
    found["body"]["shipping_address"]["city"] = fitted(text, 80)
    scene.service.put("acme", "customer", "cus_4f7a2b9c", **found)
    line = fitted(text, 80)
    new = {"line_1": line, "line_2": line, "postal_code": "28195", "city": line, "country": "DE"}
    destination = {"kind": "new", "address": new}
    return _with(ADDRESS, destination=destination)


async def stage(scene: Scene, text: str) -> Change:
    return _with(STAGE, move={**REMARK, "remark": fitted(text, 300)})


async def message(scene: Scene, text: str) -> Change:
    """The words stand in the draft, which the approver reads and the agent cannot choose."""
    found = scene.service.record("acme", "draft", "dft_00000001")
    assert found is not None
    found["body"] |= {"subject": fitted(text, 150), "body": f"{fitted(text, 7000)}\n{PARAGRAPHS}"}
    scene.service.put("acme", "draft", "dft_00000001", **found)
    return SEND


async def handover(scene: Scene, text: str) -> Change:
    with scene.own.begin() as connection:
        connection.execute(update(opportunities).values(title=fitted(text, 120)))
    return HANDOVER


def _with(change: Change, **arguments: Any) -> Change:
    return Change(
        role=change.role,
        preview=change.preview,
        arguments={**change.arguments, **arguments},
        commit=change.commit,
    )


WORDED = {"address": address, "stage": stage, "message": message, "handover": handover}


@pytest.mark.promise("A2")
@pytest.mark.promise("A6")
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("kind", WORDED)
async def test_s04_what_a_terminal_shows_is_what_is_executed(
    scene: Scene, terminal: CommandLine, kind: str, text: str
) -> None:
    change = await WORDED[kind](scene, TEXTS[text])
    await check_displayed_is_executed(scene, terminal, change)


@pytest.mark.promise("A2")
async def test_s04_money_is_paid_back_as_it_was_shown(scene: Scene, terminal: CommandLine) -> None:
    amount = {"amount_minor": 60_000, "currency": "EUR"}
    page = await check_displayed_is_executed(scene, terminal, _with(REFUND, amount=amount))
    assert "  /amount/amount_minor  60000  (= EUR 600.00)" in page


@pytest.mark.promise("A6")
async def test_d07_an_amount_without_minor_units_is_shown_as_it_is(
    scene: Scene, terminal: CommandLine
) -> None:
    value = case("D07")
    with scene.own.begin() as connection:
        connection.execute(
            update(opportunities).values(
                value_minor=value["amount_minor"], currency=value["currency"]
            )
        )
    page = await check_displayed_is_executed(scene, terminal, HANDOVER)
    assert page.count("1000000  (= JPY 1000000)") == 2
    assert "10000.00" not in page


@pytest.mark.promise("A6")
async def test_d09_a_long_list_is_counted_first_and_shown_to_its_end(
    scene: Scene, terminal: CommandLine
) -> None:
    assert len(case("D09")["ids"]) > 50
    ids = [f"opp_{number:08}" for number in range(100, 150)]
    row = {
        "tenant": "acme",
        "customer_id": "cus_4f7a2b9c",
        "title": "Crane",
        "stage": "open",
        "value_minor": 1,
        "currency": "EUR",
        "closing_on": None,
        "seller": None,
        "version": 1,
    }
    with scene.own.begin() as connection:
        connection.execute(insert(opportunities), [{**row, "id": each} for each in ids])
    page = await check_displayed_is_executed(scene, terminal, _with(HANDOVER, opportunity_ids=ids))
    lines = page.splitlines()
    assert "  records             50" in lines[:8]
    assert [each for each in ids if f'"{each}"' not in page] == []


@pytest.mark.promise("A2")
@pytest.mark.parametrize("kind", [*WORDED, "refund"])
async def test_s04_what_python_shows_is_what_is_executed(
    scene: Scene, terminal: CommandLine, kind: str
) -> None:
    change = await WORDED[kind](scene, TEXTS["D02"]) if kind in WORDED else REFUND
    await check_displayed_is_executed(scene, terminal, change, is_approved_in_python=True)


async def check_displayed_is_executed(
    scene: Scene, terminal: CommandLine, change: Change, *, is_approved_in_python: bool = False
) -> str:
    """Gives the page that was shown."""
    async with scene.host() as host:
        run = host.run(change.role)
        proposal_id = await proposed_and_forgotten(host, run, change)
        row = await host.proposal(proposal_id)
        page = await shown(terminal, host, proposal_id)
        assert all(is_visible(each) or each == "\n" for each in page)
        assert document_of(page) == row.document
        approver = await person("lea", *orjson.loads(row.document)["approval"]["roles"])
        seen = await scene.approvals.show(approver, proposal_id)
        assert (seen.document, seen.hash) == (row.document, row.hash)
        if is_approved_in_python:
            await approved_in_python(scene, host, proposal_id)
        else:
            await approved_at_terminals(terminal, host, proposal_id)
        await check_nothing_else_is_taken(host, run, change, proposal_id)
        handed = recorded(host, change.commit)
        envelope = await host.call(run, change.commit, {"proposal_id": proposal_id})
        assert (code_of(envelope), envelope["outcome"]) == ("OK", "committed"), envelope
        said = orjson.loads(document_of(page))
        assert handed == [canonical_bytes(said["arguments"])]
        check_account(scene, change, said)
        return page


async def proposed_and_forgotten(host: Host, run: Run, change: Change) -> str:
    """The id of a proposal; whatever else the agent was given or has handed in is changed."""
    arguments = json.loads(json.dumps(change.arguments))
    answer = bytearray(
        await host.dispatcher.call_value(run, change.preview, arguments, request_id="first")
    )
    envelope = orjson.loads(answer)
    assert envelope["ok"], envelope
    proposal_id: str = envelope["result"]["proposal_id"]
    spoil(arguments)
    spoil(envelope)
    answer[:] = answer.replace(b"pending", b"allowed")
    again = await host.call(run, change.preview, change.arguments, request_id="first")
    assert again["result"]["approval"]["state"] == "pending"
    other = await host.call(run, change.preview, arguments, request_id="first")
    assert code_of(other) in ("IDEMPOTENCY_MISMATCH", "INVALID_ARGUMENT", "UNKNOWN_DISCRIMINATOR")
    return proposal_id


def spoil(value: Any) -> None:
    """Another text in place of every text."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        if isinstance(value[key], dict | list):
            spoil(value[key])
        elif isinstance(value[key], str):
            value[key] = f"{value[key][:-1]}0"


async def shown(terminal: CommandLine, host: Host, proposal_id: str) -> str:
    reader = await _token(terminal, host, proposal_id, "lea")
    ran = await terminal("approvals", "show", proposal_id, "--token-file", reader)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


async def _token(terminal: CommandLine, host: Host, proposal_id: str, name: str) -> Path:
    content = orjson.loads((await host.proposal(proposal_id)).document)
    return terminal.token_file(name, *content["approval"]["roles"])


async def approved_at_terminals(terminal: CommandLine, host: Host, proposal_id: str) -> None:
    row = await host.proposal(proposal_id)
    for name in ("lea", "max")[: orjson.loads(row.document)["approval"]["approvers"]]:
        who = ("--token-file", await _token(terminal, host, proposal_id, name))
        ran = await terminal("approvals", "approve", proposal_id, "--hash", row.hash, *who)
        assert ran.code == 0, ran.err


async def approved_in_python(scene: Scene, host: Host, proposal_id: str) -> None:
    content = orjson.loads((await host.proposal(proposal_id)).document)
    for name in ("lea", "max")[: content["approval"]["approvers"]]:
        approver = await person(name, *content["approval"]["roles"])
        page = await scene.approvals.show(approver, proposal_id)
        await scene.approvals.approve(approver, proposal_id, hash=page.hash)


async def check_nothing_else_is_taken(
    host: Host, run: Run, change: Change, proposal_id: str
) -> None:
    """A commit takes the id, and nothing that could change what it does."""
    before = await host.proposal(proposal_id)
    for extra in (
        {"arguments": dict(change.arguments)},
        dict(change.arguments),
        {"target": {"version": "99"}},
        {"hash": before.hash},
        {"expected_version": "99"},
        {"approved": True},
    ):
        forged = {"proposal_id": proposal_id, **extra}
        for answer in (
            await host.call(run, change.commit, forged),
            orjson.loads(await host.dispatcher.call_value(run, change.commit, forged)),
        ):
            assert code_of(answer) == "UNKNOWN_FIELD"
    assert await host.proposal(proposal_id) == before


def recorded(host: Host, tool: str) -> list[bytes]:
    """The arguments that the adapter of a commit is handed from now on, as canonical bytes."""
    handed: list[bytes] = []
    adapter = host.dispatcher._tools.tool(tool).adapter
    operation = adapter.op

    def note(call: Any, arguments: Any, *rest: Any) -> Any:
        handed.append(canonical_bytes(arguments.model_dump(by_alias=True, exclude_unset=True)))
        return operation(call, arguments, *rest)

    async def note_and_wait(call: Any, arguments: Any) -> Any:
        return await note(call, arguments)

    adapter.op = note_and_wait if inspect.iscoroutinefunction(operation) else note
    return handed


def test_every_change_of_the_catalog_is_looked_at() -> None:
    commits = {name for name, row in acme_tools.CATALOG["tools"].items() if row["form"] == "commit"}
    assert EXECUTED.keys() == RECORDS.keys() == commits
