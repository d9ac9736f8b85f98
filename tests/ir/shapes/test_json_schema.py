"""``schema:``: the keywords it may use, references, and what it comes to."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from ir.shapes.made import document, mapping_of, refused, shape, types
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.schema_keywords import INSTEAD, KEYWORDS
from toolcharter.ir.types import TypeTable
from toolcharter.ir.validators import FORMATS, validator
from toolcharter.source.document import Document

TEXT = r"^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$"

SHARED = """
types:
  customer_id: {type: id, kind: customer, max_length: 8, pattern: "^cus_[0-9]{4}$", describe: Who}
  address: {type: object, describe: "An address.", fields: {country: {type: country}}}
  login: {type: line, max_length: 9, sensitive: secret, describe: "A key."}
"""


def closed(properties: str, more: str = "") -> str:
    """A schema: with these properties, on one line each."""
    return (
        f"schema:\n  type: object\n  additionalProperties: false\n{more}  properties:\n{properties}"
    )


def prop(text: str) -> str:
    return closed(f"    x: {text}\n")


def made(text: str, **more: Any) -> Any:
    return shape(prop(text), **more).schema["properties"]["x"]


def test_rules_and_words_stay_as_they_are_in_their_order() -> None:
    text = (
        "{description: Count, maximum: 9, type: integer, minimum: 1, multipleOf: 2, default: 2, "
        "examples: [4, 6], title: Number}"
    )
    assert made(text) == {
        "description": "Count",
        "maximum": 9,
        "type": "integer",
        "minimum": 1,
        "multipleOf": 2,
        "default": 2,
        "examples": [4, 6],
        "title": "Number",
    }
    assert list(made(text)) == [
        *("description", "maximum", "type", "minimum", "multipleOf", "default", "examples", "title")
    ]


def test_comments_definitions_and_the_dialect_are_left_out() -> None:
    found = shape(
        closed("    x: {$comment: why, type: boolean}\n", "  $defs: {unused: {type: string}}\n")
    ).schema
    assert found["properties"]["x"] == {"type": "boolean"}
    assert "$defs" not in found


@pytest.mark.promise("C6")
@pytest.mark.parametrize("kinds", ["string", '["string", "null"]'])
def test_a_string_that_only_its_length_limits_is_text(kinds: str) -> None:
    found = made(f"{{type: {kinds}, maxLength: 9, x-toolcharter: {{sensitive: personal}}}}")
    assert found["pattern"] == TEXT
    assert found["x-toolcharter"] == {"type": "text", "sensitive": "personal", "untrusted": True}


@pytest.mark.parametrize("rule", ['pattern: "^a$"', "format: date", "enum: [a]", "const: a"])
def test_a_string_of_a_pattern_format_or_words_is_no_text(rule: str) -> None:
    assert "x-toolcharter" not in made(f"{{type: string, {rule}}}")


def test_an_author_writes_sensitive_and_no_other_note() -> None:
    assert made("{type: boolean, x-toolcharter: {sensitive: internal}}") == {
        "type": "boolean",
        "x-toolcharter": {"sensitive": "internal"},
    }
    for notes in ("{type: id}", "{sensitive: very}", "{sensitive: personal, kind: x}", "[]", "{}"):
        text = prop(f"{{type: boolean, x-toolcharter: {notes}}}")
        assert [code for code, _ in refused(text)] == ["in/keyword-forbidden"], notes


@pytest.mark.promise("G2")
@pytest.mark.parametrize(
    "keyword",
    [
        *("customTypePath", "$dynamicRef", "$anchor", "$id", "$dynamicAnchor", "$vocabulary"),
        *("contentSchema", "contentMediaType", "contentEncoding", "nullable", "discriminator"),
        *("if", "not", "contains", "patternProperties", "dependentSchemas", "unevaluatedItems"),
        *("definitions", "example", "readOnly", "x-python-type", "$schema"),
    ],
)
def test_y39_a_keyword_outside_the_table_is_refused_at_its_name(keyword: str) -> None:
    assert keyword not in KEYWORDS
    text = prop(f'{{type: string, maxLength: 4, "{keyword}": {{}}}}')
    assert refused(text) == [("in/keyword-forbidden", f'"{keyword}"')]


@pytest.mark.promise("C14")
@pytest.mark.parametrize(
    "written",
    [
        "true",
        "{}",
        "{type: string, maxLength: 9, x-toolcharter: {sensitive: internal}}",
        "{additionalProperties: false}",
    ],
)
def test_nothing_but_false_stands_for_what_is_unevaluated(written: str) -> None:
    inner = prop(f"{{type: object, unevaluatedProperties: {written}}}")
    assert refused(inner) == [("in/keyword-forbidden", "unevaluatedProperties")]
    branch = prop(f"{{oneOf: [{{type: object, unevaluatedProperties: {written}}}]}}")
    assert refused(branch) == [("in/keyword-forbidden", "unevaluatedProperties")]


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("{type: string, format: date-time}", 35),
        ("{type: [string, 'null'], format: date-time, maxLength: 64}", 64),
        ("{type: string, format: date-time, const: '2026-01-31T12:00:00Z'}", None),
        ("{type: string, format: time}", None),
    ],
)
def test_a_point_in_time_is_bounded_as_an_instant_is(text: str, length: int | None) -> None:
    assert shape(prop(text)).schema["properties"]["x"].get("maxLength") == length


def test_a_default_is_held_against_the_length_of_an_instant() -> None:
    late = "2026-01-31T12:00:00.0000000000000000000Z"
    text = prop(f"{{type: string, format: date-time, default: '{late}'}}")
    assert [code for code, _ in refused(text)] == ["in/default-invalid"]


def test_keywords_that_people_bring_along_come_with_what_to_write() -> None:
    root = mapping_of(prop("{type: string, maxLength: 4, patternProperties: {}}"))
    _, (finding,) = shape_of(root, TypeTable(), {}, place=Place.INPUT)
    assert finding.hint == INSTEAD["patternProperties"]
    root = mapping_of(prop("{type: string, maxLenght: 4}"))
    _, (finding,) = shape_of(root, TypeTable(), {}, place=Place.INPUT)
    assert finding.hint == "Did you mean `maxLength`?"


def test_every_allowed_keyword_can_stand_in_a_schema_that_compiles() -> None:
    found = shape(
        """
        schema:
          type: object
          title: All
          description: "All of them."
          required: [a]
          minProperties: 1
          dependentRequired: {a: [b]}
          unevaluatedProperties: false
          allOf:
            - properties: {z: {type: "null"}}
          properties:
            a: {type: integer, minimum: 1, exclusiveMaximum: 9, default: 2, examples: [3]}
            b: {type: number, exclusiveMinimum: 0, maximum: 1, multipleOf: 1}
            c: {type: string, format: date, minLength: 1, maxLength: 10}
            d:
              {type: array, prefixItems: [{const: 1}], items: false, minItems: 1, uniqueItems: true}
            e: {type: array, items: {enum: [1, true, null]}, maxItems: 3}
            f: {type: object, propertyNames: {pattern: "^a"}, additionalProperties: {type: boolean},
                maxProperties: 3}
            g: {oneOf: [{type: boolean}, {type: "null"}]}
            h: {anyOf: [{type: boolean}, {type: "null"}], x-toolcharter: {sensitive: internal}}
        """
    )
    assert set(KEYWORDS) - set(_keywords(found.schema)) == set()


def _keywords(schema: Any) -> list[str]:
    if not isinstance(schema, dict):
        return []
    found = list(schema)
    for key, value in schema.items():
        if key == "properties":
            found.extend(word for part in value.values() for word in _keywords(part))
        elif key in ("allOf", "anyOf", "oneOf", "prefixItems"):
            found.extend(word for part in value for word in _keywords(part))
        elif key in ("items", "additionalProperties", "propertyNames"):
            found.extend(_keywords(value))
    return found


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_058_every_allowed_format_refuses_something(name: str) -> None:
    checker = validator({"type": "string", "format": name})
    assert not all(checker.is_valid(text) for text in ("\x00 %zz{", "a b", "-1/x{", "1"))


@pytest.mark.parametrize("name", ["x-unknown", "int64", "regex", "password"])
def test_058_a_format_that_nobody_checks_is_refused(name: str) -> None:
    assert refused(prop(f"{{type: string, format: {name}}}")) == [("in/format-unchecked", name)]


UNSATISFIABLE = ("in/unsatisfiable", "5")
UNNAMEABLE = ("name/charset-length",)

FAULTS = [
    ('{type: string, maxLength: 9, pattern: "^(?!a)b$"}', "in/pattern-dialect", '"^(?!a)b$"'),
    ('{type: string, maxLength: 2, pattern: "^a{3}$"}', "in/unsatisfiable", '"^a{3}$"'),
    ("{enum: [a, b, a]}", "in/enum-duplicate", "a"),
    ("{enum: [1, {b: 1, a: 2}, {a: 2, b: 1}]}", "in/enum-duplicate", "{a: 2, b: 1}"),
    ("{type: integer, minimum: 5, maximum: 1}", "in/unsatisfiable", "5"),
    ("{type: string, const: 5}", "in/unsatisfiable", "5"),
    ("{type: array, items: {type: integer, minimum: 5, maximum: 1}, minItems: 1}", *UNSATISFIABLE),
    ("{type: object, additionalProperties: false, properties: {'a.b': {}}}", *UNNAMEABLE, "'a.b'"),
    ("{type: object, additionalProperties: false, properties: {'*': {}}}", *UNNAMEABLE, "'*'"),
    ("{type: integer, default: five}", "in/default-invalid", "five"),
    ("{type: integer, examples: [1, six]}", "in/example-invalid", "six"),
    ("{type: strin}", "in/schema-invalid", "strin"),
    ("{type: string, maxLength: many}", "in/schema-invalid", "many"),
    ("{type: [string, string], maxLength: 4}", "in/schema-invalid", "[string, string]"),
    (
        "{type: object, required: [a, c], properties: {a: {type: boolean}, b: {type: boolean}}}",
        "in/required-undefined",
        "c",
    ),
]


@pytest.mark.parametrize(("text", "code", "place"), FAULTS)
def test_a_schema_that_cannot_mean_anything_is_refused_at_its_place(
    text: str, code: str, place: str
) -> None:
    assert refused(prop(text)) == [(code, place)]


@pytest.mark.parametrize(
    "text",
    [
        "{enum: [1, true, null, '1']}",
        "{type: integer, minimum: 5, maximum: 5}",
        "{type: object, required: [a], additionalProperties: {type: boolean}, maxProperties: 2}",
        "{allOf: [{properties: {a: {enum: [1]}}}], required: [a], unevaluatedProperties: false}",
        "{type: [string, 'null'], maxLength: 4, pattern: '^[a-z]*$', default: null}",
        "{type: array, items: {type: boolean}, maxItems: 0}",
    ],
)
def test_a_schema_that_means_something_is_accepted(text: str) -> None:
    assert refused(prop(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "{type: object, properties: [a]}",
        "{allOf: {a: 1}}",
        "{oneOf: []}",
        "{items: 5}",
        "{type: object, required: a, properties: {a: {}}}",
        "{additionalProperties: 3, $ref: 5}",
        "{properties: {a: 7}, unknown: 1}",
        "{enum: 5, x-toolcharter: 7, pattern: 3, format: 4, examples: 5}",
        "5",
    ],
)
def test_what_is_no_json_schema_makes_no_shape_and_no_traceback(text: str) -> None:
    found, findings = shape_of(mapping_of(prop(text)), TypeTable(), {}, place=Place.INPUT)
    assert findings
    assert found is None or text.startswith("{additional")


def test_028_each_default_is_checked_where_it_stands() -> None:
    text = closed(
        """\
    state: {type: string, enum: [FIRST, SECOND], default: FIRST}
    mode: {type: string, enum: [a, b], default: c}
    num: {type: integer, default: "5"}
