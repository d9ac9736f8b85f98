"""What a run may do is fixed when it opens; nothing public ever adds to it."""

from __future__ import annotations

import copy
import dataclasses
import gc
import hashlib
import itertools
import os
import pickle
import weakref
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
import sample_tools
import yaml
from sample_host import (
    ALL_PERMISSIONS,
    GetCustomer,
    Host,
    QuoteRefund,
    Recorder,
    Service,
    adapters_of,
)
from sample_tools import CATALOG
from toolcharter_runtime import CatalogError, Dispatcher, Requester, Run, RunError, _runs
from toolcharter_runtime.formats import v1

SEQUENCES = Path(__file__).parent.parent / "cases" / "hostile" / "sequence"
WRITES = ("preview_address_change_v1", "commit_address_change_v1")
EXPLORER = frozenset({"get_customer_v1", "search_customers_v1", "check_address_v1"})
CUSTOMER = b'{"customer_id":"C-1"}'


def with_state(state: Any, tool: str = "get_customer_v1") -> v1.CatalogRow:
    row = CATALOG["tools"][tool]
    changed: v1.ToolRow = {**row, "state": state}
    return {**CATALOG, "tools": {**CATALOG["tools"], tool: changed}}


def sequence(id_: str) -> Any:
    return yaml.safe_load((SEQUENCES / f"{id_}.yaml").read_text())


async def code_of(host: Host, run: Run, tool: str, raw: bytes = CUSTOMER) -> str:
    envelope = orjson.loads(await host.dispatcher.call(run, tool, raw))
    return "OK" if envelope["ok"] else envelope["error"]["code"]


@pytest.mark.promise("C18")
def test_a_run_opens_with_the_reads_of_its_role_and_what_was_named(host: Host) -> None:
    reads = frozenset(CATALOG["roles"]["support"]["reads"])
    assert host.run("explorer").tools == EXPLORER
    assert host.run("support").tools == reads
    assert host.run("support", tools=WRITES[:1]).tools == reads | {WRITES[0]}


@pytest.mark.promise("C18")
@pytest.mark.parametrize("tool", [*WRITES, "quote_refund_v1", "nothing_v1", ""])
def test_a_tool_outside_the_role_cannot_be_named(host: Host, tool: str) -> None:
    with pytest.raises(RunError, match="has no tool"):
        host.run("explorer", tools=(tool,))


@pytest.mark.promise("B8")
@pytest.mark.parametrize("requester", [None, "u-1", {"identity": "u-1"}])
def test_a_run_without_a_requester_is_refused(host: Host, requester: Any) -> None:
    with pytest.raises(RunError, match="requester"):
        host.dispatcher.open(role="explorer", requester=requester, run_id="r")


