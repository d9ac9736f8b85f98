"""Defaults are filled where they are declared: at any depth, in the chosen branch, nowhere else."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from made_package import PackageMaker, closed
from toolcharter_runtime._defaults import filler

DAYS = {"type": "integer", "minimum": 1, "maximum": 9, "default": 3}
ONE = closed({"days": DAYS}, "days")
LISTED = {"type": "array", "maxItems": 5, "default": ["x"], "items": {"type": "string"}}

CASES: list[tuple[str, dict[str, Any], Any, Any]] = [
    ("at the top", ONE, {}, {"days": 3}),
    ("a value is kept", ONE, {"days": 4}, {"days": 4}),
    (
        "null is not absent",
        closed({"a": {**DAYS, "type": ["integer", "null"]}}, "a"),
        {"a": None},
        {"a": None},
    ),
    ("a list", closed({"tags": LISTED}, "tags"), {}, {"tags": ["x"]}),
    ("inside an object that is there", closed({"o": ONE}), {"o": {}}, {"o": {"days": 3}}),
    ("no object is made", closed({"o": ONE}, "o"), {}, {}),
    (
        "items",
        closed({"l": {"type": "array", "items": ONE}}),
        {"l": [{}, {"days": 1}]},
        {"l": [{"days": 3}, {"days": 1}]},
    ),
    (
        "map values",
        closed({"m": {"type": "object", "additionalProperties": ONE}}),
        {"m": {"k": {}}},
        {"m": {"k": {"days": 3}}},
    ),
    (
        "through a reference",
        {**closed({"o": {"$ref": "#/$defs/one"}}), "$defs": {"one": ONE}},
        {"o": {}},
        {"o": {"days": 3}},
    ),
    ("nullable", closed({"o": {"anyOf": [ONE, {"type": "null"}]}}), {"o": {}}, {"o": {"days": 3}}),
    (
        "nullable and null",
        closed({"o": {"anyOf": [ONE, {"type": "null"}]}}),
        {"o": None},
        {"o": None},
    ),
]

UNION = {
    "oneOf": [
        closed({"kind": {"const": "fast"}, "days": DAYS}, "days"),
        closed({"kind": {"const": "slow"}, "weeks": {**DAYS, "default": 2}}, "weeks"),
    ]
}


@pytest.mark.parametrize(("name", "schema", "value", "filled"), CASES)
def test_defaults_are_filled(name: str, schema: dict[str, Any], value: Any, filled: Any) -> None:
    fill = filler(schema)
    assert fill is not None
    is_absent = value != filled
    assert fill(value) is is_absent, "only what was changed is held against its schema again"
    assert value == filled, name


def test_only_the_branch_that_the_discriminator_chose_is_filled() -> None:
    fill = filler(closed({"how": UNION}))
    assert fill is not None
    value: Any = {"how": {"kind": "slow"}}
    fill(value)
    assert value == {"how": {"kind": "slow", "weeks": 2}}


def test_conditions_and_plain_alternatives_choose_by_what_is_valid() -> None:
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "if": {"properties": {"n": {"const": 1}}},
        "then": {"properties": {"t": {"default": "one"}}},
        "else": {"properties": {"t": {"default": "other"}}},
        "anyOf": [
            {"required": ["n"], "properties": {"any": {"default": 1}}},
            {"properties": {"any": {"default": 2}}},
        ],
    }
    fill = filler(schema)
    assert fill is not None
    values: list[Any] = [{"n": 1}, {"n": 2}, {}]
    for value in values:
        fill(value)
    assert values == [
        {"n": 1, "t": "one", "any": 1},
        {"n": 2, "t": "other", "any": 1},
        {"t": "one", "any": 2},
    ]


def test_a_schema_that_refers_to_itself_is_filled_to_any_depth() -> None:
    tree = closed({"n": {"default": 0}, "next": {"$ref": "#/$defs/tree"}}, "n", "next")
    fill = filler({"$ref": "#/$defs/tree", "$defs": {"tree": tree}})
    assert fill is not None
    value: Any = {"next": {"next": {}}}
    fill(value)
    assert value == {"n": 0, "next": {"n": 0, "next": {"n": 0}}}


def test_a_schema_without_defaults_costs_nothing() -> None:
    assert filler(closed({"a": {"type": "integer"}})) is None


def test_a_default_is_copied_for_each_call() -> None:
    fill = filler(closed({"tags": LISTED}, "tags"))
    assert fill is not None
    first: Any = {}
    fill(first)
    first["tags"].append("y")
    second: Any = {}
    fill(second)
    assert second == {"tags": ["x"]}


async def test_the_adapter_receives_arguments_with_their_defaults(
    make_package: PackageMaker,
) -> None:
    made = make_package(input=closed({"how": UNION}))
    dispatcher = made.dispatcher()
    await dispatcher.call(made.run(dispatcher), "tool_v1", b'{"how":{"kind":"fast"}}')
    assert made.received == [{"how": {"kind": "fast", "days": 3}}]


async def test_a_default_that_breaks_its_own_schema_is_our_fault_and_not_the_agents(
    make_package: PackageMaker,
) -> None:
    made = make_package(input=closed({"a": {"type": "integer", "default": "x"}}, "a"))
    dispatcher = made.dispatcher()
    text = await dispatcher.call(made.run(dispatcher), "tool_v1", b"{}")
    assert orjson.loads(text)["error"]["code"] == "INTERNAL"
    assert made.received == []
