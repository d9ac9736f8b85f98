"""Walking a shape, and finding parts by path."""

from __future__ import annotations

import pytest
from ir.shapes.made import shape, types
from toolcharter.ir.fields import Place
from toolcharter.ir.paths import (
    identifier_uses,
    known_paths,
    look_up,
    type_at,
)
from toolcharter.ir.walk import walk

SHARED = types(
    """
    types:
      address:
        type: object
        sensitive: personal
        describe: "A postal address."
        fields: {city: {type: line, max_length: 40, describe: "A town."}, country: country}
      customer_id: {type: id, kind: customer, max_length: 8, pattern: "^c[0-9]*$", describe: "Who."}
      issue:
        type: id
        kind: issue
        describe: "An issue."
        fields:
          repository: {type: string, max_length: 9, pattern: "^[a-z]+$", describe: "Where."}
          number: {type: integer, min: 1, max: 99, describe: "Which."}
    """
)

SHAPE = shape(
    """
    fields:
      who: customer_id
      home: {type: address, nullable: true, describe: "Where they live."}
      issue: {type: issue, optional: true}
      goes_to:
        type: union
        by: kind
        describe: "Where it goes."
        branches:
          saved: {fields: {ids: {type: list, items: customer_id, max_items: 3, describe: "Ids."}}}
          new: {fields: {address: address}}
      totals: {type: map, keys: {type: enum, values: [a]}, values: {type: money, min: 0, max: 9},
               max_items: 1, describe: "Totals."}
      file: {type: handle, kind: export_file, describe: "File."}
    """,
    types=SHARED,
)


def parts() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in walk(SHAPE):
        found.setdefault("/".join(part.path), []).append(part.type or "")
    return found


def test_every_part_comes_once_for_each_place_that_uses_it_in_document_order() -> None:
    assert list(parts().items()) == [
        ("", ["object"]),
        ("who", ["id"]),
        ("home", ["object"]),
        ("home/city", ["line"]),
        ("home/country", ["country"]),
        ("issue", ["id"]),
        ("issue/repository", ["string"]),
        ("issue/number", ["integer"]),
        ("goes_to", ["union", "object", "object"]),
        ("goes_to/kind", ["constant", "constant"]),
        ("goes_to/ids", ["list"]),
        ("goes_to/ids/*", ["id"]),
        ("goes_to/address", ["object"]),
        ("goes_to/address/city", ["line"]),
        ("goes_to/address/country", ["country"]),
        ("totals", ["map"]),
        ("totals/*", ["enum", "money"]),
        ("totals/*/amount_minor", ["integer"]),
        ("totals/*/currency", ["currency"]),
        ("file", ["handle"]),
    ]


def test_a_part_knows_where_it_stands_and_who_uses_it() -> None:
    city = next(part for part in walk(SHAPE) if part.field_path == "home.city")
    assert city.pointer == "/$defs/address/properties/city"
    assert city.span.file == "types/t.yaml"
    home = next(part for part in walk(SHAPE) if part.field_path == "home")
    assert (home.use, home.pointer) == ("/properties/home", "/$defs/address")
    assert home.span.pointer == "/fields/home"
    assert home.is_nullable
    assert home.is_required
    assert home.sensitive == "personal"
    assert home.schema["description"] == "Where they live."
    assert city.parent is home
    assert city.name == "city"


def test_branches_know_their_tag_and_keys_their_map() -> None:
    assert [part.branch for part in walk(SHAPE) if part.is_branch] == ["saved", "new"]
    assert [part.type for part in walk(SHAPE) if part.is_key] == ["enum"]
    assert {part.field_path for part in walk(SHAPE) if part.is_in_map} == {
        "totals",
        "totals.amount_minor",
        "totals.currency",
    }


@pytest.mark.parametrize(
    ("path", "kind", "certain"),
    [
        ("who", "id", True),
        ("home", "object", False),
        ("home.city", "line", False),
        ("issue.number", "integer", False),
        ("goes_to", "union", True),
        ("goes_to.kind", "constant", False),
        ("goes_to.ids", "list", False),
        ("goes_to.address.country", "country", False),
        ("totals", "map", True),
    ],
)
def test_a_path_walks_through_lists_and_branches(path: str, kind: str, certain: bool) -> None:
    found = look_up(SHAPE, path)
    assert found is not None
    assert type_at(found) == kind
    assert found.is_certain is certain


@pytest.mark.parametrize("path", ["nobody", "home.street", "goes_to.saved", "totals.currency", ""])
def test_a_path_that_names_nothing_is_not_found(path: str) -> None:
    assert look_up(SHAPE, path) is None
    assert path not in known_paths(SHAPE)


def test_a_path_that_means_two_types_has_none() -> None:
    found = look_up(
        shape(
            """
            fields:
              x:
                type: union
                by: kind
                describe: "X."
                branches:
                  a: {fields: {value: {type: date, describe: "Day."}}}
                  b: {fields: {value: {type: boolean, describe: "Flag."}}}
            """
        ),
        "x.value",
    )
    assert found is not None
    assert len(found.parts) == 2
    assert type_at(found) is None


def test_identifiers_are_found_wherever_an_input_holds_them() -> None:
    assert [part.path for part in identifier_uses(SHAPE)] == [
        ("who",),
        ("issue",),
        ("goes_to", "ids", "*"),
    ]
    found = look_up(SHAPE, "goes_to.ids")
    assert found is not None
    assert {part.path for part in found.parts} == {("goes_to", "ids")}


def test_a_plain_json_name_with_a_dot_is_no_path_of_two_steps() -> None:
    found = shape(
        """
        schema:
          type: object
          additionalProperties: false
          properties: {a.b: {type: boolean}}
        """,
        place=Place.INPUT,
    )
    assert look_up(found, "a.b") is None


@pytest.mark.promise("C14")
def test_rules_beside_a_choice_with_null_hide_nothing_of_the_branch() -> None:
    found = shape(
        """
        schema:
          type: object
          additionalProperties: false
          properties:
            f:
              type: object
              unevaluatedProperties: false
              properties: {a: {type: boolean}}
              anyOf:
                - type: object
                  properties: {b: {type: boolean, x-toolcharter: {sensitive: internal}}}
                - {type: "null"}
        """
    )
    marks = {part.field_path: part.sensitive for part in walk(found)}
    assert marks["f.b"] == "internal"
    assert "f.a" in marks


def test_plain_json_schema_is_walked_too() -> None:
    found = shape(
        """
        schema:
          type: object
          unevaluatedProperties: false
          allOf:
            - {type: object, required: [a], properties: {a: {type: [integer, "null"]}}}
          properties:
            b: {type: array, maxItems: 2, prefixItems: [{const: 1}], items: {type: boolean}}
            c: {anyOf: [{type: "null"}, {enum: [x]}], description: "C"}
            d: {type: object, additionalProperties: {type: string, format: date}, maxProperties: 2}
            e: {type: number, minimum: 0, maximum: 1}
        """
    )
    seen = [(part.field_path, part.type, part.is_nullable) for part in walk(found)]
    assert seen == [
        ("", "object", False),
        ("", "object", False),
        ("a", "integer", True),
        ("b", "list", False),
        ("b", "constant", False),
        ("b", "boolean", False),
        ("c", "enum", True),
        ("d", "map", False),
        ("d", "date", False),
        ("e", "number", False),
    ]
    a = look_up(found, "a")
    assert a is not None
    assert a.parts[0].is_required
    assert not a.is_certain
