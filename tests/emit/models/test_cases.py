"""Reported faults of comparable generators, as they must come out here; numbers of the cases."""

from __future__ import annotations

import typing
from pathlib import Path
from typing import Any

import pytest
from emit.models.building import imported_tool, package, request
from emit.models.test_round_trip import assert_round_trip
from pydantic import MISSING, BaseModel, ValidationError

pytestmark = pytest.mark.promise("G1")

Schema = dict[str, Any]


def closed(properties: Schema, required: tuple[str, ...] = (), **more: Any) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": list(required),
        **more,
    }


@pytest.fixture
def model_of(tmp_path: Path) -> typing.Iterator[typing.Callable[[Schema], type[BaseModel]]]:
    """Makes the input model of a schema, importable until the test ends."""
    from contextlib import ExitStack

    with ExitStack() as stack:

        def make(schema: Schema) -> type[BaseModel]:
            module = stack.enter_context(imported_tool(request(input=schema), tmp_path))
            model: type[BaseModel] = module.UseThingV1Input
            return model

        yield make


Make = typing.Callable[[Schema], type[BaseModel]]


def refused(model: type[BaseModel], value: Any) -> bool:
    try:
        model.model_validate(value)
    except ValidationError:
        return True
    return False


def test_005_values_that_would_sanitise_alike_stay_nine_literals() -> None:
    values = ["Etc/GMT+1", "Etc/GMT-1", "a b", "a-b", "a_b", "-R", "R", "1", "-1"]
    text = package([request(input=closed({"zone": {"type": "string", "enum": values}}))])
    for value in values:
        assert f'"{value}"' in text["tools/use_thing_v1.py"]


def test_006_names_of_digits_and_underscores_round_trip(model_of: Make) -> None:
    names = ("2fa", "_id", "__typename", "@type", "x-y", "x.y", "x y", "")
    model = model_of(closed({name: {"type": "string"} for name in names}))
    assert_round_trip(model, {name: f"value of {name}" for name in names})
    assert len(model.model_fields) == 8


def test_007_a_property_that_is_named_like_the_model_api_reads_back(model_of: Make) -> None:
    names = ("schema", "copy", "json", "dict", "model_dump", "model_config", "model_fields", "self")
    model = model_of(closed({name: {"type": "string"} for name in (*names, "validate")}))
    value = {name: f"value of {name}" for name in (*names, "validate")}
    assert_round_trip(model, value)
    made = model.model_validate(value)
    for field, info in model.model_fields.items():
        assert getattr(made, field) == value[info.alias or field]


def test_009_a_ligature_is_another_property(model_of: Make) -> None:
    properties = {"field": {"type": "string"}, "\ufb01eld": {"type": "string"}}
    cyrillic = {"\u0441ount": {"type": "integer"}, "count": {"type": "integer"}}
    model = model_of(closed(properties | cyrillic, ("field",)))
    assert_round_trip(model, {"field": "a", "\ufb01eld": "b", "\u0441ount": 1, "count": 2})
    assert all(name.isascii() for name in model.model_fields)


def test_017_018_a_constant_tag_chooses_the_branch(model_of: Make) -> None:
    crate = closed({"pack": {"const": "crate_v1"}, "v": {"type": "integer"}}, ("pack", "v"))
    bag = closed({"pack": {"const": "bag_v1"}, "v": {"type": "integer"}}, ("pack", "v"))
    items = {"oneOf": [crate, bag], "discriminator": {"propertyName": "pack"}}
    model = model_of(closed({"packs": {"type": "array", "items": items}}, ("packs",)))
    made: Any = model.model_validate({"packs": [{"pack": "bag_v1", "v": 1}]})
    assert type(made.packs[0]).__name__ == "PackBagV1"
    with pytest.raises(ValidationError) as raised:
        model.model_validate({"packs": [{"pack": "Bag", "v": 1}]})
    assert [each["type"] for each in raised.value.errors()] == ["union_tag_invalid"]


def test_023_optional_is_not_nullable(model_of: Make) -> None:
    properties: Schema = {
        "id": {"type": "string"},
        "nick": {"type": "string"},
        "limit": {"type": "integer", "default": 20},
    }
    model = model_of(closed(properties, ("id",)))
    assert refused(model, {"id": "1", "nick": None})
    made: Any = model.model_validate({"id": "1"})
    assert made.nick is MISSING
    assert made.limit == 20
    assert_round_trip(model, {"id": "1"})
    assert_round_trip(model, {"id": "1", "nick": "n", "limit": 20})
    assert made.model_dump() == {"id": "1", "limit": 20}