@pytest.mark.parametrize(
    "wrong",
    [
        {"identity": ""},
        {"tenant": ""},
        {"identity": None},
        {"permissions": {"customer.read"}},
        {"permissions": "customer.read"},
        {"permissions": frozenset({""})},
        {"permissions": frozenset({1})},
    ],
)
def test_a_requester_is_complete_or_is_not_made(wrong: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"identity": "u", "tenant": "t", "permissions": frozenset({"p"})}
    with pytest.raises(TypeError):
        Requester(**usual | wrong)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"role": "admin"}, "does not serve the role"),
        ({"run_id": ""}, "run id"),
        ({"run_id": "a b"}, "run id"),
        ({"run_id": "x" * 129}, "run id"),
        ({"run_id": "a\n"}, "run id"),
        ({"deadline": datetime(2026, 3, 1)}, "offset"),
    ],
)
def test_a_run_opens_only_with_what_it_needs(
    host: Host, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(RunError, match=message):
        host.run(**options)


@pytest.mark.promise("B8")
async def test_every_permission_of_the_tool_is_needed_and_names_are_compared_exactly(
    host: Host,
) -> None:
    raw = b'{"customer_id":"C-1","amount_minor":1}'
    needed = frozenset({"customer.read", "refund.quote"})
    for held in (
        frozenset[str](),
        frozenset({"customer.read"}),
        frozenset({"refund.quote"}),
        frozenset({"customer.*", "refund.quote"}),
        frozenset({"Customer.Read", "refund.quote"}),
        frozenset({"customer.read ", "refund.quote"}),
    ):
        run = host.run(permissions=held)
        assert await code_of(host, run, "quote_refund_v1", raw) == "PERMISSION_DENIED"
    assert await code_of(host, host.run(permissions=needed), "quote_refund_v1", raw) == "OK"


async def test_a_permission_that_the_catalog_does_not_know_grants_nothing() -> None:
    # The tool needs a name that the catalog has since dropped: whoever still holds it has nothing.
    host = Host({**CATALOG, "permissions": ("refund.quote",)})
    assert await code_of(host, host.run(), "get_customer_v1") == "PERMISSION_DENIED"


async def test_permission_is_asked_before_the_arguments_are_read(host: Host) -> None:
    run = host.run(permissions=frozenset())
    assert await code_of(host, run, "get_customer_v1", b"not json") == "PERMISSION_DENIED"


@pytest.mark.promise("B1")
async def test_s13_a_write_in_a_read_only_run_answers_like_an_unregistered_tool() -> None:
    assert sequence("S13")["then"][0] == "UNKNOWN_TOOL"
    host = Host()
    run = host.run("explorer")
    outside = await host.dispatcher.call(run, "commit_address_change_v1", CUSTOMER)
    unregistered = await host.dispatcher.call(run, "no_such_tool_v1", CUSTOMER)
    assert outside == unregistered
    assert orjson.loads(outside)["error"]["code"] == "UNKNOWN_TOOL"
    first, second = host.sink.outcomes
    assert (first.reason, first.tool) == ("outside_run", "commit_address_change_v1")
    assert (second.reason, second.tool) == ("unregistered", None)
    assert host.service.seen == []


@pytest.mark.promise("B1")
async def test_s14_names_are_compared_exactly(host: Host) -> None:
    assert sequence("S14")["then"] == ["all UNKNOWN_TOOL", "no getattr, no normalisation"]
    run = host.run("support", tools=WRITES)
    names: list[Any] = [
        *("get_customer_v1 ", " get_customer_v1", "GET_CUSTOMER_V1", "get_customer_v1\0"),
        *("\uff47et_customer_v1", "get_customer_v1.__class__", "get_customer", "get_customer.v1"),
        *("__init__", "op", "", "../get_customer_v1", "get_customer_v01", "\ud800"),
        *(None, 1, b"get_customer_v1", ("get_customer_v1",), ["get_customer_v1"]),
    ]
    for name in names:
        assert await code_of(host, run, name) == "UNKNOWN_TOOL"
    assert host.service.seen == []
    assert {outcome.reason for outcome in host.sink.outcomes} == {"unregistered"}
    assert len(host.sink.outcomes) == len(names)


@pytest.mark.promise("C17")
async def test_s36_a_draining_version_serves_the_runs_of_the_snapshot_before_and_no_new_one() -> (
    None
):
    assert sequence("S36")["then"] == [
        "first works until the run ends",
        "second: VERSION_RETIRED",
    ]
    before, after = Host(), Host(with_state("draining"))
    old_run = before.run()
    assert await code_of(before, old_run, "get_customer_v1") == "OK"
    assert await code_of(after, after.run(), "get_customer_v1") == "VERSION_RETIRED"
    assert await code_of(before, old_run, "get_customer_v1") == "OK"


async def test_deprecated_is_served_and_withdrawn_is_not() -> None:
    for state, code in (("deprecated", "OK"), ("withdrawn", "TOOL_WITHDRAWN")):
        host = Host(with_state(state))
        assert await code_of(host, host.run(), "get_customer_v1") == code
        outcome = host.sink.outcomes[0]
        assert (outcome.tool, outcome.version, outcome.code) == ("get_customer_v1", 1, code)


async def test_a_version_that_is_not_served_needs_no_adapter() -> None:
    adapters: Any = adapters_of(Service())
    del adapters["get_customer_v1"]
    for state in ("draining", "withdrawn"):
        dispatcher = Dispatcher(with_state(state), adapters, sink=Recorder())
        requester = Requester(identity="u", tenant="t", permissions=ALL_PERMISSIONS)
        run = dispatcher.open(role="support", requester=requester, run_id="r")
        envelope = orjson.loads(await dispatcher.call(run, "get_customer_v1", CUSTOMER))
        assert envelope["error"]["code"] in ("VERSION_RETIRED", "TOOL_WITHDRAWN")


@pytest.mark.promise("C18")
async def test_narrowing_only_removes(host: Host) -> None:
    run = host.run("support", tools=WRITES)
    narrow = run.narrow({"get_customer_v1"})
    assert narrow.tools == {"get_customer_v1"}
    assert await code_of(host, narrow, "get_customer_v1") == "OK"
    assert await code_of(host, narrow, "search_customers_v1") == "UNKNOWN_TOOL"
    assert await code_of(host, run, "search_customers_v1", b'{"query":"a"}') == "OK"
    with pytest.raises(RunError, match="the run has no tool"):
        narrow.narrow({"search_customers_v1"})
    assert narrow.narrow(()).tools == frozenset()


def ways_to_widen(host: Host, run: Run) -> dict[str, Any]:
    """Everything public that could be thought to give a run another tool."""
    other = Host()
    wide = frozenset(CATALOG["tools"])
    fields = {name: getattr(run, name) for name in ("id", "role", "requester", "deadline")}
    book = run._book
    made_by_hand = Run(**fields, tools=wide, snapshot=run.snapshot, _book=book)
    changed = copy.copy(run)
    object.__setattr__(changed, "tools", wide)
    return {
        "built by hand": made_by_hand,
        "replaced": dataclasses.replace(run, tools=wide),
        "replaced unchanged": dataclasses.replace(run),
        "copied": copy.copy(run),
        "copied and changed": changed,
        "of another dispatcher": other.run("support", tools=WRITES),
        "of another role by hand": dataclasses.replace(run, role="support", tools=wide),
        "none": None,
        "a name": "run-1",
    }


@pytest.mark.promise("C18")
async def test_a_run_that_this_dispatcher_did_not_open_is_refused_and_recorded(host: Host) -> None:
    run = host.run("explorer")
    ways = ways_to_widen(host, run)
    for way, forged in ways.items():
        with pytest.raises(RunError, match="not opened by this dispatcher"):
            await host.dispatcher.call(forged, "commit_address_change_v1", CUSTOMER)
        if isinstance(forged, Run) and way != "of another dispatcher":
            with pytest.raises(RunError, match="not opened by this dispatcher"):
                forged.narrow({"commit_address_change_v1"})
    assert {outcome.reason for outcome in host.sink.outcomes} == {"foreign_run"}
    assert len(host.sink.outcomes) == len(ways)
    with pytest.raises(TypeError):
        pickle.dumps(run)


@pytest.mark.promise("C18")
async def test_changing_what_a_run_shows_changes_nothing_of_what_it_may(host: Host) -> None:
    run = host.run("explorer", permissions=frozenset({"customer.read"}))
    wide = frozenset(CATALOG["tools"])
    for name, value in (
        ("tools", wide),
        ("role", "support"),
        ("requester", Requester(identity="x", tenant="x", permissions=ALL_PERMISSIONS)),
        ("deadline", None),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(run, name, value)
        object.__setattr__(run, name, value)
    for tool in wide - EXPLORER:
        assert await code_of(host, run, tool) == "UNKNOWN_TOOL"
    assert await code_of(host, run, "get_customer_v1") == "OK"
    (_, call, _) = host.service.seen[-1]
    assert call.requester.identity == "u-1"


@pytest.mark.promise("C18")
async def test_changing_the_tables_of_the_catalog_after_start_adds_no_tool() -> None:
    roles: Any = copy.deepcopy(CATALOG["roles"])
    host = Host({**CATALOG, "roles": roles})
    roles["explorer"]["reads"]["quote_refund_v1"] = "support"
    roles["explorer"]["writes"]["commit_address_change_v1"] = "support"
    roles["explorer"]["reads"]["get_customer_v1"] = "support"
    roles["admin"] = roles["support"]
    run = host.run("explorer")
    assert run.tools == EXPLORER
    assert await code_of(host, run, "quote_refund_v1") == "UNKNOWN_TOOL"
    text = await host.dispatcher.call(run, "get_customer_v1", CUSTOMER)
    assert orjson.loads(text)["result"] == {"customer_id": "C-1", "status": "active"}
    with pytest.raises(RunError, match="does not serve the role"):
        host.run("admin")


@pytest.mark.promise("C18")
async def test_no_environment_variable_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    class Watched(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            read.append(key)
            return super().__getitem__(key)

        def get(self, key: str, default: Any = None) -> Any:
            read.append(key)
            return super().get(key, default)

        def __contains__(self, key: object) -> bool:
            read.append(str(key))
            return super().__contains__(key)

    host = Host()
    await code_of(host, host.run(), "get_customer_v1")  # loads what is loaded once
    monkeypatch.setattr(os, "environ", Watched(os.environ))
    for variable in ("TOOLCHARTER_ROLE", "TOOLCHARTER_TOOLS", "TOOLCHARTER_DEBUG"):
        os.environ[variable] = "support"
    host = Host()
    assert await code_of(host, host.run("explorer"), "quote_refund_v1") == "UNKNOWN_TOOL"
    assert await code_of(host, host.run("explorer"), "search_customers_v1", b"{}") != "OK"
    assert [name for name in read if "TOOLCHARTER" in name.upper()] == []


@pytest.mark.promise("C18")
def test_every_combination_of_options_stays_within_the_role() -> None:
    service = Service()
    row = CATALOG["roles"]["support"]
    role = {*row["reads"], *row["previews"], *row["writes"]}
    for roles, named, deadline in itertools.product(
        [None, ("support",), ["support", "explorer"], {"support"}],
        [(), WRITES[:1], WRITES, list(WRITES), set(WRITES), iter(WRITES)],
        [None, datetime.now(UTC) + timedelta(hours=1)],
    ):
        dispatcher = Dispatcher(CATALOG, adapters_of(service), roles=roles, sink=Recorder())
        requester = Requester(identity="u", tenant="t", permissions=ALL_PERMISSIONS)
        run = dispatcher.open(
            role="support", requester=requester, run_id="r", tools=named, deadline=deadline
        )
        assert run.tools <= role
        assert run.tools - frozenset(row["reads"]) <= set(WRITES)


async def test_a_dispatcher_serves_only_the_roles_it_was_made_for() -> None:
    service = Service()
    adapters: Any = {tool: adapters_of(service)[tool] for tool in EXPLORER}  # type: ignore[literal-required]
    dispatcher = Dispatcher(CATALOG, adapters, roles=("explorer",))
    requester = Requester(identity="u", tenant="t", permissions=ALL_PERMISSIONS)
    assert dispatcher.open(role="explorer", requester=requester, run_id="r").tools == EXPLORER
    with pytest.raises(RunError, match="does not serve the role 'support'"):
        dispatcher.open(role="support", requester=requester, run_id="r")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, "format 2, this runtime reads format 1"),
        ({"format": None}, "format None"),
    ],
)
def test_another_format_is_refused_at_the_start(change: Any, message: str) -> None:
    with pytest.raises(CatalogError, match=message):
        Host({**CATALOG, **change})


