"""One record for every call, and nothing in it that somebody could not have wanted there."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import subprocess
import sys
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from made_package import PackageMaker, closed, limits
from sample_host import ALL_PERMISSIONS, Host, Recorder, StillClock, adapters_of
from sample_tools import CATALOG
from toolcharter_runtime import (
    CatalogError,
    Dispatcher,
    LogSink,
    Outcome,
    Raw,
    Requester,
    ToolError,
)
from toolcharter_runtime import _counters as counters

CANARY = "canary-77"
CUSTOMER = b'{"customer_id":"C-1"}'


@pytest.mark.promise("B9")
async def test_every_call_leaves_exactly_one_record(host: Host) -> None:
    run = host.run(tools=("preview_address_change_v1",))
    poor = host.run(permissions=frozenset())

    async def fails(call: Any, arguments: Any) -> Any:
        raise ValueError(CANARY)

    host.service.behaviour["check_address_v1"] = fails
    destination = b'{"customer_id":"C-1","destination":{"kind":"saved","address_id":"a1"}}'
    calls = [
        (run, "get_customer_v1", CUSTOMER, "OK"),
        (run, "get_customer_v1", b"{", "PARSE"),
        (run, "get_customer_v1", b"{}", "MISSING_FIELD"),
        (run, "nothing_v1", b"{}", "UNKNOWN_TOOL"),
        (run, "commit_address_change_v1", b"{}", "UNKNOWN_TOOL"),
        (poor, "get_customer_v1", CUSTOMER, "PERMISSION_DENIED"),
        (run, "preview_address_change_v1", destination, "STORE_NOT_CONFIGURED"),
        (run, "check_address_v1", destination, "INTERNAL"),
    ]
    for each, tool, raw, _ in calls:
        await host.dispatcher.call(each, tool, raw)
    assert [outcome.code for outcome in host.sink.outcomes] == [code for *_, code in calls]
    for outcome in host.sink.outcomes:
        assert (outcome.run_id, outcome.tenant, outcome.role) == ("run-1", "t-1", "support")
        assert outcome.snapshot == run.snapshot
    assert [outcome.tool for outcome in host.sink.outcomes] == [
        *["get_customer_v1"] * 3,
        None,
        "commit_address_change_v1",
        "get_customer_v1",
        "preview_address_change_v1",
        "check_address_v1",
    ]
    assert {outcome.version for outcome in host.sink.outcomes} == {1, None}


@pytest.mark.promise("B9")
async def test_a_name_that_is_not_ours_is_recorded_as_a_hash(host: Host) -> None:
    await host.call(host.run(), CANARY, b"{}")
    outcome = host.outcome
    assert outcome.tool is None
    assert outcome.name_hash == hashlib.sha256(CANARY.encode()).hexdigest()[:16]
    assert CANARY not in outcome.as_json()


@pytest.mark.promise("B9")
async def test_arguments_are_hashed_only_where_the_sink_asks() -> None:
    host, asking = Host(), Host(hashes=True)
    raw = b'{ "amount_minor" : 1.0, "customer_id" : "C-1" }'
    for each in (host, asking):
        await each.call(each.run(), "quote_refund_v1", raw)
    assert host.outcome.argument_hash is None
    canonical = rfc8785.dumps({"customer_id": "C-1", "amount_minor": 1, "currency": "EUR"})
    digest = hashlib.sha256(b"toolcharter arguments 1\n" + canonical).hexdigest()
    assert asking.outcome.argument_hash == f"sha256:{digest}"
    asking.sink.outcomes.clear()
    await asking.call(asking.run(), "quote_refund_v1", b'{"customer_id":"C-1"}')
    assert asking.outcome.argument_hash is None, "refused arguments are not arguments"


@pytest.mark.promise("B9")
async def test_the_hash_is_of_what_was_asked_whatever_the_adapter_does_with_it(
    make_package: PackageMaker,
) -> None:
    async def change(call: Any, arguments: Any) -> Raw:
        arguments.value()["tags"].append("more")
        return Raw({})

    tags = closed({"tags": {"type": "array", "maxItems": 9}})
    sink = Recorder(wants_argument_hash=True)
    for op in (None, change):
        made = make_package(input=tags, op=op)
        dispatcher = made.dispatcher(sink=sink)
        await dispatcher.call(made.run(dispatcher), "tool_v1", b'{"tags":["a"]}')
    untouched, changed = sink.outcomes
    assert changed.argument_hash == untouched.argument_hash is not None


@pytest.mark.promise("B9")
async def test_only_fields_that_the_contract_calls_safe_are_recorded(host: Host) -> None:
    run = host.run()
    await host.call(run, "quote_refund_v1", {"customer_id": "C-1", "amount_minor": 5})
    await host.call(run, "get_customer_v1", CUSTOMER)
    assert [outcome.safe_fields for outcome in host.sink.outcomes] == [{"currency": "EUR"}, None]


async def test_time_and_tries_are_recorded() -> None:
    host = Host()

    async def op(call: Any, arguments: Any) -> Any:
        host.clock.seconds += 0.0125
        if len(host.service.operations()) < 2:
            raise ToolError("UPSTREAM_UNAVAILABLE")
        return Raw({"customer_id": "C-1"})

    host.service.behaviour["get_customer_v1"] = op
    await host.call(host.run(), "get_customer_v1", CUSTOMER)
    assert (host.outcome.attempts, host.outcome.duration_ms) == (2, 225.0)


# --- canaries ------------------------------------------------------------------------------------


class Everything(logging.Handler):
    """Every record of every logger, formatted with its exception."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.text += self.format(record) + repr(record.__dict__)


