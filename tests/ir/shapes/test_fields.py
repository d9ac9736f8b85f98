"""Fields: from contract text to canonical JSON Schema, type by type and mark by mark."""

from __future__ import annotations

from typing import Any

import pytest
from ir.shapes.made import field, refused, shape, types
from toolcharter.contract.codes import COUNTRIES, CURRENCIES
from toolcharter.ir.fields import Place

TEXT = r"^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$"
LINE = r"^[^\p{Cc}\p{Zl}\p{Zp}]*$"


def noted(kind: str, /, **more: Any) -> dict[str, Any]:
    return {"description": "What it is.", "x-toolcharter": {"type": kind, **more}}


SCALARS: list[tuple[str, dict[str, Any]]] = [
    (
        "type: text, max_length: 80",
        {"type": "string", "maxLength": 80, "pattern": TEXT, **noted("text", untrusted=True)},
    ),
    (
        "type: text, min_length: 2, max_length: 80",
        {
            "type": "string",
            "minLength": 2,
            "maxLength": 80,
            "pattern": TEXT,
            **noted("text", untrusted=True),
        },
    ),
    (
        "type: line, max_length: 80",
        {"type": "string", "maxLength": 80, "pattern": LINE, **noted("line", untrusted=True)},
    ),
    (
        'type: string, min_length: 1, max_length: 9, pattern: "^[a-z]*$"',
        {
            "type": "string",
            "minLength": 1,
            "maxLength": 9,
            "pattern": "^[a-z]*$",
            **noted("string"),
        },
    ),
    (
        "type: integer, min: -3, max: 12, step: 3, unit: percent",
        {
            "type": "integer",
            "minimum": -3,
            "maximum": 12,
            "multipleOf": 3,
            **noted("integer", unit="percent"),
        },
    ),
    (
        'type: decimal, min: "0", max: "9.99", places: 2',
        {"type": "string", "maxLength": 4, "pattern": r"^[0-9]\.[0-9]{2}$", **noted("decimal")},
    ),
    ("type: boolean", {"type": "boolean", **noted("boolean")}),
    ("type: date", {"type": "string", "format": "date", **noted("date")}),
    (
        "type: instant",
        {"type": "string", "format": "date-time", "maxLength": 35, **noted("instant")},
    ),
    (
        "type: enum, values: [open, closed]",
        {"type": "string", "enum": ["open", "closed"], **noted("enum")},
    ),
    (
        "type: enum, values: [open, closed], unknown: other",
        {
            "type": "string",
            "enum": ["open", "closed", "other"],
            **noted("enum", unknown="other"),
        },
    ),
    (
        "type: enum, values: [open], unknown: refuse",
        {"type": "string", "enum": ["open"], **noted("enum", unknown="refuse")},
    ),
    ("type: constant, value: 7", {"type": "integer", "const": 7, **noted("constant")}),
    ("type: constant, value: true", {"type": "boolean", "const": True, **noted("constant")}),
    ("type: constant, value: eur", {"type": "string", "const": "eur", **noted("constant")}),
    (
        "type: email",
        {
            "type": "string",
            "format": "email",
            "maxLength": 254,
            "pattern": "^[!-~]+$",
            **noted("email"),
        },
    ),
    (
        "type: url",
        {
            "type": "string",
            "format": "uri",
            "maxLength": 2048,
            "pattern": "^https://[!-~]+$",
            **noted("url"),
        },
    ),
    ("type: uuid", {"type": "string", "format": "uuid", **noted("uuid")}),
    (
        "type: cursor",
        {"type": "string", "maxLength": 512, "pattern": "^[!-~]+$", **noted("cursor")},
    ),
    (
        "type: operation_id",
        {"type": "string", "maxLength": 64, "pattern": "^[!-~]+$", **noted("operation_id")},
    ),
    (
        "type: record_version",
        {"type": "string", "maxLength": 128, "pattern": "^[!-~]+$", **noted("record_version")},
    ),
    (
        "type: handle, kind: export_file",
        {
            "type": "string",
            "maxLength": 128,
            "pattern": r"^export_file\.[0-9A-Za-z_-]+$",
            **noted("handle", kind="export_file"),
        },
    ),
]


