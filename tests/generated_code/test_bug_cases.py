"""Reported bugs of comparable systems, by their ids, through every stage to generated code.

The inputs are those of the case collection. Where a case leaves a bound or a description out that our
language asks for, the test adds it and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from pipeline.catalogs import ROOT
from toolcharter.diagnostics import Diagnostic
from toolcharter.pipeline import compile_catalog

from generated_code.boundary import boundary, with_defaults
from generated_code.inert import check_inert
from generated_code.packages import imported
from generated_code.settling import check_findings

Tree = Mapping[str, bytes]
Files = Mapping[str, str]
Schema = dict[str, Any]

BUGS = ROOT / "tests" / "cases" / "bugs"
FILE = "tools/tickets/try_case.v1.yaml"


def case(number: str) -> Any:
    """The input of a case, as data."""
    (path,) = next(BUGS.glob(f"{number}-*")).glob("input.*")
    return (
        yaml.safe_load(path.read_text()) if path.suffix == ".yaml" else json.loads(path.read_text())
    )


def contract(schema: Schema, **changes: Any) -> bytes:
    """A read for the starter catalog that takes what the schema describes."""
    facets = {
        "tool": "try_case",
        "version": 1,
        "purpose": "Try a case.",
        "effect": {"class": "read"},
        "permissions": ["ticket.read"],
        "preconditions": [],
        "input": {"schema": schema},
        "output": {"fields": {"done": {"type": "boolean", "describe": "Whether it is done."}}},
        "views": {"all": {"shows": "everything"}},
        "failure": {"retry": {"class": "never"}},
        "limits": {"timeout": "3s"},
    }
    return json.dumps(facets | changes, indent=1, ensure_ascii=False).encode()


def bounded(schema: Any) -> Any:
    """The schema with the bounds and descriptions that our language asks for."""
    if isinstance(schema, list):
        return [bounded(each) for each in schema]
    if not isinstance(schema, dict) or "$ref" in schema:
        return schema
    made = {
        key: bounded(value) if key in ("items", "oneOf") else value for key, value in schema.items()
    }
    if isinstance(made.get("properties"), dict):
        made["properties"] = {
            name: {**bounded(part), "description": "A value of the case."}
            for name, part in made["properties"].items()
        }
    match made.get("type"):
        case "string" if "enum" not in made:
            made.setdefault("maxLength", 40)
        case "integer" | "number":
            made |= {"type": "integer", "minimum": 0, "maximum": 100}
        case "array":
            made.setdefault("maxItems", 3)
    return made


def closed(**properties: Schema) -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def tree_with(starter: Tree, schema: Schema, **changes: Any) -> dict[str, bytes]:
    return {**starter, FILE: contract(schema, **changes)}


def files_of(tree: Tree) -> Files:
    """The generated files of a catalog that must compile."""
    result = compile_catalog(tree, emit=True, compiler="test")
    assert result.files is not None, [(each.code, each.message) for each in result.diagnostics]
    for path, text in result.files.items():
        if path.endswith(".py"):
            check_inert(path, text)
    return result.files


def errors_of(tree: Tree) -> list[Diagnostic]:
    """The errors of a catalog that must not compile."""
    result = compile_catalog(tree, emit=True, compiler="test")
    assert result.files is None
    check_findings(result.diagnostics, tree)
    return [each for each in result.diagnostics if each.is_error]


def input_of(files: Files) -> Schema:
    schema: Schema = json.loads(files["ticket_tools/schemas/try_case_v1.json"])["input"]
    return schema


def pointers(errors: list[Diagnostic], code: str) -> set[str]:
    return {each.span.pointer for each in errors if each.code == code}


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


def test_066_names_of_a_document_are_text_in_every_sentence(starter: Tree, folder: Path) -> None:
    document = case("066")
    (path,) = document["paths"]
    operation = document["paths"][path]["put"]
    texts = [
        document["info"]["title"],
        document["info"]["version"],
        path,
        operation["parameters"][1]["name"],
        *operation["requestBody"]["content"],
    ]
    words = {"type": "string", "enum": texts, "description": " ".join(texts), "default": texts[0]}
    files = files_of(tree_with(starter, closed(words=words), purpose=" ".join(texts)))
    with imported(folder, files) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        assert [model(words=text).words for text in texts] == texts
        assert model().words == texts[0]


def test_069_braces_are_text_and_nothing_is_computed(starter: Tree) -> None:
    it = case("069")
    schema = bounded(it["input"])
    # People's words have no default; a string that machines make has a pattern, and may.
    schema["properties"]["tpl"]["pattern"] = "^[ -~]{0,40}$"
    default = schema["properties"]["tpl"]["default"]
    files = files_of(tree_with(starter, schema, purpose=it["description"]))
    name = "try_case_v1"
    wording = json.loads(files[f"ticket_tools/wording/{name}.json"])
    assert wording["description"] == it["description"]
    assert input_of(files)["properties"]["tpl"]["default"] == default
    module = files[f"ticket_tools/tools/{name}.py"]
    assert it["description"] in " ".join(module.split())
    assert f'"{default}"' in module
    assert "49" not in json.dumps(wording) + files[f"ticket_tools/schemas/{name}.json"]


def test_070_hostile_arguments_are_plain_words_in_a_contract(starter: Tree, folder: Path) -> None:
    arguments = case("070")["proposal"]["arguments"]
    seen = [text for text in arguments.values() if "\u202e" not in text]
    assert len(seen) == 3
    words = {"type": "string", "enum": seen, "description": " ".join(seen)}
    with imported(folder, files_of(tree_with(starter, closed(words=words)))) as load:
        model = load("tools.try_case_v1").TryCaseV1Input
        assert [model(words=text).words for text in seen] == seen


def test_070_a_mark_that_turns_text_around_is_refused_in_a_contract(starter: Tree) -> None:
    address = case("070")["proposal"]["arguments"]["cc"]
    words = {"type": "string", "enum": ["a", address], "description": "Words."}
    errors = errors_of(tree_with(starter, closed(words=words)))
    assert pointers(errors, "text/bidi-control") == {"/input/schema/properties/words/enum/1"}


def test_115_a_value_that_stands_twice_is_refused(starter: Tree) -> None:
    schema = bounded(case("115"))
    # A fraction is refused by the reader, whatever it equals.
    schema["properties"]["n"]["enum"] = [1, 1, True]
    errors = errors_of(tree_with(starter, schema))
    at = "/input/schema/properties"
    assert pointers(errors, "in/enum-duplicate") == {f"{at}/kind/enum/2", f"{at}/n/enum/1"}


def test_115_a_type_that_stands_twice_is_refused(starter: Tree) -> None:
    schema = closed(t={**case("115")["properties"]["t"], "maxLength": 9, "description": "A t."})
    errors = errors_of(tree_with(starter, schema))
    assert {
        pointer.rpartition("/type")[0] for pointer in pointers(errors, "in/schema-invalid")
    } == {"/input/schema/properties/t"}


def test_115_a_fraction_that_equals_a_number_is_refused(starter: Tree) -> None:
    errors = errors_of(tree_with(starter, bounded(case("115"))))
    assert pointers(errors, "yaml/float") == {"/input/schema/properties/n/enum/1"}


def test_116_instructions_that_nobody_sees_are_refused_in_a_purpose_and_a_name(
    starter: Tree,
) -> None:
    it = case("116")
    errors = errors_of(tree_with(starter, it["input"], purpose=it["description"]))
    at = "/input/schema/properties/p\u200bath"
    assert pointers(errors, "text/bidi-control") == {"/purpose", at, f"{at}/description"}


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
