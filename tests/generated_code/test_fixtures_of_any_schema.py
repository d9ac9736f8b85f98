"""Whatever schema the dialect accepts, its fixtures are made, and say what the boundary says."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from ir.shapes.instances import Made, made_shapes
from ir.shapes.made import mapping_of
from ir.shapes.test_hostile_schemas import schemas
from toolcharter.emit.fixtures import MOST_REFUSALS, fixtures_of
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.types import TypeTable
from toolcharter.ir.validators import FORMATS

from generated_code.boundary import boundary

Schema = dict[str, Any]


def _canonical(written: Schema) -> Schema | None:
    """The canonical schema, where nothing is found."""
    root = mapping_of(json.dumps({"schema": written}))
    shape, findings = shape_of(root, TypeTable(), {}, place=Place.OUTPUT)
    return None if shape is None or findings else dict(shape.schema)


def _told(schema: Schema) -> list[tuple[str | None, str | None]]:
    """The decisions of the fixtures, each made by the boundary too."""
    decide = boundary(schema)
    found = []
    for fixture in fixtures_of("input", schema):
        decision = (fixture["code"], fixture["field"])
        assert decide(fixture["value"]) == decision, (schema, fixture)
        found.append(decision)
    return found


def _told_of(written: Schema) -> list[tuple[str | None, str | None]]:
    schema = _canonical(written)
    assert schema is not None
    return _told(schema)


@settings(max_examples=150, deadline=None)
@given(schemas())
def test_any_schema_has_fixtures_that_the_boundary_decides_alike(written: Any) -> None:
    whole = {
        "type": "object",
        "properties": {"a": written},
        "required": ["a"],
        "additionalProperties": False,
    }
    if (schema := _canonical(whole)) is not None:
        _told(schema)


def _fields(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    """The keywords of an object; one that is closed half of the time."""
    named = st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    made = st.tuples(named, st.integers(0, 3), st.booleans(), st.booleans())

    def _object(drawn: tuple[Schema, int, bool, bool]) -> Schema:
        properties, count, is_typed, is_closed = drawn
        return {
            **({"type": "object"} if is_typed else {}),
            "properties": properties,
            "required": list(properties)[:count],
            **({"additionalProperties": False} if is_closed else {}),
        }

    return made.map(_object)


def _values(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    fields = _fields(inner)
    tagged = st.lists(fields, min_size=1, max_size=3).map(
        lambda branches: [
            {
                **branch,
                "properties": {**branch["properties"], "k": {"const": f"k{place}"}},
                "required": [*branch["required"], "k"],
            }
            for place, branch in enumerate(branches)
        ]
    )
    several = st.lists(inner, min_size=1, max_size=2)
    joins = st.fixed_dictionaries(
        {},
        optional={
            "oneOf": tagged | tagged | several,
            "anyOf": tagged | several,
            "allOf": st.lists(fields, min_size=1, max_size=2),
            "minProperties": st.integers(0, 3),
            "maxProperties": st.integers(1, 5),
            "dependentRequired": st.just({"a": ["b"]}),
            "propertyNames": st.just({"maxLength": 9}),
            "unevaluatedProperties": st.just(False),
        },
    )
    lists = st.fixed_dictionaries(
        {"type": st.just("array")},
        optional={
            "items": st.just(False) | inner,
            "prefixItems": several,
            "minItems": st.integers(0, 3),
            "maxItems": st.integers(1, 4),
            "uniqueItems": st.booleans(),
        },
    )
    maps = st.fixed_dictionaries(
        {
            "type": st.just("object"),
            "additionalProperties": inner,
            "propertyNames": st.sampled_from([{"pattern": "^[a-c]{1,2}$"}, {"enum": ["x", "y"]}]),
            "maxProperties": st.just(3),
        },
        optional={"minProperties": st.integers(0, 3)},
    )
    both = st.tuples(fields, joins).map(lambda drawn: {**drawn[0], **drawn[1]})
    return st.one_of(both, both, lists, maps)


def _scalars() -> st.SearchStrategy[Schema]:
    low, step = st.sampled_from([-3, 0, 2]), st.sampled_from([1, 2, 3])
    rules = {
        "minimum": low,
        "exclusiveMinimum": low,
        "maximum": st.sampled_from([-1, 1, 5, 100]),
        "exclusiveMaximum": st.sampled_from([-1, 1, 5, 100]),
        "multipleOf": step,
    }
    return st.one_of(
        st.fixed_dictionaries({"type": st.sampled_from(["integer", "number"])}, optional=rules),
        st.fixed_dictionaries(
            {"type": st.just("string"), "maxLength": st.integers(0, 9)},
            optional={
                "minLength": st.integers(0, 4),
                "pattern": st.sampled_from(["^[a-z]*$", "^[0-9]{2}$", "x"]),
            },
        ),
        st.sampled_from([{"type": ["null", "boolean"]}, {"enum": [1, "a", None]}, {"const": []}]),
    )


@settings(max_examples=300, deadline=None)
@given(st.recursive(_scalars(), _values, max_leaves=8))
def test_objects_that_are_joined_and_chosen_have_fixtures_that_the_boundary_decides_alike(
    written: Schema,
) -> None:
    whole = {
        "type": "object",
        "properties": {"a": written},
        "required": ["a"],
        "additionalProperties": False,
    }
    for each in (whole, written):
        if (schema := _canonical(each)) is not None:
            _told(schema)


@settings(max_examples=50, deadline=None)
@given(made_shapes())
def test_every_shape_of_fields_has_a_fixture_that_passes(made: Made) -> None:
    assert (None, None) in _told(dict(made.shape.schema))


def test_a_value_that_is_no_object_is_no_place_for_a_field() -> None:
    part = {"properties": {}, "additionalProperties": False, "oneOf": [{"enum": [1, "a"]}]}
    found = _told_of(
        {
            "type": "object",
            "required": ["a"],
            "properties": {"a": part},
            "additionalProperties": False,
        }
    )
    assert all(field != "/a/not_in_the_contract" for _, field in found)


def test_a_text_of_every_format_that_is_checked_is_known() -> None:
    for name in sorted(FORMATS):
        text = {"type": "string", "format": name, "maxLength": 50}
        found = _told_of(
            {
                "type": "object",
                "required": ["a"],
                "properties": {"a": text},
                "additionalProperties": False,
            }
        )
        assert (None, None) in found, name


def test_a_very_large_object_has_a_bounded_number_of_fixtures() -> None:
    names = [f"p{n}" for n in range(2 * MOST_REFUSALS)]
    whole = {
        "type": "object",
        "properties": {key: {"type": "boolean"} for key in names},
        "required": names,
        "additionalProperties": False,
    }
    assert len(list(fixtures_of("input", whole))) == MOST_REFUSALS + 1


def test_a_union_beside_common_fields_has_fixtures_for_both() -> None:
    branch = {"type": "object", "required": ["k"], "properties": {"k": {"const": "x"}}}
    other = {"type": "object", "required": ["k"], "properties": {"k": {"const": "y"}}}
    found = _told_of(
        {
            "type": "object",
            "required": ["id"],
            "properties": {"id": {"type": "integer", "minimum": 0, "maximum": 9}},
            "oneOf": [branch, other],
            "unevaluatedProperties": False,
        }
    )
    assert found.count((None, None)) == 1
    assert found.count(("MISSING_FIELD", "/id")) == 1
    assert found.count(("MISSING_FIELD", "/k")) == 2
    assert found.count(("UNKNOWN_FIELD", "/not_in_the_contract")) == 3


def test_branches_without_a_type_are_objects_where_they_have_properties() -> None:
    union = {
        "oneOf": [
            {"required": ["k"], "properties": {"k": {"const": "x"}}, "additionalProperties": False},
            {"required": ["k"], "properties": {"k": {"const": "y"}}, "additionalProperties": False},
        ]
    }
    found = _told_of(
        {
            "type": "object",
            "required": ["u"],
            "properties": {"u": union},
            "additionalProperties": False,
        }
    )
    assert found.count(("MISSING_FIELD", "/u/k")) == 2
    assert found.count(("UNKNOWN_FIELD", "/u/not_in_the_contract")) == 2


def test_a_tuple_has_its_items_and_the_objects_in_it_their_fixtures() -> None:
    inner = {
        "type": "object",
        "required": ["x"],
        "properties": {"x": {"type": "boolean"}},
        "additionalProperties": False,
    }
    pair = {
        "type": "array",
        "prefixItems": [{"enum": ["a"]}, inner],
        "items": False,
        "minItems": 2,
        "maxItems": 2,
    }
    found = _told_of(
        {
            "type": "object",
            "required": ["p"],
            "properties": {"p": pair},
            "additionalProperties": False,
        }
    )
    assert (None, None) in found
    assert ("MISSING_FIELD", "/p/1/x") in found
    assert ("UNKNOWN_FIELD", "/p/1/not_in_the_contract") in found