"""
    )
    assert refused(text) == [("in/default-invalid", "c"), ("in/default-invalid", '"5"')]


def test_115_values_that_stand_twice_are_found_and_true_is_not_one() -> None:
    text = closed("    kind: {enum: [a, b, a]}\n    num: {enum: [1, 1, true]}\n")
    assert refused(text) == [("in/enum-duplicate", "a"), ("in/enum-duplicate", "1")]


# References


def test_local_references_are_written_out() -> None:
    found = shape(
        closed(
            '    a: {$ref: "#/$defs/code"}\n    b: {$ref: "#/properties/a", description: B}\n',
            "  $defs: {code: {type: string, maxLength: 4, pattern: '^[a-z]*$', description: A}}\n",
        )
    ).schema
    code = {"type": "string", "maxLength": 4, "pattern": "^[a-z]*$"}
    assert found["properties"] == {
        "a": {**code, "description": "A"},
        "b": {**code, "description": "B"},
    }
    assert "$defs" not in found


FILES = {
    "schemas/parts.json": """
        {"$schema": "https://json-schema.org/draft/2020-12/schema",
         "$defs": {
           "pair": {"type": "object", "additionalProperties": false,
                    "properties": {"left": {"$ref": "#/$defs/side"}}},
           "side": {"enum": ["a", "b"]},
           "deep": {"$ref": "types/address"},
           "bad": {"$ref": "#/$defs/none"}}}
    """
}


def files() -> dict[str, Document]:
    return {name: document(text, name) for name, text in FILES.items()}


def test_a_reference_into_a_file_reads_its_own_references_from_that_file() -> None:
    found = shape(prop('{$ref: "schemas/parts.json#/$defs/pair"}'), schemas=files())
    assert found.schema["properties"]["x"]["properties"] == {"left": {"enum": ["a", "b"]}}
    use = found.span_at("/properties/x")
    assert (use.file, use.pointer) == ("tools/x/t.v1.yaml", "/schema/properties/x")
    inside = found.span_at("/properties/x/properties/left")
    assert (inside.file, inside.pointer) == ("schemas/parts.json", "/$defs/pair/properties/left")
    word = found.span_at("/properties/x/properties/left/enum/1")
    assert (word.file, word.pointer) == ("schemas/parts.json", "/$defs/side/enum/1")


def test_a_reference_to_a_shared_type_is_what_a_field_of_the_type_is() -> None:
    table = types(SHARED)
    text = closed(
        '    who: {$ref: types/customer_id, description: "Payer"}\n'
        "    home: {$ref: types/address}\n"
        '    far: {$ref: "schemas/parts.json#/$defs/deep"}\n'
    )
    found = shape(text, types=table, schemas=files()).schema
    assert found["properties"]["who"]["x-toolcharter"] == {
        "type": "id",
        "name": "customer_id",
        "kind": "customer",
    }
    assert found["properties"]["who"]["description"] == "Payer"
    assert found["properties"]["home"] == found["properties"]["far"] == {"$ref": "#/$defs/address"}
    assert sorted(found["$defs"]) == ["address", "country"]


BAD_REFERENCES = [
    ('"#/$defs/none"', "ref/unresolved"),
    ('"#nowhere"', "ref/unresolved"),
    (f'"#/required/{"9" * 5_000}"', "ref/unresolved"),
    ('"#/required/00"', "ref/unresolved"),
    ("schemas/none.json", "ref/unresolved"),
    ('"schemas/parts.json#/$defs/none"', "ref/unresolved"),
    ("types/custommer_id", "ref/unresolved"),
    ('"types/customer_id#/pattern"', "ref/unresolved"),
    ("../../../../../../etc/hostname", "ref/external"),
    ('"file:///etc/passwd"', "ref/external"),
    ('"./inside/../../outside.yaml#/y"', "ref/external"),
    ('"./link.yaml#/y"', "ref/external"),
    ('"schemas/../tools/t.yaml"', "ref/external"),
    ('"schemas/%2e%2e/t.yaml"', "ref/external"),
    ('"schemas//parts.json"', "ref/external"),
    ('"schemas\\\\..\\\\t.yaml"', "ref/external"),
    ('"/schemas/parts.json"', "ref/external"),
    ('"//example.com/x"', "ref/external"),
    ('"http://169.254.169.254/latest/meta-data/"', "ref/external"),
    ('"https://example.com/schemas/parts.json"', "ref/external"),
    ("errors.yaml", "ref/external"),
]


@pytest.mark.parametrize(("reference", "code"), BAD_REFERENCES)
def test_038_039_y41_y43_a_reference_stays_in_the_catalog(reference: str, code: str) -> None:
    found = refused(prop(f"{{$ref: {reference}}}"), types=types(SHARED), schemas=files())
    assert found == [(code, reference)]


def test_037_the_broken_reference_is_blamed_with_what_was_meant() -> None:
    text = closed(
        '    good: {$ref: "#/$defs/Good"}\n    bad: {$ref: "#/$defs/Goood"}\n',
        "  $defs: {Good: {type: boolean}}\n",
    )
    _, (finding,) = shape_of(mapping_of(text), TypeTable(), {}, place=Place.INPUT)
    assert finding.code == "ref/unresolved"
    assert finding.span.pointer == "/schema/properties/bad/$ref"
    assert finding.hint == "Did you mean `#/$defs/Good`?"


def test_036_names_in_pointers_are_decoded_in_the_right_order() -> None:
    found = shape(
        closed(
            """\
    a: {$ref: "#/$defs/In~1Out~0Set"}
    b: {$ref: "#/$defs/per%25cent"}
    c: {$ref: "#/$defs/two%20words"}
    d: {$ref: "#/$defs/t~01"}