def test_the_snapshot_of_a_run_is_the_digest_of_the_manifest(host: Host) -> None:
    manifest = Path(sample_tools.__file__).parent / "manifest.json"
    digest = hashlib.sha256(manifest.read_bytes()).hexdigest()
    assert host.run().snapshot == f"sha256:{digest}"


def test_a_package_that_is_not_there_is_refused_at_the_start() -> None:
    with pytest.raises(CatalogError, match="no package no_such_package to import"):
        Host({**CATALOG, "package": "no_such_package"})


def test_what_is_missing_or_misplaced_is_named_at_the_start() -> None:
    usual: Any = adapters_of(Service())
    without_quote = {name: usual[name] for name in usual if name != "quote_refund_v1"}
    for adapters, options, message in (
        ({}, {}, "no adapter for get_customer_v1, a tool of explorer"),
        (without_quote, {}, "no adapter for quote_refund_v1, a tool of support"),
        ({**usual, "nothing_v1": GetCustomer}, {}, "'nothing_v1', which is no tool"),
        ({**usual, "get_customer_v1": "GetCustomer"}, {}, "get_customer_v1 is not a callable"),
        ({**usual, "get_customer_v1": QuoteRefund}, {}, "is one for quote_refund_v1"),
        (usual, {"roles": ("admin",)}, "has no role 'admin'"),
        (usual, {"roles": "support"}, "collection"),
    ):
        with pytest.raises(CatalogError, match=message):
            Dispatcher(CATALOG, adapters, **options)