def test_025_null_and_numbers_in_an_enum_are_compared_as_json(model_of: Make) -> None:
    model = model_of(closed({"level": {"enum": [0, 1, 2, None]}}, ("level",)))
    for value in (0, 1, 2, None):
        assert_round_trip(model, {"level": value})
    # That true is not 1 is the schema's to say: pydantic compares as Python does.
    assert all(refused(model, {"level": value}) for value in ("0", "null", 3))


def test_a_constant_keeps_its_kind(model_of: Make) -> None:
    properties = {"one": {"const": 1}, "yes": {"const": True}, "word": {"const": "1"}}
    model = model_of(closed(properties, ("one", "yes", "word")))
    assert_round_trip(model, {"one": 1, "yes": True, "word": "1"})
    assert refused(model, {"one": "1", "yes": True, "word": "1"})
    assert refused(model, {"one": 1, "yes": True, "word": 1})


def test_028_a_default_is_the_word_itself(model_of: Make) -> None:
    state = {"type": "string", "enum": ["FIRST", "SECOND"], "default": "FIRST"}
    model = model_of(closed({"state": state}))
    absent: Any = model.model_validate({})
    given: Any = model.model_validate({"state": "FIRST"})
    assert absent.state == given.state == "FIRST"


def test_031_a_reference_to_a_place_inside_itself(model_of: Make) -> None:
    children = {"type": "array", "items": {"$ref": "#/properties/nodes/items"}}
    node = closed({"value": {"type": "string"}, "children": children})
    properties = {
        "nodes": {"type": "array", "items": node},
        "twin": {"$ref": "#/properties/nodes/items"},
    }
    model = model_of(closed(properties))
    assert_round_trip(model, {"nodes": [{"children": [{"children": [{"value": "x"}]}]}]})
    assert_round_trip(model, {"twin": {"value": "x"}})
    assert refused(model, {"nodes": [{"children": [{"children": [{"value": 3}]}]}]})


def test_035_a_property_may_be_called_ref(model_of: Make) -> None:
    properties: Schema = {
        "title": {"type": "string"},
        "$ref": {"type": "string", "format": "uri-reference"},
        "properties": {"type": "object"},
        "enum": {"type": "array", "items": {"type": "string"}},
    }
    model = model_of(closed(properties))
    assert_round_trip(model, {"$ref": "#/x", "properties": {}, "enum": ["a"]})
    assert refused(model, {"$ref": 5})


def test_071_words_that_yaml_1_1_would_turn_into_truth_values_stay_words(model_of: Make) -> None:
    words = ["en", "no", "on", "y", "off", "null", "~"]
    model = model_of(closed({"language": {"enum": words}}, ("language",)))
    for word in words:
        assert_round_trip(model, {"language": word})
    assert refused(model, {"language": False})


def test_115_values_that_stand_twice_are_one_literal(model_of: Make) -> None:
    model = model_of(closed({"n": {"enum": [1, 1.0, True]}}, ("n",)))
    assert typing.get_args(model.model_fields["n"].annotation) == (1, True)


def test_an_unlisted_word_of_an_open_enum_passes_the_model(model_of: Make) -> None:
    marks = {"type": "enum", "unknown": "other"}
    state = {"enum": ["open", "closed", "other"], "x-toolcharter": marks}
    model = model_of(closed({"state": state}, ("state",)))
    assert not refused(model, {"state": "reopened"})


def test_numbers_keep_their_kind(model_of: Make) -> None:
    model = model_of(closed({"n": {"type": "number"}}, ("n",)))
    for number in (1, 0.5, -7, 1e-7, 2**53 - 1):
        made: Any = model.model_validate({"n": number})
        assert type(made.n) is type(number)
        assert_round_trip(model, {"n": number})


def test_items_that_must_differ_stay_a_list_in_order(model_of: Make) -> None:
    tags = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
    model = model_of(closed({"tags": tags}, ("tags",)))
    made: Any = model.model_validate({"tags": ["b", "a"]})
    assert made.tags == ["b", "a"]


def test_nothing_is_coerced(model_of: Make) -> None:
    properties = {"s": {"type": "string"}, "i": {"type": "integer"}, "b": {"type": "boolean"}}
    model = model_of(closed(properties))
    assert all(
        refused(model, bad) for bad in ({"s": 1}, {"i": "1"}, {"i": True}, {"b": 1}, {"b": "y"})
    )
    assert refused(model, {"unknown": 1})