""",
            '  $defs: {"In/Out~Set": {const: 1}, "per%cent": {const: 2}, two words: {const: 3}, '
            '"t~1": {const: 4}, "t/": {const: 5}}\n',
        )
    ).schema
    checker = validator(found)
    assert checker.is_valid({"a": 1, "b": 2, "c": 3, "d": 4})
    assert not checker.is_valid({"d": 5})


def test_035_a_property_may_be_called_like_a_keyword() -> None:
    found = shape(
        closed(
            """\
    title: {type: string, maxLength: 9}
    $ref: {type: string, maxLength: 9, format: uri-reference}
    properties: {type: object, additionalProperties: false}
    enum: {type: array, maxItems: 3, items: {type: string, maxLength: 3}}
    $id: {type: boolean}
"""
        )
    ).schema
    checker = validator(found)
    assert checker.is_valid({"$ref": "#/x", "properties": {}, "enum": ["a"], "$id": True})
    assert not checker.is_valid({"$ref": 5})


RECURSION = [
    ('    x: {$ref: "#/$defs/a"}\n', '  $defs: {a: {$ref: "#/$defs/b"}, b: {$ref: "#/$defs/a"}}\n'),
    ('    x: {$ref: "#/properties/x"}\n', ""),
    ('    x: {type: array, maxItems: 2, items: {$ref: "#"}}\n', ""),
    ('    x: {type: array, maxItems: 2, items: {$ref: "#/properties/x"}}\n', ""),
]


@pytest.mark.parametrize(("properties", "more"), RECURSION)
def test_y44_031_a_schema_that_holds_itself_is_refused(properties: str, more: str) -> None:
    assert [code for code, _ in refused(closed(properties, more))] == ["ref/cycle"]


def test_a_reference_to_a_neighbour_is_no_circle() -> None:
    text = closed(
        "    nodes: {type: array, maxItems: 2, items: {type: boolean}}\n"
        '    twin: {$ref: "#/properties/nodes/items"}\n'
    )
    assert shape(text).schema["properties"]["twin"] == {"type": "boolean"}


def test_references_that_multiply_are_refused_before_they_fill_memory() -> None:
    levels = "".join(
        f"    d{n}: {{type: object, additionalProperties: false, properties: "
        f'{{a: {{$ref: "#/$defs/d{n + 1}"}}, b: {{$ref: "#/$defs/d{n + 1}"}}}}}}\n'
        for n in range(30)
    )
    text = closed(
        '    x: {$ref: "#/$defs/d0"}\n', f"  $defs:\n{levels}    d30: {{type: boolean}}\n"
    )
    assert [code for code, _ in refused(text)] == ["in/depth-size"]


def test_rules_beside_a_reference_are_refused_and_words_are_not() -> None:
    text = closed(
        '    x: {$ref: "#/$defs/a", maximum: 3, description: X}\n',
        "  $defs: {a: {type: integer}}\n",
    )
    assert refused(text) == [("ref/sibling-ignored", "maximum")]


def test_a_default_beside_a_reference_is_checked_against_what_it_names() -> None:
    text = closed(
        '    x: {$ref: "#/$defs/a", default: no one}\n', "  $defs: {a: {type: integer}}\n"
    )
    assert refused(text) == [("in/default-invalid", "no one")]


def test_a_use_may_not_weaken_the_mark_of_what_it_uses() -> None:
    text = closed(
        '    x: {$ref: "#/$defs/a", x-toolcharter: {sensitive: personal}}\n',
        "  $defs: {a: {type: boolean, x-toolcharter: {sensitive: internal}}}\n",
    )
    assert refused(text) == [("redact/mark-weakened", "{sensitive: personal}")]
    shared = types("types: {a: {type: object, fields: {}, sensitive: internal, describe: A}}")
    text = prop("{$ref: types/a, x-toolcharter: {sensitive: personal}}")
    assert refused(text, types=shared) == [("redact/mark-weakened", "{sensitive: personal}")]
    assert refused(text.replace("personal", "secret"), types=shared) == []


@pytest.mark.parametrize("where", ["  x-toolcharter", "  oneOf:\n    - x-toolcharter"])
def test_the_whole_shape_has_no_mark(where: str) -> None:
    text = f"schema:\n  type: object\n  properties: {{}}\n{where}: {{sensitive: internal}}\n"
    assert ("in/keyword-forbidden", "{sensitive: internal}") in refused(text)


def test_a_secret_type_is_refused_in_an_input_through_a_reference_too() -> None:
    text = prop("{$ref: types/login}")
    assert refused(text, types=types(SHARED), place=Place.INPUT) == [("in/secret", "types/login")]
    marked = prop("{type: boolean, x-toolcharter: {sensitive: secret}}")
    assert [code for code, _ in refused(marked, place=Place.PLAN)] == ["in/secret"]
    assert refused(marked) == []


def test_the_canonical_schema_accepts_what_the_written_one_does() -> None:
    written = {
        "type": "object",
        "additionalProperties": False,
        "required": ["a"],
        "properties": {
            "a": {"$ref": "#/$defs/n"},
            "b": {"type": "array", "maxItems": 2, "items": {"$ref": "#/$defs/s"}},
        },
        "$defs": {
            "n": {"type": ["integer", "null"], "minimum": 0, "maximum": 3},
            "s": {"type": "string", "enum": ["x", "y"]},
        },
    }
    found = shape("schema: " + json.dumps(written)).schema
    theirs = jsonschema_rs.Draft202012Validator(written)
    ours = validator(found)
    values: list[Any] = [None, 0, 3, 4, "x", True]
    for a in values:
        for b in ([], ["x"], ["x", "z"], ["x", "y", "x"]):
            assert ours.is_valid({"a": a, "b": b}) is theirs.is_valid({"a": a, "b": b})


@pytest.mark.parametrize(
    ("part", "default"),
    [
        ('{$ref: "types/customer_id", default: cus_0001}', "cus_0001"),
        ('{allOf: [{$ref: "types/customer_id"}], default: cus_0002}', "cus_0002"),
        ('{allOf: [{$ref: "types/customer_id"}, {default: cus_0003}]}', "cus_0003"),
        ('{anyOf: [{$ref: "types/customer_id"}, {type: "null"}], default: cus_0004}', "cus_0004"),
        ("{type: string, maxLength: 12, default: some words}", "some words"),
        ("{type: string, format: email, maxLength: 9, default: a@b.de}", "a@b.de"),
        (
            "{type: [boolean, array], items: {type: boolean}, maxItems: 2, default: [true]}",
            "[true]",
        ),
        ("{type: object, properties: {}, additionalProperties: false, default: {}}", "{}"),
    ],
)
@pytest.mark.parametrize("place", [Place.INPUT, Place.PLAN, Place.OUTPUT])
def test_ids_addresses_lists_and_words_have_no_default_in_any_direction(
    part: str, default: str, place: Place
) -> None:
    found = refused(prop(part), place=place, types=types(SHARED))
    assert found == [("in/default-forbidden", default)]


@pytest.mark.parametrize(
    "part",
    [
        "{type: integer, minimum: 1, maximum: 9, default: 2}",
        "{type: number, minimum: 1, maximum: 9, default: 2}",
        "{allOf: [{type: string, enum: [a, b]}], default: a}",
        "{type: [boolean, 'null'], default: null}",
        '{type: string, maxLength: 3, pattern: "^[a-z]*$", default: abc}',
    ],
)
def test_a_number_a_word_of_a_list_and_a_truth_value_may_have_a_default(part: str) -> None:
    assert refused(prop(part), place=Place.INPUT, types=types(SHARED)) == []


@pytest.mark.parametrize("place", [Place.INPUT, Place.PLAN, Place.OUTPUT])
@pytest.mark.parametrize("keyword", ["readOnly", "writeOnly"])
def test_a_field_for_one_direction_is_refused_in_every_direction(
    keyword: str, place: Place
) -> None:
    found = refused(prop(f"{{type: boolean, {keyword}: true}}"), place=place)
    assert found == [("in/keyword-forbidden", keyword)]


@pytest.mark.parametrize(
    ("place", "codes"),
    [(Place.INPUT, ["in/enum-unknown"]), (Place.PLAN, ["in/enum-unknown"]), (Place.OUTPUT, [])],
)
def test_a_type_that_takes_unknown_words_is_for_outputs_in_a_schema_too(
    place: Place, codes: list[str]
) -> None:
    shared = types(
        "types: {state: {type: enum, values: [open, closed], unknown: other, describe: A state.}}"
    )
    _, findings = shape_of(mapping_of(prop('{$ref: "types/state"}')), shared, {}, place=place)
    assert [each.code for each in findings] == codes


@pytest.mark.parametrize("keyword", ["title", "description"])
def test_the_words_of_a_schema_are_bounded_as_those_of_a_field_are(keyword: str) -> None:
    made(f"{{type: boolean, {keyword}: {'x' * 300}}}")
    long = "x" * 301
    assert refused(prop(f"{{type: boolean, {keyword}: {long}}}")) == [
        ("contract/out-of-range", long)
    ]


@pytest.mark.parametrize("keyword", ["title", "description"])
def test_the_words_of_a_schema_hold_no_carriage_return(keyword: str) -> None:
    made(f'{{type: boolean, {keyword}: "One line\\nand another"}}')
    assert refused(prop(f'{{type: boolean, {keyword}: "Safe\\rEvil"}}')) == [
        ("contract/wrong-value", '"Safe\\rEvil"')
    ]


def test_the_words_beside_a_reference_and_of_a_file_are_bounded_too() -> None:
    long = "x" * 301
    beside = closed(
        f'    x: {{$ref: "#/$defs/a", description: {long}}}\n', "  $defs: {a: {type: integer}}\n"
    )
    assert refused(beside) == [("contract/out-of-range", long)]
    file = document(f'{{"type": "boolean", "title": "{long}"}}', "schemas/a.json")
    _, findings = shape_of(
        mapping_of(prop('{$ref: "schemas/a.json"}')),
        types("types: {}"),
        {"schemas/a.json": file},
        place=Place.OUTPUT,
    )
    assert [(each.code, each.span.file) for each in findings] == [
        ("contract/out-of-range", "schemas/a.json")
    ]


def test_every_broken_place_of_a_schema_is_reported_at_once() -> None:
    text = closed("    a: {type: strin}\n    b: {maxLength: many}\n    c: {required: a}\n")
    assert refused(text) == [
        ("in/schema-invalid", "strin"),
        ("in/schema-invalid", "many"),
        ("in/schema-invalid", "a"),
    ]


def test_a_schema_that_is_all_broken_is_reported_in_twenty_places() -> None:
    text = closed("".join(f"    a{number}: {{type: strin}}\n" for number in range(40)))
    assert refused(text) == [("in/schema-invalid", "strin")] * 20
