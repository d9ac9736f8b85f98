"""Every call leaves exactly one event, whichever way it ends, and the event says who decided."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from made_package import PackageMaker
from toolcharter_runtime import Code, Dispatcher, Requester, RunError
from toolcharter_runtime.traces import Recorder
from traces.hosting import Lines
from traces.paths import ARGUMENTS, PATHS, READ
from traces.scripted import ScriptedHost, adapters

ELSEWHERE = {"VERSION_RETIRED", "TOOL_WITHDRAWN", "STORE_NOT_CONFIGURED"}
"""Codes that the worked catalog over a store does not come to."""

STAGES: Mapping[str, str | None] = {
    "OK": None,
    "ABANDONED": None,
    "CUSTOMER_NOT_FOUND": "facts",
    "PARSE": "reading",
    "DUPLICATE_KEY": "reading",
    "NUMBER_NOT_JSON": "reading",
    "NUMBER_RANGE": "reading",
    "INVALID_UNICODE": "reading",
    "DEPTH_LIMIT": "reading",
    "SIZE_LIMIT": "reading",
    "UNKNOWN_FIELD": "schema",
    "MISSING_FIELD": "schema",
    "UNKNOWN_DISCRIMINATOR": "schema",
    "INVALID_ARGUMENT": "schema",
    "UNKNOWN_TOOL": "tool",
    "PERMISSION_DENIED": "permission",
    "RUN_CANCELLED": "run",
    "DEADLINE_EXCEEDED": "limits",
    "LIMIT_REACHED": "limits",
    "RATE_LIMITED": "service",
    "UPSTREAM_UNAVAILABLE": "service",
    "UPSTREAM_TIMEOUT": "service",
    "OUTPUT_INVALID": "answer",
    "INTERNAL": "inside",
    "STORE_UNAVAILABLE": "store",
    "POLICY_REFUSED": "policy",
    "PROPOSAL_UNKNOWN": "approval",
    "APPROVAL_PENDING": "approval",
    "APPROVAL_DENIED": "approval",
    "APPROVAL_EXPIRED": "approval",
    "APPROVAL_CONSUMED": "approval",
    "VERSION_CONFLICT": "ledger",
    "IDEMPOTENCY_MISMATCH": "ledger",
    "IN_PROGRESS": "ledger",
    "OPERATION_UNKNOWN": "ledger",
    "OUTCOME_UNKNOWN": "ledger",
    "OPERATION_CANCELLED": "ledger",
}


@pytest.mark.promise("T6")
@pytest.mark.parametrize("code", PATHS)
async def test_every_path_leaves_one_event_for_each_call(code: str) -> None:
    host = ScriptedHost()
    await PATHS[code](host)
    await host.dispatcher.drain()
    host.recorder.close()
    calls = host.lines.calls
    assert [each["call"] for each in sorted(calls, key=lambda each: each["call"])] == [
        *range(1, host.count + 1)
    ]
    last = max(calls, key=lambda each: each["call"])
    assert last["code"] == code
    assert last.get("stage") == STAGES[code]
    assert not [each for each in host.lines.events() if "unlike" in each]
    assert host.recorder.faults == 0
    assert b"hunter2" not in host.lines.text


def test_every_code_has_a_path() -> None:
    assert set(Code) - ELSEWHERE - PATHS.keys() == set()
    assert STAGES.keys() == PATHS.keys()


@pytest.mark.promise("T6")
@pytest.mark.parametrize(
    ("state", "code"), [("draining", "VERSION_RETIRED"), ("withdrawn", "TOOL_WITHDRAWN")]
)
async def test_a_version_that_is_not_served_leaves_its_event(
    make_package: PackageMaker, state: str, code: str
) -> None:
    made, lines = make_package(state=state), Lines()
    dispatcher = made.dispatcher(trace=Recorder(lines))
    await dispatcher.call(made.run(dispatcher), "tool_v1", b"{}")
    assert (lines.call["code"], lines.call["stage"]) == (code, "tool")
    assert "arguments" not in lines.call, "nobody has looked at them"


@pytest.mark.promise("T6")
async def test_a_host_without_a_store_leaves_the_event_of_a_preview() -> None:
    import acme_tools

    host, lines = ScriptedHost(), Lines()
    dispatcher = Dispatcher(
        acme_tools.CATALOG, adapters(host.script), trace=Recorder(lines), clock=host.time
    )
    requester = Requester(
        identity="ines", tenant="acme", permissions=frozenset({"refund.write", "refund.read"})
    )
    run = dispatcher.open(
        role="support_agent", requester=requester, run_id="r", tools=["preview_refund_v1"]
    )
    refund = b'{"order_id":"ord_100001","amount":{"amount_minor":15,"currency":"EUR"},"reason":"damaged"}'
    await dispatcher.call(run, "preview_refund_v1", refund)
    assert (lines.call["code"], lines.call["stage"]) == ("STORE_NOT_CONFIGURED", "store")


@pytest.mark.promise("T6")
async def test_a_run_that_was_opened_elsewhere_leaves_its_event() -> None:
    host, other = ScriptedHost(), ScriptedHost()
    with pytest.raises(RunError):
        await host.call(other.run(), READ, ARGUMENTS)
    event = host.lines.call
    assert (event["code"], event["reason"], event["run"]) == ("INTERNAL", "foreign_run", None)