@pytest.mark.promise("C6")
@pytest.mark.parametrize(("text", "schema"), SCALARS)
def test_a_scalar_has_one_canonical_schema(text: str, schema: dict[str, Any]) -> None:
    found = field(f'{{{text}, describe: "What it is."}}')
    assert found == schema
    assert list(found) == list(schema)


@pytest.mark.promise("C22")
@pytest.mark.parametrize(("kind", "codes"), [("country", COUNTRIES), ("currency", CURRENCIES)])
def test_a_code_is_one_of_the_pinned_list(kind: str, codes: tuple[str, ...]) -> None:
    found = shape(f"fields: {{x: {kind}}}").schema
    assert found["properties"]["x"] == {"$ref": f"#/$defs/{kind}"}
    assert found["$defs"][kind]["enum"] == list(codes)


@pytest.mark.promise("C7")
def test_money_is_minor_units_and_a_currency() -> None:
    found = field('{type: money, min: 0, max: 500, describe: "What it costs."}')
    assert found == {
        "type": "object",
        "properties": {
            "amount_minor": {
                "type": "integer",
                "minimum": 0,
                "maximum": 500,
                "description": "Amount in minor units of the currency.",
                "x-toolcharter": {"type": "integer", "unit": "minor_units"},
            },
            "currency": {"$ref": "#/$defs/currency"},
        },
        "required": ["amount_minor", "currency"],
        "additionalProperties": False,
        "description": "What it costs.",
        "x-toolcharter": {"type": "money"},
    }


def test_money_of_some_currencies_lists_them() -> None:
    found = field("{type: money, min: 0, max: 5, currencies: [EUR, JPY], describe: What it costs}")
    assert found["properties"]["currency"]["enum"] == ["EUR", "JPY"]


def test_a_list_has_items_and_bounds() -> None:
    found = field(
        "{type: list, items: {type: date}, min_items: 1, max_items: 3, unique: true, "
        'describe: "Days."}'
    )
    assert found == {
        "type": "array",
        "items": {"type": "string", "format": "date", "x-toolcharter": {"type": "date"}},
        "minItems": 1,
        "maxItems": 3,
        "uniqueItems": True,
        "description": "Days.",
        "x-toolcharter": {"type": "list"},
    }


def test_a_map_counts_as_closed() -> None:
    found = field(
        "{type: map, keys: {type: enum, values: [a, b]}, values: {type: integer, min: 0, max: 9}, "
        'max_items: 2, describe: "Counts."}'
    )
    assert found == {
        "type": "object",
        "propertyNames": {"type": "string", "enum": ["a", "b"], "x-toolcharter": {"type": "enum"}},
        "additionalProperties": {
            "type": "integer",
            "minimum": 0,
            "maximum": 9,
            "x-toolcharter": {"type": "integer"},
        },
        "maxProperties": 2,
        "description": "Counts.",
        "x-toolcharter": {"type": "map"},
    }


@pytest.mark.promise("C4")
def test_an_object_is_closed_and_requires_what_is_not_optional() -> None:
    found = shape(
        """
        fields:
          must: {type: boolean, describe: "It is there."}
          may: {type: boolean, optional: true, describe: "It may be there."}
          default: {type: boolean, default: false, describe: "It is filled in."}
          null_or_value: {type: boolean, nullable: true, describe: "It may be null."}
        """
    ).schema
    assert found["required"] == ["must", "null_or_value"]
    assert found["additionalProperties"] is False
    assert list(found["properties"]) == ["must", "may", "default", "null_or_value"]
    assert list(found) == ["type", "properties", "required", "additionalProperties"]


