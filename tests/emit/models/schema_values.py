"""Schemas and valid values of them, drawn together.

Everything that the language and its ``schema:`` form can say about a value is drawn: bounds, enums
and constants of every kind, null beside absent, maps, lists, unions with and without a tag,
references, what models degrade, and property names of every unkind sort.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

Schema = dict[str, Any]
Draw = Any

_PLAIN = """
    name kind items from class list copy schema json model_config model_dump self id type dict
    Any Address v1 str MISSING Item
"""
PLAIN_NAMES = st.sampled_from(_PLAIN.split())
WILD_NAMES = st.text(max_size=6) | st.sampled_from(
    [
        "2fa",
        "_id",
        "__x",
        "x-y",
        "x.y",
        "x y",
        "",
        "$ref",
        "\ufb01eld",
        "field",
        "from_",
        '"""',
        "\\",
    ]
)
NAMES = PLAIN_NAMES | PLAIN_NAMES | WILD_NAMES
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
INTEGERS = st.integers(-(2**53) + 1, 2**53 - 1)
FRACTIONS = st.floats(-1e6, 1e6).filter(lambda number: not number.is_integer())
SCALARS = TEXT | INTEGERS | st.booleans() | st.none()


@dataclass(frozen=True)
class Case:
    """A schema, and values that it accepts."""

    schema: Schema
    values: st.SearchStrategy[Any] = field(repr=False)


@st.composite
def objects(draw: Draw, depth: int = 2) -> Case:
    """A closed object with some properties, and its values."""
    names = draw(st.lists(NAMES, max_size=5, unique=True))
    cases = {name: draw(fields(depth)) for name in names}
    required = [name for name in names if draw(st.booleans())]
    properties = {}
    for name, case in cases.items():
        properties[name] = dict(case.schema)
        if draw(st.booleans()):
            properties[name]["description"] = draw(TEXT)
        if name not in required and draw(st.booleans()):
            properties[name]["default"] = draw(case.values)
    schema = {"type": "object", "additionalProperties": False, "properties": properties}
    if required:
        schema["required"] = required
    optional = {name: case.values for name, case in cases.items() if name not in required}
    values = st.fixed_dictionaries(
        {name: cases[name].values for name in required}, optional=optional
    )
    return Case(schema, values)


@st.composite
def fields(draw: Draw, depth: int) -> Case:
    """Any field."""
    case = draw(st.sampled_from(SIMPLE if depth == 0 else (*SIMPLE, *NESTED)))
    found: Case = draw(case(depth))
    return found


@st.composite
def strings(draw: Draw, depth: int) -> Case:
    kind = draw(st.sampled_from(["bounded", "pattern", "format", "identifier"]))
    if kind == "bounded":
        most = draw(st.integers(1, 8))
        return Case(
            {"type": "string", "minLength": 1, "maxLength": most},
            st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=most),
        )
    if kind == "format":
        return Case({"type": "string", "format": "date"}, st.dates().map(str))
    if kind == "identifier":
        marks = {"type": "id", "name": "thing_id", "kind": "thing"}
        pattern = {"type": "string", "pattern": "^thg_[0-9a-z]{4}$", "maxLength": 8}
        return Case(
            {**pattern, "x-toolcharter": marks}, st.from_regex("thg_[0-9a-z]{4}", fullmatch=True)
        )
    pattern = draw(st.sampled_from(["^[a-z]{2}(-[0-9]+)?$", r"^\d{2}$", "^[^'\"]*$", r"^\\.\*$"]))
    searched = {r"^\d{2}$": "[0-9]{2}", r"^\\.\*$": r"\\[^\n]\*"}.get(pattern, pattern[1:-1])
    return Case({"type": "string", "pattern": pattern}, st.from_regex(searched, fullmatch=True))


@st.composite
def numbers(draw: Draw, depth: int) -> Case:
    kind = draw(st.sampled_from(["integer", "bounded", "step", "number"]))
    if kind == "number":
        return Case({"type": "number"}, INTEGERS | FRACTIONS)
    if kind == "bounded":
        least = draw(st.integers(-5, 5))
        return Case(
            {"type": "integer", "minimum": least, "maximum": least + 9},
            st.integers(least, least + 9),
        )
    if kind == "step":
        return Case(
            {"type": "integer", "multipleOf": 5}, st.integers(-9, 9).map(lambda each: each * 5)
        )
    return Case({"type": "integer"}, INTEGERS)


