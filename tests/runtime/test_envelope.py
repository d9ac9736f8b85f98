"""The one shape of an answer, and the one meaning of each code."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import orjson
import pytest
from made_package import PackageMaker
from sample_host import Host
from sample_tools import CATALOG
from toolcharter_runtime import Code, Raw, ToolError, _envelope
from toolcharter_runtime._codes import MEANINGS
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._validators import is_valid, validator

CUSTOMER = b'{"customer_id":"C-1"}'

ENVELOPE = {
    "type": "object",
    "required": ["ok", "tool", "untrusted"],
    "additionalProperties": False,
    "properties": {
        "ok": {"type": "boolean"},
        "tool": {"type": ["string", "null"]},
        "untrusted": {"const": True},
        "result": {"type": "object"},
        "error": {
            "type": "object",
            "required": ["code", "message", "retryable", "field"],
            "additionalProperties": False,
            "properties": {
                "code": {"enum": [*Code, *CATALOG["errors"]]},
                "message": {"type": "string", "minLength": 10, "pattern": "^[A-Z].*\\.$"},
                "retryable": {"type": "boolean"},
                "field": {"type": ["string", "null"], "pattern": "^(/[^/]+)*$"},
                "retry_at": {"type": "string", "format": "date-time"},
                "next": {
                    "type": "object",
                    "required": ["say"],
                    "additionalProperties": False,
                    "properties": {"say": {"type": "string"}, "tool": {"type": "string"}},
                },
            },
        },
    },
    "oneOf": [
        {
            "properties": {"ok": {"const": True}},
            "required": ["result"],
            "not": {"required": ["error"]},
        },
        {
            "properties": {"ok": {"const": False}},
            "required": ["error"],
            "not": {"required": ["result"]},
        },
    ],
}


async def raises(failure: Exception) -> Any:
    raise failure


@pytest.mark.promise("B4")
async def test_every_path_answers_in_the_one_shape(host: Host) -> None:
    engine = validator(ENVELOPE)
    wide = host.run(tools=("preview_address_change_v1",))
    poor = host.run(permissions=frozenset())
    ended = host.run(run_id="ended")
    await host.dispatcher.cancel(ended)
    late = host.run(deadline=host.clock.now() - timedelta(seconds=1))
    saved = b'{"customer_id":"C-1","destination":{"kind":"saved","address_id":"a1"}}'
    codes = []

    async def ask(run: Any, tool: str, raw: bytes, behaviour: Any = None, **facts: bool) -> None:
        host.service.facts = dict(facts)
        host.service.behaviour = {tool: behaviour} if behaviour else {}
        envelope = orjson.loads(await host.dispatcher.call(run, tool, raw))
        assert is_valid(engine, envelope), envelope
        codes.append(envelope["error"]["code"] if "error" in envelope else "OK")

    await ask(wide, "get_customer_v1", CUSTOMER)
    await ask(wide, "nothing_v1", CUSTOMER)
    await ask(wide, "commit_address_change_v1", CUSTOMER)
    await ask(poor, "get_customer_v1", CUSTOMER)
    await ask(ended, "get_customer_v1", CUSTOMER)
    await ask(late, "get_customer_v1", CUSTOMER)
    await ask(wide, "preview_address_change_v1", saved)
    for raw in (b"", b"{", b'{"a":1,"a":1}', b'{"a":NaN}', b'{"a":1e99}', b'"\xff"', b"[" * 99):
        await ask(wide, "get_customer_v1", raw)
    for raw in (b"{}", b'{"customer_id":"C-1","x":1}', b'{"customer_id":1}', b" " * 400_000):
        await ask(wide, "get_customer_v1", raw)
    await ask(wide, "check_address_v1", b'{"customer_id":"C-1","destination":{"kind":"x"}}')
    await ask(wide, "check_address_v1", saved, address_belongs_to_customer=False)
    in_an_hour = host.clock.now() + timedelta(hours=1)
    for failure in (
        ToolError("CUSTOMER_NOT_FOUND"),
        ToolError("RATE_LIMITED", in_an_hour),
        ToolError("UPSTREAM_UNAVAILABLE"),
        ToolError("UPSTREAM_TIMEOUT"),
        ValueError("x"),
    ):
        await ask(wide, "get_customer_v1", CUSTOMER, lambda c, a, f=failure: raises(f))
    await ask(wide, "get_customer_v1", CUSTOMER, lambda c, a: asyncio.sleep(0, Raw(b"<html>")))
    assert codes == [
        *("OK", "UNKNOWN_TOOL", "UNKNOWN_TOOL", "PERMISSION_DENIED", "RUN_CANCELLED"),
        *("DEADLINE_EXCEEDED", "STORE_NOT_CONFIGURED"),
        *("PARSE", "PARSE", "DUPLICATE_KEY", "NUMBER_NOT_JSON", "NUMBER_RANGE", "INVALID_UNICODE"),
        *("DEPTH_LIMIT", "MISSING_FIELD", "UNKNOWN_FIELD", "INVALID_ARGUMENT", "SIZE_LIMIT"),
        *("UNKNOWN_DISCRIMINATOR", "ADDRESS_NOT_FOUND", "CUSTOMER_NOT_FOUND", "RATE_LIMITED"),
        *("UPSTREAM_UNAVAILABLE", "UPSTREAM_TIMEOUT", "INTERNAL", "OUTPUT_INVALID"),
    ]


@pytest.mark.promise("B4")
async def test_a_code_means_the_same_whichever_tool_answers_it(host: Host) -> None:
    run = host.run()
    raws = {
        "get_customer_v1": CUSTOMER,
        "quote_refund_v1": b'{"customer_id":"C-1","amount_minor":1}',
    }
    for failure in (
        ToolError("CUSTOMER_NOT_FOUND"),
        ToolError("RATE_LIMITED"),
        ToolError("UPSTREAM_TIMEOUT"),
        ValueError("x"),
    ):
        errors = []
        for tool, raw in raws.items():
            behaviour: Any = lambda c, a, f=failure: raises(f)  # noqa: E731
            host.service.behaviour = {tool: behaviour}
            errors.append((await host.call(run, tool, raw))["error"])
        assert errors[0] == errors[1]


@pytest.mark.promise("B4")
def test_every_runtime_code_has_one_sentence_of_fixed_text() -> None:
    assert set(MEANINGS) == set(Code)
    for code in Code:
        assert code.value == code.name
        assert code.message == MEANINGS[code].message
        assert code.message.endswith(".")
        assert not set(code.message) & set("{}%")
    assert len({code.message for code in Code}) == len(Code)


def test_only_what_may_pass_by_itself_is_called_retryable() -> None:
    assert {code for code in Code if code.retryable} == {
        Code.APPROVAL_PENDING,
        Code.IN_PROGRESS,
        Code.RATE_LIMITED,
        Code.STORE_UNAVAILABLE,
        Code.UPSTREAM_TIMEOUT,
        Code.UPSTREAM_UNAVAILABLE,
    }


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (datetime(2026, 3, 1, 12, tzinfo=UTC), "2026-03-01T12:00:00Z"),
        (datetime(2026, 3, 1, 12, 0, 0, 1, tzinfo=UTC), "2026-03-01T12:00:01Z"),
        (datetime(2026, 3, 1, tzinfo=timezone(timedelta(hours=2))), "2026-02-28T22:00:00Z"),
        (datetime(2026, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), "2027-01-01T00:00:00Z"),
    ],
)
def test_a_time_to_come_back_is_written_in_utc_and_never_too_early(
    moment: datetime, text: str
) -> None:
    refusal = Refusal(Code.RATE_LIMITED, retry_at=moment)
    envelope = orjson.loads(_envelope.failure("t_v1", refusal, {}, frozenset()))
    assert envelope["error"]["retry_at"] == text


async def test_a_result_is_never_beside_an_error(make_package: PackageMaker) -> None:
    async def op(call: Any, arguments: Any) -> Raw:
        return Raw({"secret": "x"})

    made = make_package(op=op)
    dispatcher = made.dispatcher()
    envelope = orjson.loads(await dispatcher.call(made.run(dispatcher), "tool_v1", b"{}"))
    assert set(envelope) == {"ok", "tool", "untrusted", "error"}
