"""Reported bugs about names, by their ids: what a catalog may be called, and its fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from generated_code.bug_cases import (
    Tree,
    bounded,
    case,
    closed,
    contract,
    errors_of,
    files_of,
    pointers,
    tree_with,
)
from generated_code.packages import imported


def test_005_words_that_sanitise_alike_stay_nine_words(starter: Tree, folder: Path) -> None:
    zones = case("005")["enum"]
    more = [*zones[:3], "a.b", *zones[3:]]
    for words in (zones, more):
        zone = {"type": "string", "enum": words, "description": "A zone."}
        with imported(folder, files_of(tree_with(starter, closed(zone=zone)))) as load:
            model = load("tools.try_case_v1").TryCaseV1Input
            assert get_args(get_args(model.model_fields["zone"].annotation)[0]) == tuple(words)
            assert [model(zone=word).zone for word in words] == words


def test_006_names_that_python_does_not_take_reach_the_wire(starter: Tree, folder: Path) -> None:
    schema = bounded(case("006"))
    # An `_id` is a string like any other here, and the empty name has a test of its own.
    schema["properties"] = {
        name.replace("_id", "_mark"): part for name, part in schema["properties"].items() if name
    }
    value = {name: f"the value of {name}" for name in schema["properties"]}
    assert len(value) == 7
    with imported(folder, files_of(tree_with(starter, schema))) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        assert model.model_validate(value).model_dump(by_alias=True) == value
        assert len(model.model_fields) == 7


def test_006_the_empty_name_is_refused_at_its_place(starter: Tree) -> None:
    errors = errors_of(tree_with(starter, bounded(case("006"))))
    assert pointers(errors, "name/charset-length") == {"/input/schema/properties/"}


def test_007_names_of_the_model_library_are_fields(starter: Tree, folder: Path) -> None:
    schema = bounded(case("007"))
    # A string called json is refused as an object in disguise; a number is none.
    schema["properties"]["json"] = schema["properties"]["copy"]
    value: dict[str, Any] = {
        name: {"string": name, "integer": 7, "boolean": True}[part["type"]]
        for name, part in schema["properties"].items()
    }
    assert len(value) == 10
    with imported(folder, files_of(tree_with(starter, schema))) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        made = model.model_validate(value)
        assert made.model_dump(by_alias=True) == value
        held = {
            field.alias or name: getattr(made, name) for name, field in model.model_fields.items()
        }
        assert held == value


def test_009_names_that_look_the_same_are_refused_with_both_places(starter: Tree) -> None:
    errors = errors_of(tree_with(starter, bounded(case("009"))))
    found = {
        frozenset((each.span.pointer, each.related[0].span.pointer))
        for each in errors
        if each.code == "name/confusable"
    }
    at = "/input/schema/properties/"
    assert found == {
        frozenset((f"{at}field", f"{at}\ufb01eld")),
        frozenset((f"{at}count", f"{at}\u0441ount")),
    }


@pytest.mark.parametrize("name", ["Get_User", "get-user"])
def test_015_a_name_that_a_disk_may_fold_is_refused(name: str, starter: Tree) -> None:
    assert name in [tool["name"] for tool in case("015")["tools"]]
    tree = {**starter, f"tools/tickets/{name}.v1.yaml": contract(closed(), tool=name)}
    assert pointers(errors_of(tree), "name/charset-length") == {"/tool"}


def test_015_a_device_name_becomes_a_file_of_another_name(starter: Tree) -> None:
    files = files_of({**starter, "tools/tickets/con.v1.yaml": contract(closed(), tool="con")})
    stems = {Path(path).stem.casefold() for path in files}
    assert "con_v1" in stems
    assert not stems & {"con", "aux", "nul", "prn"}