def test_an_object_without_required_fields_has_no_required() -> None:
    assert shape("fields: {}").schema == {
        "type": "object",
        "properties": {},
        "additionalProperties": False,
    }


@pytest.mark.promise("C5")
def test_a_union_is_closed_objects_told_apart_by_their_first_property() -> None:
    found = field(
        """
    type: union
    by: kind
    describe: "Where it goes."
    branches:
      saved: {fields: {days: {type: integer, min: 1, max: 9, describe: "Days."}}}
      new: {fields: {}, describe: "A new one."}
"""
    )
    assert found == {
        "oneOf": [
            {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "const": "saved"},
                    "days": {
                        "type": "integer",
                        "minimum": 1,
                        "maximum": 9,
                        "description": "Days.",
                        "x-toolcharter": {"type": "integer"},
                    },
                },
                "required": ["kind", "days"],
                "additionalProperties": False,
            },
            {
                "type": "object",
                "properties": {"kind": {"type": "string", "const": "new"}},
                "required": ["kind"],
                "additionalProperties": False,
                "description": "A new one.",
            },
        ],
        "description": "Where it goes.",
        "x-toolcharter": {"type": "union"},
    }
    assert list(found["oneOf"][0]["properties"]) == ["kind", "days"]


NULLABLE = [
    ("type: integer, min: 0, max: 1", {"type": ["integer", "null"]}),
    ("type: enum, values: [a]", {"type": ["string", "null"], "enum": ["a", None]}),
    ("type: constant, value: 7", {"type": ["integer", "null"], "enum": [7, None]}),
    ("type: money, min: 0, max: 1", {"type": ["object", "null"]}),
    ("type: list, items: date, max_items: 1", {"type": ["array", "null"]}),
    (
        "type: country",
        {"anyOf": [{"$ref": "#/$defs/country"}, {"type": "null"}]},
    ),
    ("type: address", {"anyOf": [{"$ref": "#/$defs/address"}, {"type": "null"}]}),
    ("type: city", {"type": ["string", "null"]}),
]

SHARED = """
    types:
      address: {type: object, describe: "An address.", fields: {city: city}}
      city: {type: line, max_length: 40, describe: "A town."}
"""


@pytest.mark.parametrize(("text", "expected"), NULLABLE)
def test_nullable_adds_null_where_the_type_stands(text: str, expected: dict[str, Any]) -> None:
    found = field(f"{{{text}, nullable: true, describe: What it is}}", types=types(SHARED))
    assert {key: found[key] for key in expected} == expected
    assert "const" not in found
    assert found["description"] == "What it is"


def test_a_nullable_union_is_any_of_the_union_and_null() -> None:
    found = field(
        "{type: union, by: k, nullable: true, describe: Which, "
        "branches: {a: {fields: {}}, b: {fields: {}}}}"
    )
    assert list(found) == ["anyOf", "description", "x-toolcharter"]
    assert [list(option) for option in found["anyOf"]] == [["oneOf"], ["type"]]


def test_marks_stand_in_one_order() -> None:
    found = field(
        "{unit: cents, sensitive: internal, example: 3, type: integer, min: 0, max: 5, default: 4, "
        "describe: Price}"
    )
    assert found == {
        "type": "integer",
        "minimum": 0,
        "maximum": 5,
        "description": "Price",
        "default": 4,
        "examples": [3],
        "x-toolcharter": {"type": "integer", "sensitive": "internal", "unit": "cents"},
    }
    assert list(found) == [
        *("type", "minimum", "maximum", "description", "default", "examples", "x-toolcharter")
    ]


