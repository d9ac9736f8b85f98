"""The door for parsed values: only JSON's own types, copied, canonical and bounded."""

from __future__ import annotations

import enum
import math
import sys
from collections import OrderedDict
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sample_host import Host
from toolcharter_runtime._json_value import canonical
from toolcharter_runtime._refusal import Refusal


class Colour(enum.StrEnum):
    RED = "red"


class Text(str):
    __slots__ = ()


def looped() -> Any:
    value: dict[str, Any] = {}
    value["a"] = value
    return value


def shared() -> Any:
    """Thirty small lists that would be a thousand million when written out."""
    value: list[Any] = []
    for _ in range(30):
        value = [value, value]
    return value


REFUSED: list[tuple[Any, str, str | None]] = [
    ({"a": (1, 2)}, "INVALID_ARGUMENT", "/a"),
    ({"a": b"x"}, "INVALID_ARGUMENT", "/a"),
    ({"a": {1, 2}}, "INVALID_ARGUMENT", "/a"),
    ({"a": Decimal(1)}, "INVALID_ARGUMENT", "/a"),
    ({"a": date(2026, 3, 1)}, "INVALID_ARGUMENT", "/a"),
    ({"a": Colour.RED}, "INVALID_ARGUMENT", "/a"),
    ({"a": Text("x")}, "INVALID_ARGUMENT", "/a"),
    ({"a": OrderedDict(b=1)}, "INVALID_ARGUMENT", "/a"),
    ({"a": [{1: 2}]}, "INVALID_ARGUMENT", "/a/0"),
    ({"a": math.nan}, "NUMBER_NOT_JSON", "/a"),
    ({"a": [0, -math.inf]}, "NUMBER_NOT_JSON", "/a/1"),
    ({"a": 2**53}, "NUMBER_RANGE", "/a"),
    ({"a": 1e16}, "NUMBER_RANGE", "/a"),
    ({"a": "\ud800"}, "INVALID_UNICODE", "/a"),
    ({"\udfff": 1}, "INVALID_UNICODE", ""),
    (looped(), "DEPTH_LIMIT", "/a" * 32),
    (shared(), "SIZE_LIMIT", None),
    ({"a": "x" * 5000}, "SIZE_LIMIT", None),
]


@pytest.mark.promise("B3")
@pytest.mark.parametrize(("value", "code", "field"), REFUSED)
def test_what_is_not_plain_json_is_refused_where_it_stands(
    value: Any, code: str, field: str | None
) -> None:
    with pytest.raises(Refusal) as caught:
        canonical(value, limit=4096)
    assert (caught.value.code, caught.value.field) == (code, field)


def test_numbers_are_read_in_canonical_form() -> None:
    found = canonical({"a": [1.0, -0.0, 0.5, True, None]}, limit=4096)
    assert repr(found) == "{'a': [1, 0, 0.5, True, None]}"


def test_the_value_is_copied_so_that_its_owner_cannot_change_it_later() -> None:
    mine = {"a": [{"b": 1}]}
    copy: Any = canonical(mine, limit=4096)
    mine["a"][0]["b"] = 2
    assert copy == {"a": [{"b": 1}]}


async def test_a_parsed_value_passes_the_same_boundary_as_bytes(host: Host) -> None:
    run = host.run()
    call = host.dispatcher.call_value
    accepted = await call(run, "quote_refund_v1", {"customer_id": "C-1", "amount_minor": 200.0})
    assert accepted == (
        b'{"ok":true,"tool":"quote_refund_v1","result":{"fee_minor":2},"untrusted":true}'
    )
    refused = await call(run, "quote_refund_v1", {"customer_id": "C-1", "amount_minor": math.nan})
    assert b'"NUMBER_NOT_JSON"' in refused
    assert b'"field":"/amount_minor"' in refused
    refused = await call(run, "get_customer_v1", {"customer_id": "C-1", "x": 1})
    assert b'"UNKNOWN_FIELD"' in refused
    refused = await call(run, "get_customer_v1", "{}")
    assert b'"INVALID_ARGUMENT"' in refused
    assert len(host.sink.outcomes) == 4


async def test_text_as_arguments_is_a_mistake_of_the_host(host: Host) -> None:
    with pytest.raises(TypeError, match="call_value"):
        await host.dispatcher.call(host.run(), "get_customer_v1", "{}")  # type: ignore[arg-type]


def test_depth_is_bounded_long_before_the_interpreter_is() -> None:
    value: Any = []
    for _ in range(sys.getrecursionlimit() * 2):
        value = [value]
    with pytest.raises(Refusal, match="DEPTH_LIMIT"):
        canonical(value, limit=1 << 20)
