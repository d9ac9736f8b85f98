"""Carrying out a read: facts, time, failure, and the retries that the contract allows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import orjson
import pytest
from made_package import NOTHING, Made, PackageMaker, closed, limits
from sample_host import Host, Recorder, StillClock
from toolcharter_runtime import Code, Raw, ToolError
from toolcharter_runtime._codes import MEANINGS
from toolcharter_runtime.clock import SystemClock

CUSTOMER = {"customer_id": "C-1"}
NEW = {"kind": "new", "line1": "x", "city": "y", "country": "ES"}
SAVED = {"kind": "saved", "address_id": "a1"}
READ = {"retry_class": "read", "attempts": 3, "first_ms": 200, "most_ms": 300}


def raising(*failures: BaseException | None) -> Callable[[Any, Any], Awaitable[Any]]:
    """An operation that raises these, one a call, and then answers."""
    left = list(failures)

    async def op(call: Any, arguments: Any) -> Any:
        failure = left.pop(0) if left else None
        if failure is not None:
            raise failure
        return Raw({})

    return op


class Driven:
    """One call of a made package with a clock that stands still."""

    def __init__(self, made: Made, **run_options: Any) -> None:
        self.clock = StillClock()
        self.sink = Recorder()
        self.dispatcher = made.dispatcher(sink=self.sink, clock=self.clock)
        self.run = made.run(self.dispatcher, **run_options)

    async def error(self, raw: bytes = b"{}") -> dict[str, Any]:
        envelope = orjson.loads(await self.dispatcher.call(self.run, "tool_v1", raw))
        error: dict[str, Any] = envelope.get("error", {"code": "OK"})
        return error


# --- facts ---------------------------------------------------------------------------------------


@pytest.mark.promise("B2")
async def test_a_false_fact_is_its_error_and_the_operation_does_not_run(host: Host) -> None:
    host.service.facts["customer_visible"] = False
    envelope = await host.call(host.run(), "get_customer_v1", CUSTOMER)
    assert envelope == {
        "ok": False,
        "tool": "get_customer_v1",
        "untrusted": True,
        "error": {
            "code": "CUSTOMER_NOT_FOUND",
            "message": "There is no such customer, or the requester may not see it.",
            "retryable": False,
            "next": {"say": "Search for the customer by name.", "tool": "search_customers_v1"},
            "field": None,
        },
    }
    assert host.service.operations() == []
    assert host.outcome.code == "CUSTOMER_NOT_FOUND"


@pytest.mark.promise("B2")
async def test_facts_are_asked_in_order_and_only_where_their_identifier_is_present(
    host: Host,
) -> None:
    run = host.run()
    await host.call(run, "check_address_v1", {**CUSTOMER, "destination": NEW})
    assert [name for name, _, _ in host.service.seen] == ["customer_visible", "check_address_v1"]
    host.service.seen.clear()
    await host.call(run, "check_address_v1", {**CUSTOMER, "destination": SAVED})
    assert [name for name, _, _ in host.service.seen] == [
        "customer_visible",
        "address_belongs_to_customer",
        "check_address_v1",
    ]
    host.service.seen.clear()
    host.service.facts = {"customer_visible": False, "address_belongs_to_customer": False}
    envelope = await host.call(run, "check_address_v1", {**CUSTOMER, "destination": SAVED})
    assert envelope["error"]["code"] == "CUSTOMER_NOT_FOUND"
    assert [name for name, _, _ in host.service.seen] == ["customer_visible"]


@pytest.mark.parametrize("answer", [None, 1, 0, "yes", [], object()])
async def test_a_fact_that_is_neither_true_nor_false_is_a_fault(host: Host, answer: Any) -> None:
    host.service.facts["customer_visible"] = answer
    envelope = await host.call(host.run(), "get_customer_v1", CUSTOMER)
    assert envelope["error"]["code"] == "INTERNAL"
    assert host.service.operations() == []


async def test_identifiers_in_lists_and_maps_count_as_present(make_package: PackageMaker) -> None:
    asked: list[Any] = []

    async def fact(call: Any, arguments: Any) -> bool:
        asked.append(arguments.value())
        return True

    made = _with_fact(make_package, fact, {"type": ["string", "null"]})
    driven = Driven(made)
    silent = [{}, {"list": []}, {"list": [{}, {"id": None}]}, {"map": {}}, {"map": {"a": None}}]
    loud = [{"list": [{}, {"id": "x"}]}, {"map": {"a": None, "b": "x"}}]
    for value in silent + loud:
        assert await driven.error(orjson.dumps(value)) == {"code": "OK"}
    assert asked == loud


_NEXT: Any = {"say": "Stop.", "tool": None}


def _with_fact(make_package: PackageMaker, fact: Any, text: Any) -> Made:
    made = make_package(
        input=closed(
            {
                "list": {"type": "array", "items": closed({"id": text}, "id")},
                "map": {"type": "object", "additionalProperties": text},
            },
            "list",
            "map",
        ),
        errors={"NOT_FOUND": {"message": "m", "retryable": False, "next": _NEXT}},
        preconditions={"fact": fact},
    )
    row: Any = made.catalog["tools"]["tool_v1"]
    at = (("list", "*", "id"), ("map", "*"))
    row["preconditions"] = ({"name": "fact", "error": "NOT_FOUND", "at": at},)
    return made


async def test_an_adapter_with_other_preconditions_than_compiled_serves_nothing(
    make_package: PackageMaker,
) -> None:
    async def other(call: Any, arguments: Any) -> bool:
        return True

    driven = Driven(_with_fact(make_package, other, {"type": "string"}))
    assert (await driven.error())["code"] == "INTERNAL"
    (outcome,) = driven.sink.outcomes
    assert outcome.exception == "CatalogError"
    assert outcome.reason == "the adapter of tool_v1 does not have the preconditions compiled"


# --- what an adapter may raise -------------------------------------------------------------------


async def test_a_declared_code_is_answered_with_the_catalogs_own_words(host: Host) -> None:
    host.service.behaviour["check_address_v1"] = raising(ToolError("ADDRESS_NOT_FOUND"))
    run = host.run().narrow({"check_address_v1"})
    envelope = await host.call(run, "check_address_v1", {**CUSTOMER, "destination": NEW})
    # get_customer_v1 is outside this run: the step stays, the tool does not.
    assert envelope["error"] == {
        "code": "ADDRESS_NOT_FOUND",
        "message": "The saved address does not exist for this customer.",
        "retryable": False,
        "next": {"say": "Read the customer again and choose one of its addresses."},
        "field": None,
    }


@pytest.mark.promise("B4")
@pytest.mark.parametrize(
    "failure",
    [
        ToolError("ADDRESS_NOT_FOUND"),  # another tool's
        ToolError("VERSION_CONFLICT"),  # a write's
        ToolError("INVALID_ARGUMENT"),  # a page's
        ToolError("UNKNOWN_TOOL"),
        ToolError("NO SUCH CODE"),
        ToolError("INTERNAL"),
        ValueError("canary"),
        TimeoutError("canary"),
        KeyError("canary"),
        asyncio.CancelledError("canary"),
        ExceptionGroup("canary", [ValueError("canary")]),
        StopAsyncIteration("canary"),
        RecursionError("canary"),
        AssertionError("canary"),
    ],
    ids=lambda failure: f"{type(failure).__name__} {failure}",
)
async def test_everything_undeclared_is_internal_and_shows_nothing(
    host: Host, failure: BaseException
) -> None:
    host.service.behaviour["get_customer_v1"] = raising(failure)
    text = await host.dispatcher.call(host.run(), "get_customer_v1", orjson.dumps(CUSTOMER))
    assert orjson.loads(text)["error"] == {
        "code": "INTERNAL",
        "message": MEANINGS[Code.INTERNAL].message,
        "retryable": False,
        "field": None,
    }
    outcome = host.outcome
    assert outcome.attempts == 1
    assert outcome.code == "INTERNAL"
    assert outcome.exception in (
        "CatalogError",
        "UnaskedCancellationError",
        type(failure).__name__,
    )
    assert "canary" not in text.decode() + outcome.as_json()


async def test_a_cursor_that_does_not_fit_is_an_invalid_argument_of_a_page(host: Host) -> None:
    host.service.behaviour["search_customers_v1"] = raising(ToolError("INVALID_ARGUMENT"))
    envelope = await host.call(host.run(), "search_customers_v1", {"query": "a", "cursor": "c"})
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    assert envelope["error"]["field"] == "/cursor"


def test_a_time_to_come_back_needs_an_offset() -> None:
    with pytest.raises(ValueError, match="offset"):
        ToolError("RATE_LIMITED", datetime(2026, 3, 1))


# --- retries -------------------------------------------------------------------------------------


@pytest.mark.promise("F4")
@pytest.mark.parametrize("code", ["UPSTREAM_TIMEOUT", "UPSTREAM_UNAVAILABLE", "RATE_LIMITED"])
async def test_the_class_read_repeats_transient_failures_as_often_as_declared(
    make_package: PackageMaker, code: str
) -> None:
    driven = Driven(make_package(op=raising(ToolError(code), ToolError(code)), retry=READ))
    assert await driven.error() == {"code": "OK"}
    assert driven.clock.waits == [0.2, 0.3]
    assert driven.sink.outcomes[0].attempts == 3
    driven = Driven(make_package(op=raising(*[ToolError(code)] * 9), retry=READ))
    error = await driven.error()
    assert (error["code"], error["retryable"]) == (code, True)
    assert driven.sink.outcomes[0].attempts == 3


@pytest.mark.promise("F4")
@pytest.mark.parametrize("retry_class", ["never", "idempotent_write", "after_status"])
async def test_no_other_class_repeats_a_read(make_package: PackageMaker, retry_class: str) -> None:
    retry = {**READ, "retry_class": retry_class}
    driven = Driven(make_package(op=raising(ToolError("UPSTREAM_UNAVAILABLE")), retry=retry))
    assert (await driven.error())["code"] == "UPSTREAM_UNAVAILABLE"
    assert driven.clock.waits == []


@pytest.mark.promise("F4")
async def test_a_failure_that_says_something_is_never_repeated(make_package: PackageMaker) -> None:
    errors: Any = {"GONE": {"message": "m", "retryable": True, "next": _NEXT}}
    for failure in (ToolError("GONE"), ValueError()):
        driven = Driven(make_package(op=raising(failure), retry=READ, errors=errors))
        await driven.error()
        assert driven.sink.outcomes[0].attempts == 1


@pytest.mark.promise("F4")
async def test_a_malformed_answer_is_never_repeated(make_package: PackageMaker) -> None:
    async def op(call: Any, arguments: Any) -> Raw:
        return Raw(b"<html>")

    driven = Driven(make_package(op=op, retry=READ))
    error = await driven.error()
    assert (error["code"], error["retryable"]) == ("OUTPUT_INVALID", False)
    assert driven.sink.outcomes[0].attempts == 1


async def test_a_named_time_is_waited_for_only_if_it_is_near(make_package: PackageMaker) -> None:
    start = StillClock().now()
    near = ToolError("RATE_LIMITED", start + timedelta(milliseconds=250))
    driven = Driven(make_package(op=raising(near), retry=READ))
    assert await driven.error() == {"code": "OK"}
    assert driven.clock.waits == [0.25]
    far = ToolError("RATE_LIMITED", start + timedelta(seconds=90, milliseconds=1))
    driven = Driven(make_package(op=raising(far), retry=READ))
    error = await driven.error()
    assert error["retry_at"] == "2026-03-01T12:01:31Z"
    assert driven.clock.waits == []


async def test_waiting_stops_before_the_deadline(make_package: PackageMaker) -> None:
    deadline = StillClock().now() + timedelta(milliseconds=400)
    failures = [ToolError("UPSTREAM_UNAVAILABLE")] * 5
    driven = Driven(make_package(op=raising(*failures), retry=READ), deadline=deadline)
    assert (await driven.error())["code"] == "UPSTREAM_UNAVAILABLE"
    assert driven.clock.waits == [0.2]


async def test_a_run_that_is_cancelled_while_it_waits_tries_no_more(
    make_package: PackageMaker,
) -> None:
    made = make_package(op=raising(*[ToolError("UPSTREAM_UNAVAILABLE")] * 5), retry=READ)
    driven = Driven(made)

    class Cancelling(StillClock):
        async def sleep(self, seconds: float) -> None:
            await driven.dispatcher.cancel(driven.run)

    driven.dispatcher._clock = Cancelling()
    assert (await driven.error())["code"] == "RUN_CANCELLED"
    assert len(made.received) == 1


async def test_a_further_try_asks_the_facts_again(host: Host) -> None:
    host.service.behaviour["get_customer_v1"] = raising(ToolError("UPSTREAM_UNAVAILABLE"))
    await host.call(host.run(), "get_customer_v1", CUSTOMER)
    assert [name for name, _, _ in host.service.seen] == ["customer_visible", "get_customer_v1"] * 2


# --- time ----------------------------------------------------------------------------------------


async def slow(call: Any, arguments: Any) -> Raw:
    await asyncio.sleep(5)
    return Raw({})


def real_time(made: Made, **run_options: Any) -> Driven:
    driven = Driven(made)
    driven.dispatcher = made.dispatcher(sink=driven.sink, clock=SystemClock())
    driven.run = made.run(driven.dispatcher, **run_options)
    return driven


async def test_the_timeout_of_the_tool_ends_a_try(make_package: PackageMaker) -> None:
    ended: list[str] = []

    async def op(call: Any, arguments: Any) -> Raw:
        try:
            return await slow(call, arguments)
        except asyncio.CancelledError:
            ended.append(call.tool)
            raise

    driven = real_time(make_package(op=op, limits=limits(timeout_ms=30)))
    error = await driven.error()
    assert (error["code"], error["retryable"]) == ("UPSTREAM_TIMEOUT", True)
    assert ended == ["tool_v1"]


async def test_a_timeout_is_repeated_like_any_transient_failure(
    make_package: PackageMaker,
) -> None:
    retry = {"retry_class": "read", "attempts": 3, "first_ms": 1, "most_ms": 1}
    made = make_package(op=slow, limits=limits(timeout_ms=10), retry=retry)
    driven = real_time(made)
    assert (await driven.error())["code"] == "UPSTREAM_TIMEOUT"
    assert len(made.received) == 3


async def test_the_deadline_ends_a_try_before_the_timeout(make_package: PackageMaker) -> None:
    deadline = datetime.now(UTC) + timedelta(milliseconds=40)
    driven = real_time(make_package(op=slow), deadline=deadline)
    assert (await driven.error())["code"] == "DEADLINE_EXCEEDED"
    assert (await driven.error())["code"] == "DEADLINE_EXCEEDED"


async def test_the_timeout_bounds_facts_too(make_package: PackageMaker) -> None:
    async def fact(call: Any, arguments: Any) -> bool:
        await asyncio.sleep(5)
        return True

    made = _with_fact(make_package, fact, {"type": "string"})
    row: Any = made.catalog["tools"]["tool_v1"]
    row["limits"]["timeout_ms"] = 20
    driven = real_time(made)
    assert (await driven.error(b'{"map":{"a":"b"}}'))["code"] == "UPSTREAM_TIMEOUT"
    assert made.received == []


@pytest.mark.parametrize(
    "failure", [None, ToolError("RATE_LIMITED"), ValueError(), ExceptionGroup("", [ValueError()])]
)
async def test_what_comes_after_the_timeout_is_late_whether_answer_or_error(
    make_package: PackageMaker, failure: Exception | None
) -> None:
    async def stubborn(call: Any, arguments: Any) -> Raw:
        try:
            await asyncio.sleep(5)
        except asyncio.CancelledError:
            await asyncio.sleep(0)
            if failure is not None:
                raise failure from None
        return Raw({})

    driven = real_time(make_package(op=stubborn, limits=limits(timeout_ms=10)))
    assert (await driven.error())["code"] == "UPSTREAM_TIMEOUT"


async def test_the_adapter_learns_until_when_somebody_waits(host: Host) -> None:
    await host.call(host.run(), "get_customer_v1", CUSTOMER)
    (_, call, _) = host.service.seen[-1]
    assert call.deadline == host.clock.now() + timedelta(seconds=3)
    near = host.clock.now() + timedelta(seconds=1)
    await host.call(host.run(deadline=near), "get_customer_v1", CUSTOMER)
    assert host.service.seen[-1][1].deadline == near


async def test_a_call_knows_its_run_and_no_key_or_target(host: Host) -> None:
    await host.call(host.run(), "get_customer_v1", CUSTOMER)
    (_, call, _) = host.service.seen[-1]
    assert (call.tool, call.run_id, call.tenant) == ("get_customer_v1", "run-1", "t-1")
    assert (call.idempotency_key, call.target, call.cancelled) == (None, None, False)
    await host.dispatcher.cancel(host.run())
    assert call.cancelled is True


async def test_when_the_host_cancels_its_task_the_call_ends_and_is_recorded(
    make_package: PackageMaker,
) -> None:
    driven = real_time(make_package(op=slow))
    task = asyncio.create_task(driven.error())
    await asyncio.sleep(0.01)
    task.cancel("by the host")
    with pytest.raises(asyncio.CancelledError, match="by the host"):
        await task
    assert [outcome.code for outcome in driven.sink.outcomes] == ["ABANDONED"]


async def test_a_timeout_of_the_host_around_the_call_works(make_package: PackageMaker) -> None:
    driven = real_time(make_package(op=slow))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await driven.error()
    assert [outcome.code for outcome in driven.sink.outcomes] == ["ABANDONED"]


async def test_an_operation_may_use_everything_that_asyncio_offers(
    make_package: PackageMaker,
) -> None:
    seen: list[Any] = []

    async def op(call: Any, arguments: Any) -> Raw:
        task = asyncio.current_task()
        await asyncio.sleep(0)
        async with asyncio.timeout(1), asyncio.TaskGroup() as group:
            group.create_task(asyncio.sleep(0.001))
            later = group.create_task(asyncio.to_thread(lambda: 5))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.sleep(5), 0.001)
        assert asyncio.current_task() is task
        seen.append(await later)
        return Raw({})

    driven = real_time(make_package(op=op))
    assert await driven.error() == {"code": "OK"}
    assert seen == [5]


# --- many at a time ------------------------------------------------------------------------------


async def test_many_tasks_share_one_dispatcher(host: Host) -> None:
    async def wait(call: Any, arguments: Any) -> Raw:
        await asyncio.sleep(0.001 * (hash(arguments.customer_id) % 7))
        return Raw({"customer_id": str(arguments.customer_id)})

    host.service.behaviour["get_customer_v1"] = wait
    runs = [host.run("support", run_id=f"run-{n}") for n in range(10)]
    names = [f"C-{n}" for n in range(400)]
    envelopes = await asyncio.gather(
        *(
            host.call(runs[n % 10], "get_customer_v1", {"customer_id": name})
            for n, name in enumerate(names)
        )
    )
    assert [each["result"]["customer_id"] for each in envelopes] == names
    assert len(host.sink.outcomes) == 400
    assert {outcome.run_id for outcome in host.sink.outcomes} == {run.id for run in runs}


async def test_of_many_tasks_exactly_the_limit_gets_through(make_package: PackageMaker) -> None:
    async def op(call: Any, arguments: Any) -> Raw:
        await asyncio.sleep(0)
        return Raw({})

    made = make_package(op=op, calls_per_run=25)
    driven = real_time(made)
    errors = await asyncio.gather(*(driven.error() for _ in range(100)))
    assert sorted(error["code"] for error in errors) == ["LIMIT_REACHED"] * 75 + ["OK"] * 25
    assert len(made.received) == 25


# --- forms that need a store ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("preview_address_change_v1", {**CUSTOMER, "destination": NEW}),
        ("commit_address_change_v1", {"proposal_id": "p_7f31"}),
        ("get_address_change_status_v1", {"operation_id": "op-1"}),
    ],
)
async def test_previews_writes_and_followers_pass_the_boundary_and_need_a_store(
    host: Host, tool: str, arguments: dict[str, Any]
) -> None:
    run = host.run(tools=("preview_address_change_v1", "commit_address_change_v1"))
    envelope = await host.call(run, tool, arguments)
    assert envelope["error"]["code"] == "STORE_NOT_CONFIGURED"
    assert envelope["error"]["retryable"] is False
    assert "result" not in envelope
    refused = await host.call(run, tool, {**arguments, "approved": True})
    assert (refused["error"]["code"], refused["error"]["field"]) == ("UNKNOWN_FIELD", "/approved")
    poor = host.run(permissions=frozenset(), tools=run.tools - {"get_customer_v1"})  # type: ignore[arg-type]
    denied = await host.call(poor, tool, arguments)
    assert denied["error"]["code"] == "PERMISSION_DENIED"
    assert host.service.seen == []
    assert [outcome.code for outcome in host.sink.outcomes] == [
        "STORE_NOT_CONFIGURED",
        "UNKNOWN_FIELD",
        "PERMISSION_DENIED",
    ]


async def test_a_factory_that_makes_another_adapter_serves_nothing() -> None:
    from sample_host import GetCustomer, Service, adapters_of
    from sample_tools import CATALOG
    from toolcharter_runtime import Dispatcher, Requester

    service, sink = Service(), Recorder()
    adapters: Any = {**adapters_of(service), "quote_refund_v1": lambda: GetCustomer(service)}
    dispatcher = Dispatcher(CATALOG, adapters, sink=sink)
    requester = Requester(
        identity="u", tenant="t", permissions=frozenset({"customer.read", "refund.quote"})
    )
    run = dispatcher.open(role="support", requester=requester, run_id="r")
    text = await dispatcher.call(run, "quote_refund_v1", b'{"customer_id":"C-1","amount_minor":1}')
    assert b'"INTERNAL"' in text
    assert sink.outcomes[0].reason == "the factory for quote_refund_v1 makes another adapter"


async def test_schemas_that_are_not_the_compiled_ones_serve_nothing(
    make_package: PackageMaker,
) -> None:
    made = make_package(input=NOTHING)
    package = make_package.folder / made.catalog["package"]
    path = package / "schemas" / "tool_v1.json"
    path.write_bytes(path.read_bytes().replace(b'"properties":{}', b'"properties":{"a":true}', 1))
    driven = Driven(made)
    assert (await driven.error(b'{"a":1}'))["code"] == "INTERNAL"
    (outcome,) = driven.sink.outcomes
    assert outcome.reason == "schemas/tool_v1.json is not the file that was compiled"
    assert made.received == []


@pytest.mark.promise("B4")
@pytest.mark.parametrize(
    "moment",
    [datetime.max.replace(tzinfo=UTC), datetime.max.replace(tzinfo=timezone(timedelta(hours=-14)))],
)
async def test_a_time_beyond_every_calendar_is_a_fault_of_the_adapter(
    make_package: PackageMaker, moment: datetime
) -> None:
    async def op(*given: Any) -> Raw:
        raise ToolError("RATE_LIMITED", retry_at=moment)

    driven = Driven(make_package(op=op))
    assert (await driven.error())["code"] == "INTERNAL"


@pytest.mark.promise("B9")
async def test_a_class_with_a_foreign_name_is_recorded_as_an_exception(
    make_package: PackageMaker,
) -> None:
    async def op(*given: Any) -> Raw:
        raise type("canary\n4711", (Exception,), {})

    driven = Driven(make_package(op=op))
    assert (await driven.error())["code"] == "INTERNAL"
    assert driven.sink.outcomes[-1].exception == "Exception"


async def test_an_operation_that_cannot_be_awaited_is_named_in_the_record(host: Host) -> None:
    adapter = host.dispatcher._tools.tool("get_customer_v1").adapter
    adapter.op = lambda *given: Raw({})
    await host.call(host.run(), "get_customer_v1", CUSTOMER)
    reason = "the op of the adapter for get_customer_v1 is no `async def`"
    assert host.sink.outcomes[-1].reason == reason


async def test_a_code_that_the_contract_lacks_is_named_in_the_record(
    make_package: PackageMaker,
) -> None:
    driven = Driven(make_package(op=raising(ToolError("NO_SUCH_CODE"))))
    assert (await driven.error())["code"] == "INTERNAL"
    (outcome,) = driven.sink.outcomes
    assert outcome.reason == "the adapter for tool_v1 raised NO_SUCH_CODE, which its contract lacks"


async def test_the_record_says_where_an_answer_breaks_its_contract(
    make_package: PackageMaker,
) -> None:
    async def op(*given: Any) -> Raw:
        return Raw({"undeclared": "canary"})

    driven = Driven(make_package(op=op))
    assert (await driven.error())["code"] == "OUTPUT_INVALID"
    assert driven.sink.outcomes[-1].field is not None
    assert "canary" not in driven.sink.outcomes[-1].as_json()
