"""Shared types: names, order, identifiers, and where their parts stand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from ir.shapes.made import document, pointed, refused, shape, types
from toolcharter.ir.model import Located, ToolRef
from toolcharter.ir.types import link_types

CATALOG = """
types:
  order: {type: object, describe: "An order.", fields: {ship_to: address, total: price}}
  address:
    type: object
    sensitive: personal
    describe: "A postal address."
    fields:
      city: {type: line, max_length: 40, describe: "A town."}
      country: {type: country}
  price: {type: money, min: 0, max: 500, describe: "A price."}
  customer_id:
    type: id
    kind: customer
    pattern: "^cus_[0-9]{4}$"
    max_length: 8
    resolved_by: find.v1
    checked_by: customer_visible
    describe: "A customer."
  issue:
    type: id
    kind: issue
    known_to: people
    written_as: "{repository}#{number}"
    describe: "An issue."
    fields:
      repository: {type: string, max_length: 9, pattern: "^[a-z]+$", describe: "Where."}
      number: {type: integer, min: 1, max: 99, describe: "Which."}
  nickname: {type: line, max_length: 9, sensitive: personal}
"""


def test_types_are_linked_in_any_order_and_kept_in_the_order_of_the_file() -> None:
    table = types(CATALOG)
    assert list(table.types) == ["order", "address", "price", "customer_id", "issue", "nickname"]
    assert {name: each.base for name, each in table.types.items()} == {
        "order": "object",
        "address": "object",
        "price": "money",
        "customer_id": "id",
        "issue": "id",
        "nickname": "line",
    }


def test_objects_unions_money_and_ids_of_parts_are_shared_all_else_is_written_out() -> None:
    table = types(CATALOG)
    shared = [name for name, each in table.types.items() if each.is_shared]
    assert shared == ["order", "address", "price", "issue"]
    used = table.use("order").schema
    assert used["$ref"] == "#/$defs/order"
    assert sorted(used["$defs"]) == ["address", "country", "currency", "order", "price"]
    assert table.use("customer_id").schema == {
        "type": "string",
        "maxLength": 8,
        "pattern": "^cus_[0-9]{4}$",
        "description": "A customer.",
        "x-toolcharter": {"type": "id", "name": "customer_id", "kind": "customer"},
    }


def test_a_shape_holds_each_definition_once_in_the_order_of_their_names() -> None:
    found = shape("fields: {a: order, b: order, c: address}", types=types(CATALOG)).schema
    assert list(found["$defs"]) == ["address", "country", "currency", "order", "price"]
    assert found["properties"] == {
        "a": {"$ref": "#/$defs/order"},
        "b": {"$ref": "#/$defs/order"},
        "c": {"$ref": "#/$defs/address"},
    }
    assert found["$defs"]["order"]["properties"]["ship_to"] == {"$ref": "#/$defs/address"}


def test_a_use_adds_marks_beside_the_reference() -> None:
    text = "fields: {a: {type: address, sensitive: internal, describe: Home, optional: true}}"
    found = shape(text, types=types(CATALOG)).schema
    assert found["properties"]["a"] == {
        "$ref": "#/$defs/address",
        "description": "Home",
        "x-toolcharter": {"sensitive": "internal"},
    }
    assert "required" not in found


def test_a_use_of_a_written_out_type_overrides_its_words() -> None:
    text = "fields: {a: {type: customer_id, describe: Who pays}}"
    found = shape(text, types=types(CATALOG)).schema["properties"]["a"]
    assert found["description"] == "Who pays"
    assert found["x-toolcharter"] == {"type": "id", "name": "customer_id", "kind": "customer"}


@pytest.mark.parametrize("name", ["address", "nickname"])
def test_a_use_may_strengthen_a_mark_but_not_weaken_it(name: str) -> None:
    secret = types(CATALOG.replace("sensitive: personal", "sensitive: internal"))
    text = f"fields: {{a: {{type: {name}, sensitive: personal, describe: Name}}}}"
    assert refused(text, types=secret) == [("redact/mark-weakened", "personal")]
    assert refused(text.replace("personal", "secret"), types=secret) == []


def test_a_type_without_words_needs_them_where_it_is_used() -> None:
    table = types(CATALOG)
    assert refused("fields: {a: nickname}", types=table) == [("doc/missing-param", "nickname")]
    assert refused("fields: {a: {type: nickname, describe: Name}}", types=table) == []


@pytest.mark.promise("C22")
def test_an_identifier_knows_its_kind_and_who_resolves_and_checks_it() -> None:
    table = types(CATALOG)
    found = table.id_of_kind("customer")
    assert found is not None
    assert (found.name, found.kind, found.known_to) == ("customer_id", "customer", None)
    assert isinstance(found.resolved_by, Located)
    assert found.resolved_by.value == ToolRef("find", 1)
    assert found.checked_by is not None
    assert found.checked_by.value == "customer_visible"
    issue = table.id_types["issue"]
    assert (issue.known_to, issue.resolved_by, issue.checked_by) == ("people", None, None)
    assert issue.written_as is not None
    assert issue.written_as.value == "{repository}#{number}"
    assert list(table.id_types) == ["customer_id", "issue"]


def test_the_parts_of_a_used_type_keep_the_places_they_have_in_its_own_file() -> None:
    found = shape("fields: {home: address, who: customer_id}", types=types(CATALOG))
    home = found.span_at("/properties/home")
    assert (home.file, home.line, home.column) == ("tools/x/t.v1.yaml", 1, 10)
    city = found.span_at("/$defs/address/properties/city/maxLength")
    assert (city.file, city.line) == ("types/t.yaml", 9)
    assert city.pointer == "/types/address/fields/city/max_length"
    pattern = found.span_at("/properties/who/pattern")
    assert (pattern.file, pattern.pointer) == ("types/t.yaml", "/types/customer_id/pattern")
    assert found.span_at("/properties/who").pointer == "/fields/who"


def test_every_written_part_of_a_field_has_its_place() -> None:
    found = shape(
        """
        fields:
          count:
            {type: integer, min: 0, max: 9, step: 3, default: 3, unit: x, describe: "N."}
          word: {type: enum, values: [a, b], nullable: true, describe: "Word."}
          where:
            type: union
            by: kind
            nullable: true
            describe: "Where."
            branches:
              here: {fields: {}}
              there: {fields: {days: {type: list, items: date, max_items: 4, describe: "Days."}}}
        """
    )
    expected = {
        "/properties/count": "/fields/count",
        "/properties/count/minimum": "/fields/count/min",
        "/properties/count/maximum": "/fields/count/max",
        "/properties/count/multipleOf": "/fields/count/step",
        "/properties/count/default": "/fields/count/default",
        "/properties/count/description": "/fields/count/describe",
        "/properties/count/x-toolcharter/unit": "/fields/count/unit",
        "/properties/word/enum/1": "/fields/word/values/1",
        "/properties/where/anyOf/0/oneOf/1": "/fields/where/branches/there",
        "/properties/where/anyOf/0/oneOf/1/properties/kind": "/fields/where/branches/there",
        "/properties/where/anyOf/0/oneOf/1/properties/days/maxItems": (
            "/fields/where/branches/there/fields/days/max_items"
        ),
        "/properties/where/anyOf/0/oneOf/1/properties/days/items": (
            "/fields/where/branches/there/fields/days/items"
        ),
        "/properties/where/anyOf/0/oneOf/1/properties/days/items/format": (
            "/fields/where/branches/there/fields/days/items"
        ),
    }
    places = {pointer: found.span_at(pointer).pointer for pointer in expected}
    assert places == expected


FAULTS = [
    ("types: {a: {type: nothing}}", [("type/unknown", "nothing")]),
    ("types: {a: {type: a}}", [("type/cycle", "a")]),
    ("types: {a: {type: b}, b: {type: list, items: a, max_items: 2}}", [("type/cycle", "a")]),
    (
        "types: {a: {type: object, describe: A, fields: {b: b}}, b: {type: union, by: k, "
        "describe: B, branches: {one: {fields: {a: a}}, two: {fields: {}}}}}",
        [("type/cycle", "a")],
    ),
    ("types: {country: {type: line, max_length: 2}}", [("type/reserved-name", "country")]),
    (
        "types: {a: {type: date, optional: true, describe: Day}}",
        [("type/mark-of-use", "optional")],
    ),
    (
        "types: {a: {type: date, nullable: true, describe: Day}}",
        [("type/mark-of-use", "nullable")],
    ),
    (
        'types: {a: {type: date, default: "2026-01-01", describe: Day}}',
        [("type/mark-of-use", "default")],
    ),
    (
        'types: {a: {type: id, kind: k, max_length: 9, pattern: "a"}}',
        [("in/pattern-unanchored", '"a"')],
    ),
    (
        'types: {a: {type: id, kind: k, max_length: 9, pattern: "^a$"}, b: {type: a}}',
        [("type/kind-taken", "b")],
    ),
    (
        'types: {a: {type: id, kind: k, max_length: 9, pattern: "^a$"}, '
        'b: {type: id, kind: k, max_length: 9, pattern: "^b$"}}',
        [("type/kind-taken", "b")],
    ),
    (
        "types: {a: {type: integer, min: 0, max: 1, example: 2}}",
        [("in/example-invalid", "2")],
    ),
    (
        "types: {a: {type: object, fields: {b: date}}}",
        [("doc/missing-param", "date")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_a_fault_of_a_type_is_reported_once_at_its_place(
    text: str, expected: list[tuple[str, str]]
) -> None:
    _, findings = link_types([document(text, "types/t.yaml")])
    assert pointed(findings, text) == expected


def test_types_that_use_a_broken_one_are_not_blamed_too() -> None:
    text = """
