"""What a schema holds as data stands in the generated code as the same data."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from pipeline.catalogs import compiled
from toolcharter.pipeline import compile_catalog

from generated_code import keep_words
from generated_code.hostile_texts import CODE, ENDINGS, TEXTS, as_said
from generated_code.inert import check_inert, words
from generated_code.packages import check_import_is_inert, imported, written
from generated_code.profiles import examples
from generated_code.settling import check_findings

Tree = Mapping[str, bytes]
Files = Mapping[str, str]

OWN_WORDS = {"forbid", keep_words.MADE}
TEXTS_TO_KEEP = (
    *ENDINGS.values(),
    *(" ", "a b", "a.b", "a/b~c", "**", "$ref", "\\", '"', "'", '"""', "{{ 7*7 }}", "%s", "#"),
    *("class", "None", "self", "__class__", "model_config", "_private", "2fa", "\ufb01eld"),
    *(f"') or {CODE} or ('", f'"""\n{CODE}\n"""', f"\\\n{CODE}", f"{{{CODE}}}", f"\r{CODE}"),
)


def files_with(starter: Tree, text: str) -> Files | None:
    """The files of the package with the contract; None where the text is refused for what it is."""
    contents = {**starter, keep_words.FILE: keep_words.contract(text)}
    result = compile_catalog(contents, emit=True, compiler="test")
    check_findings(result.diagnostics, contents)
    if result.files is None:
        errors = {each.code for each in result.diagnostics if each.is_error}
        assert errors == {"in/stringified-json"}
        return None
    return dict(result.files)


def check_package(files: Files, text: str, folder: Path) -> None:
    """The text is the same data in the enforced schema, in the fixtures, in the models' source and
    in the models at work."""
    name = keep_words.WIRE_NAME
    schemas = json.loads(files[f"ticket_tools/schemas/{name}.json"])
    assert schemas["input"] == keep_words.enforced(text, text)
    assert schemas["answer"] == keep_words.enforced(text, keep_words.without_dots(text))
    fixtures = json.loads(files[f"ticket_tools/fixtures/{name}.json"])
    assert {"fixed": text} in [fixture["value"] for fixture in fixtures]
    wording = json.loads(files[f"ticket_tools/wording/{name}.json"])
    assert words(wording["description"]) == words(f"{as_said(text)} is kept.")
    assert wording["input"][""] == {"title": as_said(text), "description": as_said(text)}
    module = files[f"ticket_tools/tools/{name}.py"]
    check_inert(name, module)
    assert data_in_models(module) - keep_words.strings(text) <= OWN_WORDS
    # A name that Python can have needs no alias, and then the output need not spell it.
    assert keep_words.strings(text) - data_in_models(module) <= {keep_words.without_dots(text)}
    with imported(folder, files) as load:
        model = load(f"tools.{name}").KeepWordsV1Input
        whole = model.model_validate(keep_words.value(text))
        assert whole.model_dump(by_alias=True, exclude_unset=True) == keep_words.value(text)
        least = model.model_validate({"fixed": text})
        assert least.choice == text


def data_in_models(module: str) -> set[str]:
    """Every string in the classes of models that is no docstring."""
    models = [
        node
        for node in ast.parse(module).body
        if isinstance(node, ast.ClassDef) and not node.name.endswith("Adapter")
    ]
    nodes = [each for model in models for each in ast.walk(model)]
    docstrings = {id(each.value) for each in nodes if isinstance(each, ast.Expr)}
    return {
        each.value
        for each in nodes
        if isinstance(each, ast.Constant)
        and isinstance(each.value, str)
        and id(each) not in docstrings
    }


@pytest.mark.parametrize("text", TEXTS_TO_KEEP)
def test_names_words_constants_and_defaults_may_be_any_text(
    text: str, starter: Tree, folder: Path
) -> None:
    files = files_with(starter, text)
    assert files is not None
    check_package(files, text, folder)


def test_any_text_is_the_same_data_in_the_generated_code(starter: Tree, folder: Path) -> None:
    kept: list[str] = []

    @examples(12)
    @given(TEXTS.filter(lambda text: text not in ("", "*")))
    def holds(text: str) -> None:
        files = files_with(starter, text)
        if files is None:
            return
        check_package(files, text, folder)
        kept.append(f"tools_{len(kept)}")
        written(folder, files, package=kept[-1])

    holds()
    assert len(kept) >= 10
    check_import_is_inert(folder, kept)


@pytest.mark.parametrize("name", ["", "*"])
def test_a_property_without_a_name_is_refused(name: str, starter: Tree) -> None:
    contents = {**starter, keep_words.FILE: keep_words.contract(name)}
    result = compile_catalog(contents, emit=True, compiler="test")
    assert result.files is None
    check_findings(result.diagnostics, contents)
    found = {each.span.pointer for each in result.diagnostics if each.is_error}
    assert {f"/input/schema/properties/{name}", f"/output/schema/properties/{name}"} <= found


def test_a_dot_in_a_name_of_an_output_is_refused(starter: Tree) -> None:
    contents = {**starter, keep_words.FILE: keep_words.contract("a b")}
    contents[keep_words.FILE] = contents[keep_words.FILE].replace(b'"a b": {', b'"a.b": {')
    result = compile_catalog(contents, emit=True, compiler="test")
    found = [each for each in result.diagnostics if each.code == "name/charset-length"]
    assert {each.span.pointer.split("/")[1] for each in found} == {"output"}


PATTERNS = {
    "^[\"']{1,3}$": '"\'"',
    '^"{3}\\n?$': '"""',
    "^\\\\{1,3}$": "\\\\",
    "^[{}%#]{1,8}$": "{{%}}#",
    "^\\$\\{x\\}$": "${x}",
    "^\\) or [a-z]{1,9}\\($": ") or print(",
    "^[\\x00-\\x1f]$": "\x07",
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_the_same_text_in_the_generated_code(
    pattern: str, starter: Tree, folder: Path
) -> None:
    contract = json.loads(keep_words.contract("x y"))
    contract["input"]["schema"]["properties"] = {
        "fixed": {
            "type": "string",
            "maxLength": 12,
            "pattern": pattern,
            "description": "A code of the machine.",
        }
    }
    contents = {**starter, keep_words.FILE: json.dumps(contract).encode()}
    files = compiled(contents).files
    assert files is not None
    name = keep_words.WIRE_NAME
    schema = json.loads(files[f"ticket_tools/schemas/{name}.json"])["input"]
    assert schema["properties"]["fixed"]["pattern"] == pattern
    module = files[f"ticket_tools/tools/{name}.py"]
    check_inert(name, module)
    with imported(folder, files) as load:
        model = load(f"tools.{name}").KeepWordsV1Input
        value = {"fixed": PATTERNS[pattern]}
        assert model.model_validate(value).model_dump(by_alias=True) == value
