"""A default is refused where filling it in could make a valid call invalid, or never happens."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir.shapes.made import mapping_of, refused
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.types import TypeTable
from toolcharter.ir.validators import validator
from toolcharter_runtime._defaults import filler

ONE = "{type: integer, minimum: 0, maximum: 9, default: 1}"


def found_in(rules: str) -> list[tuple[str, str]]:
    """What is found in one object, with the value that each finding points at."""
    return refused(f"schema:\n  type: object\n  properties:\n    x: {{type: object, {rules}}}\n")


CLOSED = "additionalProperties: false"
TAGGED = "type: object, required: [k]"

BREAKING = [
    f"properties: {{a: {ONE}, b: {{type: boolean}}}}, dependentRequired: {{a: [b]}}, {CLOSED}",
    f"properties: {{a: {ONE}, b: {{type: boolean}}}}, maxProperties: 1, {CLOSED}",
    f"properties: {{a: {ONE}}}, maxProperties: 1",
    f"properties: {{a: {ONE}}}, maxProperties: 2, additionalProperties: {{type: boolean}}",
    f"properties: {{a: {ONE}}}, allOf: [{{{CLOSED}, properties: {{b: {{type: boolean}}}}}}]",
    f"properties: {{a: {ONE}}}, allOf: [{{additionalProperties: {{type: boolean}}}}]",
    f"properties: {{a: {ONE}}}, allOf: [{{unevaluatedProperties: false}}]",
    f"properties: {{a: {ONE}}}, allOf: [{{properties: {{a: {{minimum: 5}}}}}}]",
    f"properties: {{a: {ONE}}}, propertyNames: {{enum: [b]}}, {CLOSED}",
    f"properties: {{a: {ONE}}}, enum: [{{}}], {CLOSED}",
    f"properties: {{a: {ONE}}}, oneOf: [{{{TAGGED}, properties: {{k: {{const: p}}, a: true}}}}, "
    f"{{{TAGGED}, {CLOSED}, properties: {{k: {{const: q}}}}}}]",
    f"properties: {{a: {ONE}}}, oneOf: [{{required: [a], properties: {{a: true}}}}, {{}}]",
    f"{CLOSED}, properties: {{l: {{type: array, maxItems: 2, uniqueItems: true, "
    f"items: {{type: object, properties: {{a: {ONE}}}, {CLOSED}}}}}}}",
    f"{CLOSED}, properties: {{o: {{enum: [{{}}], type: object, properties: {{a: {ONE}}}}}}}",
]


@pytest.mark.promise("C6")
@pytest.mark.parametrize("rules", BREAKING)
def test_a_default_that_can_break_a_call_is_refused_where_it_stands(rules: str) -> None:
    assert ("in/default-invalid", "1") in found_in(rules)


NEVER = [
    f"{CLOSED}, properties: {{a: {{anyOf: [{ONE}, {{type: boolean}}]}}}}",
    f"{CLOSED}, properties: {{a: {{anyOf: [{ONE}, {{type: 'null'}}]}}}}",
    f"{CLOSED}, properties: {{a: {{allOf: [{ONE}]}}}}",
    f"{CLOSED}, properties: {{a: {{type: array, maxItems: 1, items: {ONE}}}}}",
    f"additionalProperties: {ONE}, maxProperties: 2",
    f"anyOf: [{{type: object, properties: {{a: {ONE}}}}}], oneOf: [{{type: object}}]",
]


@pytest.mark.parametrize("rules", NEVER)
def test_a_default_that_nothing_fills_in_is_refused_where_it_stands(rules: str) -> None:
    assert found_in(rules) == [("in/default-forbidden", "1")]


HARMLESS = [
    f"properties: {{a: {ONE}}}, {CLOSED}",
    f"properties: {{a: {ONE}, b: {{type: boolean}}}}, maxProperties: 2, {CLOSED}",
    f"properties: {{a: {ONE}, b: {ONE}}}, dependentRequired: {{a: [b]}}, {CLOSED}",
    f"properties: {{a: {ONE}, b: {{type: boolean}}}}, required: [b], "
    f"dependentRequired: {{a: [b]}}, {CLOSED}",
    f"allOf: [{{properties: {{a: {ONE}}}}}], unevaluatedProperties: false",
    f"unevaluatedProperties: false, oneOf: [{{{TAGGED}, properties: {{k: {{const: p}}, a: {ONE}}}}}"
    f", {{{TAGGED}, {CLOSED}, properties: {{k: {{const: q}}}}}}]",
]


@pytest.mark.parametrize("rules", HARMLESS)
def test_a_default_that_always_fits_is_accepted(rules: str) -> None:
    assert found_in(rules) == []


NAMES = ("a", "b", "c")


def _numbers() -> st.SearchStrategy[Any]:
    bounded = st.integers(1, 9).map(lambda most: {"type": "integer", "minimum": 0, "maximum": most})
    filled = bounded.flatmap(
        lambda schema: st.sampled_from([1, 5]).map(lambda value: {**schema, "default": value})
    )
    return bounded | filled


def _objects(tag: str | None = None) -> st.SearchStrategy[Any]:
    properties = st.dictionaries(st.sampled_from(NAMES), _numbers())
    if tag is not None:
        properties = properties.map(lambda found: {**found, "k": {"const": tag}})
    return st.fixed_dictionaries(
        {
            "type": st.just("object"),
            "properties": properties,
            **({"required": st.just(["k"])} if tag else {}),
        },
        optional={
            "additionalProperties": st.just(False) | _numbers(),
            "unevaluatedProperties": st.just(False),
            "propertyNames": st.just({"enum": ["a", "b", "k"]}),
            "maxProperties": st.integers(1, 3),
            "dependentRequired": st.dictionaries(
                st.sampled_from(NAMES), st.sampled_from(NAMES).map(lambda name: [name]), max_size=1
            ),
        },
    )


@st.composite
def _whole(draw: st.DrawFn) -> dict[str, Any]:
    found: dict[str, Any] = draw(_objects())
    if draw(st.booleans()):
        found["allOf"] = [draw(_objects())]
    if draw(st.booleans()):
        found["oneOf"] = [draw(_objects("p")), draw(_objects("q"))]
    return found


VALUES = st.fixed_dictionaries(
    {}, optional={**{name: st.integers(0, 9) for name in NAMES}, "k": st.sampled_from("pq")}
)


@pytest.mark.promise("C6")
@settings(max_examples=200, deadline=None)
@given(_whole(), st.lists(VALUES, min_size=20, max_size=20))
def test_what_is_accepted_stays_valid_at_the_boundary(schema: Any, values: list[Any]) -> None:
    root = mapping_of(json.dumps({"schema": {"type": "object", "properties": {"x": schema}}}))
    found, findings = shape_of(root, TypeTable(), {}, place=Place.INPUT)
    if found is None or findings:
        return
    fill, engine = filler(dict(found.schema)), validator(found.schema)
    for value in values:
        call = {"x": copy.deepcopy(value)}
        if fill is not None and engine.is_valid(call):
            fill(call)
            assert engine.is_valid(call)