types:
  a: {type: list, items: b, max_items: 2}
  b: {type: list, items: a, max_items: 2}
  c: {type: object, fields: {a: {type: a, describe: "A."}}}
"""
    table, findings = link_types([document(text, "types/t.yaml")])
    assert [each.code for each in findings] == ["type/cycle"]
    assert table.broken == {"a", "b", "c"}
    assert refused("fields: {x: {type: c, describe: What}}", types=table) == []


def test_a_name_has_one_meaning_in_all_files() -> None:
    first = document("types: {a: {type: date, describe: Day}}", "types/a.yaml")
    second = document("types: {a: {type: boolean, describe: Flag}}", "types/b.yaml")
    table, (finding,) = link_types([second, first])
    assert finding.code == "type/duplicate"
    assert finding.span.file == "types/b.yaml"
    assert finding.related[0].span.file == "types/a.yaml"
    assert table.types["a"].base == "date"


def test_a_type_of_a_type_has_its_own_name_and_the_content_of_the_other() -> None:
    table = types(
        """
        types:
          address: {type: object, describe: "An address.", fields: {city: city}}
          city: {type: line, max_length: 9, describe: "Town."}
          delivery_address: {type: address, sensitive: personal}
          code: {type: string, max_length: 3, pattern: "^[a-z]{3}$", describe: "A code."}
          branch_code: {type: code, describe: "A code of a branch."}
        """
    )
    found = shape("fields: {a: delivery_address, b: branch_code}", types=table).schema
    assert found["properties"]["a"] == {"$ref": "#/$defs/delivery_address"}
    assert found["$defs"]["delivery_address"]["x-toolcharter"] == {
        "type": "object",
        "name": "delivery_address",
        "sensitive": "personal",
    }
    assert found["properties"]["b"]["description"] == "A code of a branch."
    assert found["properties"]["b"]["x-toolcharter"] == {"type": "string", "name": "branch_code"}


def test_a_long_chain_of_types_is_linked() -> None:
    names = [f"t{number}" for number in range(2_000)]
    lines = [f"  {name}: {{type: {used}}}" for name, used in pairwise([*names, "date"])]
    files = [
        document("types:\n" + "\n".join(lines[start : start + 400]), f"types/t{start:04}.yaml")
        for start in range(0, len(lines), 400)
    ]
    table, findings = link_types(files)
    assert findings == ()
    assert table.types["t0"].base == "date"


def test_circles_that_share_a_type_are_each_named_once() -> None:
    text = """
types:
  a: {type: object, describe: "A.", fields: {b: b, c: c}}
  b: {type: object, describe: "B.", fields: {a: a}}
  c: {type: object, describe: "C.", fields: {a: a, d: d}}
  d: {type: object, describe: "D.", fields: {}}
"""
    table, findings = link_types([document(text, "types/t.yaml")])
    assert [each.message for each in findings] == [
        "The type holds itself: a -> b -> a.",
        "The type holds itself: a -> c -> a.",
    ]
    assert list(table.types) == ["d"]