async def test_of_a_loop_of_calls_exactly_the_limit_reaches_the_service(host: Host) -> None:
    run = host.run("explorer")
    codes = [await code_of(host, run, "get_customer_v1") for _ in range(150)]
    assert codes == ["OK"] * 100 + ["LIMIT_REACHED"] * 50
    assert len(host.service.operations()) == 100


async def test_runs_of_one_id_share_their_limit_and_others_do_not(host: Host) -> None:
    first, again = host.run("explorer"), host.run("explorer").narrow({"get_customer_v1"})
    other = host.run("explorer", run_id="run-2")
    for run in (first, again) * 50:
        assert await code_of(host, run, "get_customer_v1") == "OK"
    assert await code_of(host, first, "get_customer_v1") == "LIMIT_REACHED"
    assert await code_of(host, again, "get_customer_v1") == "LIMIT_REACHED"
    assert await code_of(host, other, "get_customer_v1") == "OK"


async def test_a_run_opened_anew_for_each_call_keeps_its_limit_and_its_end(host: Host) -> None:
    for _ in range(100):
        assert await code_of(host, host.run("explorer"), "get_customer_v1") == "OK"
    assert await code_of(host, host.run("explorer"), "get_customer_v1") == "LIMIT_REACHED"
    await host.dispatcher.cancel(host.run("explorer"))
    assert await code_of(host, host.run("explorer"), "get_customer_v1") == "RUN_CANCELLED"