@st.composite
def listed(draw: Draw, depth: int) -> Case:
    """An enum or a constant, of any kinds mixed; 1 and true are two values."""
    kinds = draw(st.sampled_from([TEXT, SCALARS, SCALARS | FRACTIONS, SCALARS | st.just([1])]))
    unique = st.lists(
        kinds, min_size=1, max_size=5, unique_by=lambda each: (str(type(each)), str(each))
    )
    values = draw(unique)
    # Equal values of two kinds, 1 and 1.0, are one value; 1 and true are two.
    if len(values) == 1 and draw(st.booleans()):
        return Case({"const": values[0]}, st.just(values[0]))
    schema: Schema = {"enum": values}
    if all(isinstance(each, str) for each in values):
        schema["x-toolcharter"] = {
            "type": "enum",
            "name": draw(st.sampled_from(["state", "warning"])),
        }
    return Case(schema, st.sampled_from(values))


@st.composite
def plain(draw: Draw, depth: int) -> Case:
    schema, values = draw(
        st.sampled_from(
            [
                ({"type": "boolean"}, st.booleans()),
                ({"type": "null"}, st.none()),
                ({}, SCALARS | FRACTIONS | st.just({"a": [1, 0.5, None]})),
                (
                    {"type": ["string", "integer", "null"], "maxLength": 8},
                    TEXT | INTEGERS | st.none(),
                ),
                ({"type": ["boolean", "integer"]}, st.booleans() | INTEGERS),
                (
                    {"anyOf": [{"type": "string", "maxLength": 1}, {"type": "number"}]},
                    INTEGERS | FRACTIONS,
                ),
            ]
        )
    )
    return Case(schema, values)


@st.composite
def lists(draw: Draw, depth: int) -> Case:
    item: Case = draw(fields(depth - 1))
    if draw(st.booleans()):
        schema = {"type": "array", "items": item.schema, "minItems": 1, "maxItems": 3}
        return Case(schema, st.lists(item.values, min_size=1, max_size=3))
    schema = {"type": "array", "prefixItems": [item.schema], "items": False, "maxItems": 1}
    return Case(schema, st.lists(item.values, max_size=1))


@st.composite
def maps(draw: Draw, depth: int) -> Case:
    value: Case = draw(fields(depth - 1))
    schema = {"type": "object", "additionalProperties": value.schema, "maxProperties": 3}
    return Case(schema, st.dictionaries(NAMES, value.values, max_size=3))


@st.composite
def nullables(draw: Draw, depth: int) -> Case:
    inner: Case = draw(fields(depth - 1))
    schema: Schema = {"anyOf": [inner.schema, {"type": "null"}]}
    kind = inner.schema.get("type")
    if kind in ("string", "integer", "number", "array", "object") and draw(st.booleans()):
        schema = {**inner.schema, "type": [kind, "null"]}
    return Case(schema, st.none() | inner.values)


@st.composite
def unions(draw: Draw, depth: int) -> Case:
    """A union of objects, its branches told apart by a tag if the tag is a string."""
    tag = draw(NAMES)
    constants = draw(st.lists(TEXT | st.integers(0, 3), min_size=2, max_size=3, unique=True))
    branches, values = [], []
    for constant in constants:
        case: Case = draw(objects(depth - 1))
        properties = {tag: {"const": constant}} | {
            name: each for name, each in case.schema["properties"].items() if name != tag
        }
        required = [tag, *(n for n in case.schema.get("required", []) if n != tag)]
        branches.append({**case.schema, "properties": properties, "required": required})
        values.append(case.values.map(_tagged(tag, constant)))
    return Case({"oneOf": branches}, st.one_of(values))


def _tagged(tag: str, constant: object) -> Callable[[Any], Any]:
    return lambda value: {**value, tag: constant}


@st.composite
def open_objects(draw: Draw, depth: int) -> Case:
    """An object that takes more than it names."""
    case: Case = draw(objects(depth - 1))
    schema = {key: value for key, value in case.schema.items() if key != "additionalProperties"}
    more = st.dictionaries(NAMES, SCALARS, max_size=2)
    values = st.tuples(more, case.values).map(
        lambda pair: (
            {name: value for name, value in pair[0].items() if name not in schema["properties"]}
            | pair[1]
        )
    )
    return Case(schema, values)


SIMPLE = (strings, numbers, listed, plain)
NESTED = (lists, maps, nullables, unions, objects, open_objects)