@pytest.fixture
def everything() -> Any:
    handler, root = Everything(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.NOTSET)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


async def _raise(call: Any, arguments: Any) -> Any:
    raise ValueError(f"{CANARY} for customer C-1")


async def _raise_like_the_runtime(call: Any, arguments: Any) -> Any:
    raise CatalogError(CANARY)


async def _raise_chained(call: Any, arguments: Any) -> Any:
    try:
        raise KeyError(CANARY)
    except KeyError as error:
        raise ToolError(CANARY) from error


async def _hang(call: Any, arguments: Any) -> Any:
    try:
        await asyncio.sleep(5)
    except asyncio.CancelledError:
        raise ValueError(CANARY) from None


async def _hang_and_note(call: Any, arguments: Any) -> Any:
    await asyncio.sleep(5)


async def _leave_a_task(call: Any, arguments: Any) -> Any:
    raise ExceptionGroup(CANARY, [ValueError(CANARY)])


async def _unavailable(call: Any, arguments: Any) -> Any:
    raise ToolError("UPSTREAM_UNAVAILABLE") from ValueError(CANARY)


async def _leak(call: Any, arguments: Any) -> Any:
    return Raw({"customer_id": "C-1", "password": CANARY})


async def _html(call: Any, arguments: Any) -> Any:
    return Raw(f"<html>{CANARY}".encode())


async def _secret_shown_to_nobody(call: Any, arguments: Any) -> Any:
    return Raw({"a": "x", "secret": CANARY})


PATHS: dict[str, Any] = {
    "raises": _raise,
    "raises an error of the runtime": _raise_like_the_runtime,
    "raises an undeclared code": _raise_chained,
    "raises when cancelled": _hang,
    "times out": _hang_and_note,
    "raises a group": _leave_a_task,
    "retries are exhausted": _unavailable,
    "leaks a field": _leak,
    "answers no json": _html,
    "hides by the view": _secret_shown_to_nobody,
}


@pytest.mark.promise("B9")
@pytest.mark.promise("B4")
@pytest.mark.parametrize("path", PATHS)
async def test_bugs_101_102_104_a_secret_leaves_by_no_exit(
    make_package: PackageMaker, everything: Everything, capfd: Any, path: str
) -> None:
    text = {"type": "string"}
    made = make_package(
        input=closed({"q": {"type": "string", "maxLength": 40}}),
        answer=closed({"a": text, "secret": text}, "secret"),
        view={"reveal": {"a": True}, "schema": closed({"a": text})},
        op=PATHS[path],
        limits=limits(timeout_ms=10),
        retry={"retry_class": "read", "attempts": 2, "first_ms": 1, "most_ms": 1},
    )
    sink = Recorder(wants_argument_hash=True)
    for dispatcher in (made.dispatcher(sink=sink), made.dispatcher()):
        run = made.run(dispatcher)
        envelope = await dispatcher.call(run, "tool_v1", orjson.dumps({"q": CANARY}))
        assert CANARY.encode() not in envelope
    (outcome,) = sink.outcomes
    assert CANARY not in repr(outcome)
    assert CANARY not in everything.text
    assert outcome.as_json().isascii()
    assert '"tool": "tool_v1"' in everything.text.replace("\\", "")
    assert CANARY not in "".join(capfd.readouterr())
    if path == "raises":
        assert outcome.exception == "ValueError"
        assert outcome.raised_at is not None
        assert outcome.raised_at.startswith("test_outcomes.py:")


