"""Reported bugs about unions, null, defaults and patterns, by their ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from generated_code.boundary import boundary, with_defaults
from generated_code.bug_cases import (
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
from generated_code.packages import imported


def test_017_a_mapping_of_tags_is_refused_where_no_branch_has_its_constant(starter: Tree) -> None:
    union = bounded(case("017"))
    definitions = union.pop("$defs")
    schema = {**closed(what={**union, "description": "What to do."}), "$defs": definitions}
    errors = errors_of(tree_with(starter, schema))
    assert pointers(errors, "in/keyword-forbidden") == {
        "/input/schema/properties/what/discriminator"
    }
    assert pointers(errors, "in/union-no-discriminator") == {"/input/schema/properties/what"}


def test_018_the_constant_is_the_tag(starter: Tree) -> None:
    packs = bounded(case("018"))
    del packs["items"]["discriminator"]
    files = files_of(tree_with(starter, closed(packs={**packs, "description": "The packs."})))
    decide = boundary(input_of(files))
    assert decide({"packs": [{"pack": "bag_v1", "v": 1}]}) == (None, None)
    assert decide({"packs": [{"pack": "Bag", "v": 1}]}) == (
        "UNKNOWN_DISCRIMINATOR",
        "/packs/0/pack",
    )
    assert "bag_v1" in files["ticket_tools/tools/try_case_v1.py"]


def test_023_optional_is_not_nullable(starter: Tree, folder: Path) -> None:
    schema = bounded(case("023"))
    schema["properties"]["mark"] = schema["properties"].pop("id")
    schema["required"] = ["mark"]
    files = files_of(tree_with(starter, schema))
    decide = boundary(input_of(files))
    assert decide({"mark": "1", "nick": None}) == ("INVALID_ARGUMENT", "/nick")
    assert decide({"mark": "1"}) == (None, None)
    resolved = {"mark": "1", "limit": 20}
    assert with_defaults(input_of(files), {"mark": "1"}) == resolved
    assert with_defaults(input_of(files), dict(resolved)) == resolved
    with imported(folder, files) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        least = model.model_validate({"mark": "1"})
        assert least.model_dump_json(by_alias=True, exclude_unset=True) == '{"mark":"1"}'
        with pytest.raises(ValueError, match="nick"):
            model.model_validate({"mark": "1", "nick": None})


def test_025_numbers_and_null_in_an_enum_are_compared_as_json(starter: Tree, folder: Path) -> None:
    level = {**case("025"), "description": "A level."}
    files = files_of(tree_with(starter, {**closed(level=level), "required": ["level"]}))
    decide = boundary(input_of(files))
    for equal in (0, 1, 2, None, 1.0):
        assert decide({"level": equal}) == (None, None)
    for other in (False, True, "0", "null"):
        assert decide({"level": other}) == ("INVALID_ARGUMENT", "/level")
    with imported(folder, files) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        assert [model(level=value).level for value in (0, 1, 2, None)] == [0, 1, 2, None]


def test_028_defaults_that_are_no_values_are_refused(starter: Tree) -> None:
    at = "/input/schema/properties"
    errors = errors_of(tree_with(starter, bounded(case("028"))))
    assert pointers(errors, "in/default-invalid") == {f"{at}/mode/default", f"{at}/n/default"}


def test_028_a_default_of_an_enum_is_one_of_its_words(starter: Tree, folder: Path) -> None:
    schema = closed(state=bounded(case("028"))["properties"]["state"])
    with imported(folder, files_of(tree_with(starter, schema))) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        assert model.model_validate({}).state == model.model_validate({"state": "FIRST"}).state


@pytest.mark.parametrize("number", ["059", "060"])
def test_059_060_a_pattern_means_what_ecma_262_says(number: str, starter: Tree) -> None:
    it = case(number)
    code = {**it["schema"], "maxLength": 9, "description": "A code."}
    decide = boundary(input_of(files_of(tree_with(starter, closed(code=code)))))
    assert [decide({"code": text})[0] for text in it["accept"]] == [None] * len(it["accept"])
    assert {decide({"code": text})[0] for text in it["reject"]} == {"INVALID_ARGUMENT"}


@pytest.mark.parametrize("number", ["059", "060"])
def test_059_060_a_model_never_refuses_what_the_boundary_accepts(
    number: str, starter: Tree, folder: Path
) -> None:
    it = case(number)
    code = {**it["schema"], "maxLength": 9, "description": "A code."}
    with imported(folder, files_of(tree_with(starter, closed(code=code)))) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        assert [model(code=text).code for text in it["accept"]] == it["accept"]


def test_062_a_pattern_that_cannot_be_enforced_is_refused(starter: Tree) -> None:
    key = {**case("062"), "maxLength": 9, "description": "A key."}
    errors = errors_of(tree_with(starter, closed(key=key)))
    assert pointers(errors, "in/pattern-dialect") == {"/input/schema/properties/key/pattern"}