REFUSED = [
    ("{type: text, min_length: 9, max_length: 3, describe: Text}", "in/unsatisfiable", "9"),
    ("{type: integer, min: 9, max: 3, describe: Count}", "in/unsatisfiable", "9"),
    ("{type: integer, min: 4, max: 6, step: 7, describe: Count}", "in/unsatisfiable", "7"),
    (
        '{type: decimal, min: "0.001", max: "0.002", places: 2, describe: Rate}',
        "in/unsatisfiable",
        '"0.001"',
    ),
    ("{type: enum, values: [a, b, a], describe: Word}", "in/enum-duplicate", "a"),
    (
        "{type: enum, values: [a, other], unknown: other, describe: Word}",
        "in/enum-duplicate",
        "other",
    ),
    ("{type: money, min: 5, max: 1, describe: Price}", "in/unsatisfiable", "5"),
    (
        "{type: money, min: 0, max: 1, currencies: [EUR, EUX], describe: Price}",
        "in/currency-unknown",
        "EUX",
    ),
    (
        "{type: money, min: 0, max: 1, currencies: [EUR, EUR], describe: Price}",
        "in/enum-duplicate",
        "EUR",
    ),
    (
        "{type: list, items: date, min_items: 4, max_items: 2, describe: Days}",
        "in/unsatisfiable",
        "4",
    ),
    (
        "{type: list, items: {type: enum, values: [a, b]}, min_items: 3, max_items: 9, "
        "unique: true, describe: Words}",
        "in/unsatisfiable",
        "3",
    ),
    (
        "{type: map, keys: date, values: date, max_items: 2, describe: Days}",
        "in/map-keys",
        "date",
    ),
    (
        '{type: string, max_length: 9, pattern: "[a-z]+", describe: Code}',
        "in/pattern-unanchored",
        '"[a-z]+"',
    ),
    (
        '{type: string, max_length: 9, pattern: "^(a+)+$", describe: Code}',
        "in/pattern-redos",
        '"^(a+)+$"',
    ),
    (
        '{type: string, max_length: 3, pattern: "^[a-z]{4}$", describe: Code}',
        "in/unsatisfiable",
        '"^[a-z]{4}$"',
    ),
    (
        '{type: string, min_length: 5, max_length: 9, pattern: "^[a-z]{4}$", describe: Code}',
        "in/unsatisfiable",
        '"^[a-z]{4}$"',
    ),
    ("{type: integer, min: 0, max: 5, default: 7, describe: Count}", "in/default-invalid", "7"),
    ('{type: enum, values: [a], default: "b", describe: Word}', "in/default-invalid", '"b"'),
    ("{type: date, default: tomorrow, describe: Day}", "in/default-invalid", "tomorrow"),
    ('{type: integer, min: 0, max: 5, example: "3", describe: Count}', "in/example-invalid", '"3"'),
    ("{type: email, example: nobody, describe: Address}", "in/example-invalid", "nobody"),
    ("{type: custommer_id, describe: Id}", "type/unknown", "custommer_id"),
    ("{type: boolean}", "doc/missing-param", "boolean"),
    ("date", "doc/missing-param", "date"),
    (
        "{type: union, by: k, describe: Which, branches: {a: {fields: {k: date}}, b: {fields: {}}}}",
        "in/union-tag-listed",
        "k",
    ),
]


@pytest.mark.parametrize(("text", "code", "place"), REFUSED)
def test_a_field_that_cannot_mean_anything_is_refused_at_its_place(
    text: str, code: str, place: str
) -> None:
    found = [each for each in refused(f"fields:\n  x: {text}\n") if each[0] == code]
    assert found == [(code, place)]


@pytest.mark.parametrize(("text", "code", "place"), REFUSED)
def test_a_field_with_one_fault_has_one_finding(text: str, code: str, place: str) -> None:
    found = refused(f"fields:\n  x: {text}\n")
    if place != "k":  # the branch field has no description either
        assert found == [(code, place)]


