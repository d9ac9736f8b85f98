"""Reported bugs about references, by their ids: where they lead, and where they are refused."""

from __future__ import annotations

import json

import pytest

from generated_code.boundary import boundary
from generated_code.bug_cases import (
    Schema,
    Tree,
    bounded,
    case,
    closed,
    errors_of,
    files_of,
    input_of,
    pointers,
    tree_with,
)


def test_031_a_shape_inside_itself_is_refused_because_it_has_no_bound(starter: Tree) -> None:
    errors = errors_of(tree_with(starter, case("031")))
    at = "/input/schema/properties/nodes/items/properties/children/items/$ref"
    assert pointers(errors, "ref/cycle") == {at}


def test_035_a_property_may_be_called_ref(starter: Tree) -> None:
    schema = case("035")
    schema["properties"] |= {
        "$ref": {"type": "string"},
        "properties": closed(),
        "enum": {"type": "array", "items": {"type": "string", "maxLength": 9}},
    }
    schema["properties"] = {
        name: {**bounded(part), "description": "A value."}
        for name, part in schema["properties"].items()
    }
    decide = boundary(input_of(files_of(tree_with(starter, schema))))
    assert decide({"$ref": "#/x", "properties": {}, "enum": ["a"]}) == (None, None)
    assert decide({"$ref": 5}) == ("INVALID_ARGUMENT", "/$ref")


@pytest.mark.parametrize("file", ["", "schemas/odd.json"])
def test_036_escapes_in_pointers_are_read_in_their_order(file: str, starter: Tree) -> None:
    schema = case("036")
    for part in schema["properties"].values():
        part["$ref"] = file + part["$ref"]
    more = {}
    if file:
        more = {file: json.dumps({"$defs": schema.pop("$defs")}).encode()}
    decide = boundary(input_of(files_of({**tree_with(starter, schema), **more})))
    assert decide({"a": 1, "b": 2, "c": 3, "d": 4}) == (None, None)
    assert decide({"a": 1, "b": 2, "c": 3, "d": 5}) == ("INVALID_ARGUMENT", "/d")


def test_037_a_broken_reference_is_reported_once_and_where_it_is(starter: Tree) -> None:
    schema = bounded({**case("037"), "additionalProperties": False})
    schema["$defs"]["Good"] |= {"maxLength": 9, "description": "Good."}
    (error,) = errors_of(tree_with(starter, schema))
    assert (error.code, error.span.pointer) == (
        "ref/unresolved",
        "/input/schema/properties/bad/$ref",
    )
    assert "#/$defs/Good" in error.hint


def test_038_a_reference_to_the_network_is_refused(starter: Tree) -> None:
    document = case("038")
    answer = document["paths"]["/u"]["get"]["responses"]["200"]
    reference = answer["content"]["application/json"]["schema"]
    assert reference["$ref"].startswith("http://127.0.0.1:9/")
    errors = errors_of(tree_with(starter, closed(u=reference)))
    assert pointers(errors, "ref/external") == {"/input/schema/properties/u/$ref"}


def test_039_references_out_of_the_catalog_are_refused(starter: Tree) -> None:
    schema = {**case("039"), "additionalProperties": False}
    errors = errors_of(tree_with(starter, schema))
    at = "/input/schema/properties"
    assert pointers(errors, "ref/external") == {f"{at}/{name}/$ref" for name in "abcd"}


def test_118_references_that_fan_out_are_refused_before_they_are_written_out(
    starter: Tree,
) -> None:
    recipe = case("118")["generate"]
    width, depth = recipe["each_refers_to"], recipe["depth"]
    definitions: dict[str, Schema] = {
        f"level_{level}": closed(
            **{f"part_{index}": {"$ref": f"#/$defs/level_{level + 1}"} for index in range(width)}
        )
        for level in range(depth)
    }
    definitions[f"level_{depth}"] = {"type": "boolean", "description": "The end."}
    tree = tree_with(starter, closed(root={"$ref": "schemas/huge.json#/$defs/level_0"}))
    tree["schemas/huge.json"] = json.dumps({"$defs": definitions}).encode()
    assert "in/depth-size" in {each.code for each in errors_of(tree)}


def test_118_a_reference_to_a_remote_document_is_not_fetched(starter: Tree) -> None:
    answer = case("118")["paths"]["/"]["get"]["responses"]["200"]
    reference = answer["content"]["application/json"]["schema"]
    errors = errors_of(tree_with(starter, closed(root=reference)))
    assert pointers(errors, "ref/external") == {"/input/schema/properties/root/$ref"}
