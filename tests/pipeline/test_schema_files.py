"""Files below ``schemas/`` are judged whether or not a contract refers to them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from toolcharter.pipeline import compile_catalog

from pipeline.catalogs import compiled, starter, worked_catalog

FILE = "schemas/own/unused.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAME = {"type": "string", "minLength": 1, "maxLength": 40, "description": "A name."}
CLOSED = {"type": "object", "additionalProperties": False, "properties": {"name": NAME}}


def with_file(contents: object, path: str = FILE) -> Mapping[str, bytes]:
    tree = starter() if path == FILE else worked_catalog()
    return {**tree, path: json.dumps(contents, indent=1).encode()}


def found(contents: object) -> list[tuple[str, str]]:
    """Codes and pointers of what is wrong with the file; nothing else is."""
    result = compile_catalog(with_file(contents), emit=False, compiler="test")
    assert {each.span.file for each in result.diagnostics if each.is_error} <= {FILE}
    return [(each.code, each.span.pointer) for each in result.diagnostics if each.is_error]


@pytest.mark.parametrize("dialect", [{}, {"$schema": DIALECT}])
def test_a_sound_file_that_nobody_refers_to_is_no_finding(dialect: dict[str, Any]) -> None:
    compiled(with_file({**dialect, **CLOSED, "$defs": {"name": NAME, "one": CLOSED}}))


@pytest.mark.parametrize(
    "dialect",
    [
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema#",
        "",
        7,
    ],
)
def test_any_other_dialect_is_refused(dialect: object) -> None:
    assert found({"$schema": dialect, "$defs": {"name": NAME}}) == [
        ("in/keyword-forbidden", "/$schema")
    ]


def test_a_dialect_below_the_root_is_refused() -> None:
    assert found({"$defs": {"name": {"$schema": DIALECT, **NAME}}}) == [
        ("in/keyword-forbidden", "/$defs/name/$schema")
    ]


WRONG: dict[str, tuple[Any, str, str]] = {
    "keyword": ({"if": True}, "in/keyword-forbidden", "/if"),
    "format": ({"type": "string", "format": "nope"}, "in/format-unchecked", "/format"),
    "reference": ({"$ref": "#/$defs/nobody"}, "ref/unresolved", "/$ref"),
    "outside": ({"$ref": "https://example.com/x.json"}, "ref/external", "/$ref"),
    "required": ({**CLOSED, "required": ["nam"]}, "in/required-undefined", "/required/0"),
    "example": ({**NAME, "examples": [7]}, "in/example-invalid", "/examples/0"),
    "pattern": ({"type": "string", "pattern": "("}, "in/pattern-invalid", "/pattern"),
    "type": ({"type": "strin"}, "in/schema-invalid", "/type"),
    "never": ({"type": "integer", "minimum": 2, "maximum": 1}, "in/unsatisfiable", ""),
}


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("at", ["", "/$defs/a~1b%25c", "/properties/x/items/$defs/deep"])
def test_what_a_contract_would_find_is_found_in_the_file_and_in_each_definition(
    what: str, at: str
) -> None:
    schema, code, pointer = WRONG[what]
    contents = {
        "": schema,
        "/$defs/a~1b%25c": {"$defs": {"a/b%25c": schema}},
        "/properties/x/items/$defs/deep": {
            **CLOSED,
            "properties": {"x": {"type": "array", "items": {"$defs": {"deep": schema}, **NAME}}},
        },
    }[at]
    (one,) = found(contents)
    assert one[0] == code
    assert one[1].startswith(at + pointer)


def test_an_example_that_looks_like_definitions_holds_none() -> None:
    example = {"name": "x", "$defs": {"a": {"if": True}}}
    open_object = {**CLOSED, "additionalProperties": {"type": "object"}, "examples": [example]}
    assert found({"$defs": {"one": open_object}}) == []


@pytest.mark.parametrize("contents", [[], "text", 7, None])
def test_what_is_no_schema_at_all_is_refused(contents: object) -> None:
    assert [code for code, _ in found(contents)] == ["in/schema-invalid"]


def test_a_finding_in_a_file_that_contracts_refer_to_is_told_once() -> None:
    path = next(path for path in worked_catalog() if path.startswith("schemas/"))
    contents = json.loads(worked_catalog()[path])
    option = contents["$defs"]["option"]
    option["properties"]["quote"]["format"] = "nope"
    result = compile_catalog(with_file(contents, path), emit=False, compiler="test")
    errors = [each for each in result.diagnostics if each.is_error]
    assert [(each.code, each.span.file) for each in errors] == [("in/format-unchecked", path)]
