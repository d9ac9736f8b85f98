"""The largest canonical JSON of a shape."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from ir.shapes.instances import Made, made_shapes
from ir.shapes.made import field, shape
from toolcharter.ir.canonical import canonical_json
from toolcharter.ir.size import UNBOUNDED, largest_bytes

REACHED = [
    ("{type: boolean, describe: Flag}", False),
    ("{type: integer, min: -1000, max: 99, describe: Count}", -1000),
    ("{type: integer, min: 0, max: 100, describe: Count}", 100),
    ("{type: integer, min: -5, max: -3, describe: Count}", -5),
    ("{type: text, max_length: 3, describe: Text}", "😀" * 3),
    ("{type: line, max_length: 2, describe: Text}", "😀" * 2),
    ('{type: string, max_length: 4, pattern: "^[a-z]*$", describe: Code}', "abcd"),
    ('{type: string, max_length: 9, pattern: "^[a-z]{2}é$", describe: Code}', "abé"),
    ("{type: string, max_length: 2, pattern: '^[\"a]*$', describe: Code}", '""'),
    ("{type: date, describe: Day}", "2026-01-01"),
    ("{type: instant, describe: Time}", "2026-01-01T00:00:00.123456789+00:00"),
    ("{type: uuid, describe: Id}", "00000000-0000-4000-8000-000000000000"),
    ("{type: enum, values: [a, longest], describe: Word}", "longest"),
    ("{type: enum, values: [a], nullable: true, describe: Word}", None),
    ("{type: constant, value: 12, describe: Number}", 12),
    ("{type: boolean, nullable: true, describe: Flag}", False),
    ('{type: decimal, min: "-10", max: "5", places: 2, describe: Rate}', "-10.00"),
    ("country", "NO"),
    ("{type: handle, kind: file, describe: File}", "file." + "a" * 123),
    (
        "{type: money, min: 0, max: 500, describe: Price}",
        {"amount_minor": 500, "currency": "EUR"},
    ),
    (
        "{type: list, items: {type: boolean}, max_items: 3, describe: Flags}",
        [False, False, False],
    ),
    (
        "{type: map, keys: {type: enum, values: [aa, bb]}, values: {type: boolean}, max_items: 2, "
        "describe: Flags}",
        {"aa": False, "bb": False},
    ),
    (
        "{type: object, describe: Both, fields: "
        "{a: {type: boolean, describe: Flag, optional: true}, b: {type: boolean, describe: Flag}}}",
        {"a": False, "b": False},
    ),
    (
        "{type: union, by: k, describe: Which, branches: {a: {fields: {}}, bb: {fields: {}}}}",
        {"k": "bb"},
    ),
]


@pytest.mark.promise("C11")
@pytest.mark.parametrize(("text", "value"), REACHED)
def test_the_bound_is_reached_by_the_largest_value(text: str, value: object) -> None:
    found = shape(f"fields: {{x: {text}}}").schema
    assert largest_bytes(found) == len(canonical_json({"x": value}))


@pytest.mark.promise("C11")
@settings(max_examples=80, deadline=None)
@given(made_shapes())
def test_no_valid_value_is_larger(made: Made) -> None:
    assert len(canonical_json(made.value)) <= largest_bytes(made.shape.schema)


UNLIMITED = [
    "{type: string}",
    '{type: string, pattern: "a"}',
    '{type: string, pattern: "^a*$"}',
    "{type: array, items: {type: boolean}}",
    "{type: array, maxItems: 2}",
    "{type: object}",
    "{type: object, additionalProperties: {type: boolean}}",
    "{type: object, additionalProperties: {type: boolean}, maxProperties: 3}",
    "{}",
    "{type: string, format: time}",
    "{type: string, format: duration}",
    "{type: object, properties: {a: {const: 1}}, additionalProperties: true, "
    "unevaluatedProperties: false}",
    "{type: object, unevaluatedProperties: false, oneOf: [{additionalProperties: true}]}",
    "{type: object, unevaluatedProperties: false, allOf: [{additionalProperties: {const: 1}}]}",
    "{type: object, propertyNames: true, additionalProperties: {const: 1}, maxProperties: 2}",
]


@pytest.mark.parametrize("text", UNLIMITED)
def test_what_has_no_bound_counts_as_unbounded(text: str) -> None:
    found = shape(f"schema:\n  type: object\n  properties:\n    x: {text}\n").schema
    assert largest_bytes(found["properties"]["x"]) >= UNBOUNDED


BOUNDED = [
    ('{type: string, pattern: "^[a-z]{3}$"}', 5),
    ("{type: string, format: date}", 12),
    ("{type: string, maxLength: 2, format: uri}", 4),
    ("{type: array, prefixItems: [{const: 1}, {const: 22}], items: false}", 6),
    ("{type: array, prefixItems: [{const: 1}], items: {type: boolean}, maxItems: 3}", 15),
    ("{type: array, items: {type: boolean}, maxItems: 1000000000}", 6_000_000_001),
    (
        "{type: object, propertyNames: {pattern: '^[ab]$'}, maxProperties: 2, "
        "additionalProperties: {const: 1}}",
        13,
    ),
    ("{oneOf: [{const: 1}, {const: 333}]}", 3),
    ("{anyOf: [{type: boolean}, {type: 'null'}]}", 5),
    ("{allOf: [{type: boolean}, {const: true}]}", 4),
    (
        "{type: object, unevaluatedProperties: false, properties: {a: {const: 1}}, "
        "allOf: [{properties: {b: {const: 2}}}, {oneOf: [{properties: {c: {const: 3}}}]}]}",
        19,
    ),
    ("{type: string, format: date-time}", 37),
    ("{type: string, allOf: [{maxLength: 9}, {maxLength: 3, pattern: '^[a-z]*$'}]}", 5),
    ("{type: integer, minimum: 0, allOf: [{maximum: 10}, {minimum: -100, maximum: 5}]}", 1),
    (
        "{type: object, properties: {a: {const: 1}}, "
        "allOf: [{properties: {a: {type: boolean}, b: {const: 2}}, additionalProperties: false}]}",
        13,
    ),
    ("{type: [integer, string], maxLength: 1, format: date, minimum: 0, maximum: 10}", 3),
    ("{type: number, minimum: 0, maximum: 1}", 25),
]


@pytest.mark.parametrize(("text", "size"), BOUNDED)
def test_plain_json_schema_is_measured_too(text: str, size: int) -> None:
    found = shape(f"schema:\n  type: object\n  properties:\n    x: {text}\n").schema
    assert largest_bytes(found["properties"]["x"]) == size


def test_a_long_text_counts_four_bytes_a_character() -> None:
    assert largest_bytes(field("{type: text, max_length: 8000, describe: Text}")) == 32_002