NEAR_MISSES = [
    "{type: text, min_length: 3, max_length: 3, describe: Text}",
    "{type: integer, min: 3, max: 3, describe: Count}",
    "{type: integer, min: 4, max: 7, step: 7, describe: Count}",
    "{type: integer, min: -9007199254740991, max: 9007199254740991, describe: Count}",
    '{type: decimal, min: "0.001", max: "0.01", places: 2, describe: Rate}',
    "{type: enum, values: [a, A], describe: Word}",
    "{type: list, items: {type: enum, values: [a, b]}, min_items: 3, max_items: 9, describe: W}",
    "{type: map, keys: code, values: date, max_items: 2, describe: Days}",
    '{type: string, min_length: 4, max_length: 4, pattern: "^[a-z]{4}$", describe: Code}',
    "{type: integer, min: 0, max: 5, default: 5, describe: Count}",
    "{type: integer, min: 0, max: 5, nullable: true, example: null, describe: Count}",
    "{type: list, items: date, max_items: 2, describe: Days}",
    "record_version",
    "country",
    "code",
    "{type: code, default: abc}",
]


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_a_field_that_means_something_is_accepted(text: str) -> None:
    known = types(
        'types: {code: {type: string, max_length: 3, pattern: "^[a-z]{3}$", describe: A code}}'
    )
    assert refused(f"fields:\n  x: {text}\n", types=known) == []


def test_several_faults_are_reported_in_one_run() -> None:
    found = refused(
        """
        fields:
          a: {type: integer, min: 9, max: 3, describe: "Count."}
          b: {type: nothing}
          c: {type: string, max_length: 3, pattern: "a", describe: "Code."}
        """
    )
    assert found == [
        ("in/unsatisfiable", "9"),
        ("type/unknown", "nothing"),
        ("in/pattern-unanchored", '"a"'),
    ]


@pytest.mark.parametrize("place", [Place.INPUT, Place.PLAN])
def test_a_secret_and_an_unknown_word_belong_to_outputs_only(place: Place) -> None:
    hidden = "fields: {x: {type: line, max_length: 9, sensitive: secret, describe: Key}}"
    unknown = "fields: {x: {type: enum, values: [a], unknown: other, describe: Word}}"
    assert refused(hidden, place=place) == [("in/secret", "secret")]
    assert refused(unknown, place=place) == [("in/enum-unknown", "other")]
    assert refused(hidden) == refused(unknown) == []


def test_a_type_that_holds_a_secret_is_refused_where_an_input_uses_it() -> None:
    known = types(
        """
        types:
          login:
            type: object
            describe: "How to log in."
            fields: {key: {type: line, max_length: 9, sensitive: secret, describe: "The key."}}
        """
    )
    assert refused("fields: {x: login}", types=known, place=Place.INPUT) == [("in/secret", "login")]
    assert refused("fields: {x: login}", types=known) == []


@pytest.mark.parametrize("kind", ["person_id", "price", "days", "mail", "post"])
def test_ids_addresses_money_and_lists_have_no_default(kind: str) -> None:
    known = types(
        """
        types:
          person_id: {type: id, kind: person, max_length: 9, pattern: "^p[0-9]+$", describe: "Who."}
          price: {type: money, min: 0, max: 9, describe: "Price."}
          days: {type: list, items: date, max_items: 3, describe: "Days."}
          mail: {type: email, describe: "Where to write."}
          post: {type: object, fields: {}, describe: "Where to send."}
        """
    )
    found = refused(f"fields: {{x: {{type: {kind}, default: a}}}}", types=known)
    assert found == [("in/default-forbidden", "a")]


def test_the_message_about_a_sensitive_default_does_not_repeat_it() -> None:
    from ir.shapes.made import mapping_of
    from toolcharter.ir.fields import shape_of
    from toolcharter.ir.types import TypeTable

    text = (
        'fields: {x: {type: string, max_length: 4, pattern: "^[a-z]*$", sensitive: internal, '
        "default: HUNTER2, describe: Word}}"
    )
    _, (finding,) = shape_of(mapping_of(text), TypeTable(), {}, place=Place.OUTPUT)
    assert "HUNTER2" not in finding.message