async def test_the_counters_of_old_runs_do_not_pile_up(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_runs, "_MOST_REMEMBERED", 3)
    held = host.run(run_id="held")
    assert await code_of(host, held, "get_customer_v1") == "OK"
    for number in range(10):
        host.run(run_id=f"run-{number}")
    gc.collect()
    assert len(host.dispatcher._runs._states) == 4
    assert host.dispatcher._runs.grant_of(host.run(run_id="held")).state.calls == 1


async def test_refused_arguments_do_not_use_up_the_limit(host: Host) -> None:
    run = host.run("explorer")
    for _ in range(150):
        assert await code_of(host, run, "get_customer_v1", b"{}") == "MISSING_FIELD"
    assert await code_of(host, run, "get_customer_v1") == "OK"


async def test_after_a_cancellation_every_later_call_of_the_run_is_refused(host: Host) -> None:
    run, other = host.run("support", tools=WRITES), host.run(run_id="run-2")
    narrow = run.narrow({"get_customer_v1"})
    await host.dispatcher.cancel(run)
    for each, tool in ((run, "get_customer_v1"), (narrow, "get_customer_v1"), (run, "nothing_v1")):
        assert await code_of(host, each, tool) == "RUN_CANCELLED"
    assert await code_of(host, host.run(), "get_customer_v1") == "RUN_CANCELLED"
    assert await code_of(host, other, "get_customer_v1") == "OK"
    with pytest.raises(RunError):
        await host.dispatcher.cancel(dataclasses.replace(other))


async def test_past_its_deadline_a_run_calls_nothing(host: Host) -> None:
    run = host.run(deadline=host.clock.now() + timedelta(seconds=10))
    assert await code_of(host, run, "get_customer_v1") == "OK"
    host.clock.seconds = 10
    assert await code_of(host, run, "get_customer_v1") == "DEADLINE_EXCEEDED"
    assert len(host.service.operations()) == 1


def test_nothing_keeps_a_run_that_its_host_has_forgotten(host: Host) -> None:
    run = weakref.ref(host.run())
    gc.collect()
    assert run() is None


@pytest.mark.parametrize("request_id", ["", "a b", "x" * 129, "caf\u00e9", "a\n", 7])
async def test_a_request_id_that_is_no_name_is_refused_at_the_host(
    host: Host, request_id: Any
) -> None:
    with pytest.raises(RunError, match="request id"):
        await host.dispatcher.call(host.run(), "get_customer_v1", b"{}", request_id=request_id)