@pytest.mark.promise("B9")
async def test_a_secret_in_any_part_of_a_request_is_in_no_record(
    host: Host, everything: Everything
) -> None:
    secret = "MCP_API_KEY=SECRET-abc123"  # noqa: S105
    requester = Requester(
        identity=secret, tenant="t-1", permissions=ALL_PERMISSIONS | {secret, "x-api-key: k-1"}
    )
    for dispatcher in (host.dispatcher, Dispatcher(CATALOG, adapters_of(host.service))):
        run = dispatcher.open(role="support", requester=requester, run_id="run-1")
        for tool, raw in (
            ("get_customer_v1", orjson.dumps({"customer_id": secret})),
            ("get_customer_v1", orjson.dumps({"customer_id": "C-1", secret: secret})),
            ("get_customer_v1", orjson.dumps({"customer_id": {secret: [secret]}})),
            ("get_customer_v1", b'{"' + secret.encode() + b'":1,"' + secret.encode() + b'":2}'),
            ("get_customer_v1", secret.encode()),
            ("get_customer_v1", orjson.dumps(secret)),
            ("search_customers_v1", orjson.dumps({"query": secret})),
            (secret, b"{}"),
        ):
            envelope = await dispatcher.call(run, tool, raw)
            assert b"SECRET-abc123" not in envelope
    assert "SECRET-abc123" not in repr(host.sink.outcomes) + everything.text
    assert "k-1" not in repr(host.sink.outcomes) + everything.text


# --- the log -------------------------------------------------------------------------------------


@pytest.mark.promise("B9")
async def test_the_usual_sink_writes_one_line_of_json(
    host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    dispatcher = Dispatcher(CATALOG, adapters_of(host.service), clock=StillClock())
    requester = Requester(identity="u", tenant="t\n1", permissions=ALL_PERMISSIONS)
    run = dispatcher.open(role="support", requester=requester, run_id="run-1")
    with caplog.at_level(logging.INFO, "toolcharter_runtime"):
        await dispatcher.call(run, "get_customer_v1", CUSTOMER)
        await dispatcher.call(run, "get_customer_v1", b"{}")
    first, second = (json.loads(record.getMessage()) for record in caplog.records)
    assert first == {
        "code": "OK",
        "tool": "get_customer_v1",
        "version": 1,
        "role": "support",
        "run_id": "run-1",
        "tenant": "t\n1",
        "snapshot": run.snapshot,
        "duration_ms": 0.0,
        "attempts": 1,
        "replaced_characters": 0,
    }
    assert second["code"] == "MISSING_FIELD"
    assert second["field"] == "/customer_id"
    assert all("\n" not in record.getMessage() for record in caplog.records)


@given(st.text(), st.text())
def test_a_record_is_one_ascii_line_whatever_the_host_calls_things(
    run_id: str, tenant: str
) -> None:
    outcome = Outcome(
        code="OK",
        tool="t",
        version=1,
        role="r",
        run_id=run_id,
        tenant=tenant,
        snapshot="s",
        duration_ms=1.5,
    )
    line = outcome.as_json()
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["tenant"] == tenant


async def test_what_needs_a_person_is_logged_louder(
    host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    dispatcher = Dispatcher(CATALOG, adapters_of(host.service))
    requester = Requester(identity="u", tenant="t", permissions=ALL_PERMISSIONS)
    run = dispatcher.open(role="support", requester=requester, run_id="run-1")
    for behaviour in (_raise, _html, None):
        host.service.behaviour = {"get_customer_v1": behaviour} if behaviour else {}
        await dispatcher.call(run, "get_customer_v1", CUSTOMER)
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.WARNING]
    assert LogSink.wants_argument_hash is False


async def test_a_sink_that_fails_fails_the_call() -> None:
    host = Host()

    class Broken(Recorder):
        def record(self, outcome: Outcome) -> None:
            raise OSError("disk full")

    host.dispatcher._sink = Broken()
    with pytest.raises(OSError, match="disk full"):
        await host.dispatcher.call(host.run(), "get_customer_v1", CUSTOMER)


# --- counters ------------------------------------------------------------------------------------


@pytest.mark.promise("B1")
async def test_unsupported_calls_are_counted_apart(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    from opentelemetry import metrics

    counted: list[tuple[int, Any]] = []

    class Counter:
        def add(self, amount: int, attributes: Any) -> None:
            counted.append((amount, attributes))

    class Meter:
        def create_counter(self, name: str, **_: Any) -> Counter:
            assert name == "toolcharter.calls"
            return Counter()

    monkeypatch.setattr(metrics, "get_meter", lambda name: Meter())
    counters._calls.cache_clear()
    run = host.run("explorer")
    for tool in ("get_customer_v1", "commit_address_change_v1", CANARY):
        await host.call(run, tool, CUSTOMER)
    counters._calls.cache_clear()
    assert counted == [
        (1, {"code": "OK", "tool": "get_customer_v1", "version": 1}),
        (
            1,
            {
                "code": "UNKNOWN_TOOL",
                "tool": "commit_address_change_v1",
                "version": 1,
                "reason": "outside_run",
            },
        ),
        (1, {"code": "UNKNOWN_TOOL", "reason": "unregistered"}),
    ]


def test_a_host_without_metrics_does_not_load_them() -> None:
    program = """
import asyncio, sys
from sample_host import Host
host = Host()
asyncio.run(host.call(host.run(), "get_customer_v1", b'{"customer_id":"C-1"}'))
assert host.sink.outcomes[0].code == "OK"
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
        check=True,
    )
    assert done.stdout.strip() == "[]"
