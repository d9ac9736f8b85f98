"""The hostile contracts of the case collection, by their ids, through every stage.

The contracts in ``cases/hostile/contract`` are those of ``cases/hostile/yaml`` that the reader
accepts, in the shape of the real language. ``cases/hostile/openapi`` are documents for an importer;
here their attacks go through the places where an import would put them.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from pipeline.catalogs import ROOT
from source.work import lines_of
from toolcharter.pipeline import Compilation, compile_catalog

from generated_code import keep_words
from generated_code.inert import check_inert, words
from generated_code.packages import check_import_is_inert, written
from generated_code.settling import check_findings

Tree = Mapping[str, bytes]

CONTRACTS = ROOT / "tests" / "cases" / "hostile" / "contract"
OPENAPI = ROOT / "tests" / "cases" / "hostile" / "openapi"

REFUSED: dict[str, tuple[str, int, int]] = {
    "Y25": ("name/charset-length", 1, 7),
    "Y28": ("name/charset-length", 1, 7),
    "Y30": ("name/charset-length", 1, 7),
    "Y39": ("in/keyword-forbidden", 13, 35),
    "Y41": ("ref/external", 13, 27),
    "Y43": ("ref/external", 13, 27),
    "Y46": ("in/pattern-redos", 13, 73),
    "Y50": ("in/open-object", 8, 3),
    "Y52": ("effect/write-no-approval-policy", 4, 1),
    "Y54": ("effect/missing", 1, 1),
}
"""The finding that each is refused for; others may stand beside it."""

LOOP = {
    "schemas/loop.json": b'{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}\n'
}
ACCEPTED = ("C01", "C03", "Y34", "Y37")


def contents(case: str, tree: Tree) -> dict[str, bytes]:
    name = "execute_action.v1" if case == "Y52" else "get_customer.v3"
    more = LOOP if case == "Y44" else {}
    file = f"tools/customers/{name}.yaml"
    return {**tree, **more, file: (CONTRACTS / f"{case}.yaml").read_bytes()}


def result_of(case: str, tree: Tree) -> Compilation:
    """What came of the case, with findings that are fit to be printed."""
    files = contents(case, tree)
    result = compile_catalog(files, emit=True, compiler="test")
    check_findings(result.diagnostics, files)
    return result


def places(result: Compilation) -> list[tuple[str, int, int]]:
    return [(each.code, each.span.line, each.span.column) for each in result.diagnostics]


def test_every_case_has_its_outcome() -> None:
    listed = {*REFUSED, *ACCEPTED, "Y44"}
    assert listed == {path.stem for path in CONTRACTS.iterdir()}


@pytest.mark.parametrize("case", REFUSED)
def test_the_case_is_refused_at_the_attack(case: str, tree: Tree) -> None:
    result = result_of(case, tree)
    assert result.files is None
    assert REFUSED[case] in places(result)
    assert {each.span.file for each in result.diagnostics if each.is_error} == {
        next(iter(contents(case, {})))
    }


@pytest.mark.parametrize("case", ["Y44", "Y46"])
def test_the_case_that_aims_at_time_takes_no_more_work_than_a_contract(
    case: str, tree: Tree
) -> None:
    def work(files: Mapping[str, bytes]) -> int:
        return lines_of(lambda: compile_catalog(files, emit=True, compiler="test"))

    usual = work(tree)
    assert work(contents(case, tree)) < 1.1 * usual


def test_y44_a_loop_of_references_is_refused_where_it_closes(tree: Tree) -> None:
    result = result_of("Y44", tree)
    assert result.files is None
    found = [each for each in result.diagnostics if each.code == "ref/cycle"]
    assert {(each.span.file, each.span.line) for each in found} == {("schemas/loop.json", 1)}


def test_y52_has_nothing_that_a_write_must_have(tree: Tree) -> None:
    found = {each.code for each in result_of("Y52", tree).diagnostics}
    assert {"write/no-idempotency", "write/no-target-version", "cancel/undeclared"} <= found


@pytest.mark.parametrize("case", ACCEPTED)
def test_the_case_is_accepted_and_its_text_is_inert(case: str, tree: Tree, folder: Path) -> None:
    result = result_of(case, tree)
    assert result.files is not None
    written(folder, result.files)
    check_import_is_inert(folder, ["acme_tools"])
    module = result.files["acme_tools/tools/get_customer_v3.py"]
    check_inert(case, module)
    purpose = yaml.safe_load((CONTRACTS / f"{case}.yaml").read_text())["purpose"]
    wording = json.loads(result.files["acme_tools/wording/get_customer_v3.json"])
    assert words(wording["description"]) == words(purpose)


def test_y34_stands_in_the_module_with_its_quotes_escaped(tree: Tree) -> None:
    files = result_of("Y34", tree).files
    assert files is not None
    lines = files["acme_tools/tools/get_customer_v3.py"].splitlines()
    assert lines[0].startswith('"""\\"\\"\\" import os; os.system("touch toolcharter_pwned")')


def test_y37_is_rendered_once_and_never_evaluated(tree: Tree) -> None:
    files = result_of("Y37", tree).files
    assert files is not None
    text = "".join(files.values())
    assert "uid=" not in text
    assert text.count("{{ cycler.__init__.__globals__.os.popen") >= 2


def openapi(case: str) -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((OPENAPI / f"{case}.yaml").read_text())
    return document


def with_words(starter: Tree, change: dict[str, Any]) -> dict[str, bytes]:
    contract = json.loads(keep_words.contract("plain words"))
    return {**starter, keep_words.FILE: json.dumps({**contract, **change}, indent=1).encode()}


def test_o01_code_in_an_operation_id_is_no_name_of_a_tool(starter: Tree) -> None:
    name = openapi("O01")["paths"]["/c/{id}"]["get"]["operationId"]
    assert "__import__" in name
    files = with_words(starter, {"tool": name})
    result = compile_catalog(files, emit=True, compiler="test")
    check_findings(result.diagnostics, files)
    found = {(each.code, each.span.pointer) for each in result.diagnostics if each.is_error}
    assert ("name/charset-length", "/tool") in found


def test_o02_code_in_a_path_is_one_literal(starter: Tree, tree: Tree) -> None:
    """Quotes, brackets and ampersands are characters of a path (RFC 3986, section 3.3)."""
    (path,) = openapi("O02")["paths"]
    call = {"method": "GET", "path": path, "answers": [{"status": 200, "is": "success"}]}
    mapped = {"found": {"at": "/found"}}
    files = with_words(
        {**starter, "services/crm.yaml": tree["services/crm.yaml"]},
        {
            "output": {
                "fields": {"found": {"type": "boolean", "describe": "Whether it is there."}}
            },
            "adapter": {"kind": "http", "service": "crm", "call": call, "output": mapped},
        },
    )
    result = compile_catalog(files, emit=True, compiler="test")
    assert result.files is not None, result.diagnostics
    table = result.files["ticket_tools/dispatch.py"]
    check_inert("O02", table)
    strings = [each.value for each in ast.walk(ast.parse(table)) if isinstance(each, ast.Constant)]
    assert path in strings


def test_o05_code_in_an_enum_value_is_one_literal(starter: Tree, folder: Path) -> None:
    (parameter,) = openapi("O05")["paths"]["/c/{id}"]["get"]["parameters"]
    code = parameter["schema"]["enum"][0]
    assert "\nimport os\n" in code
    files = {**starter, keep_words.FILE: keep_words.contract(code)}
    result = compile_catalog(files, emit=True, compiler="test")
    assert result.files is not None
    name = keep_words.WIRE_NAME
    check_inert("O05", result.files[f"ticket_tools/tools/{name}.py"])
    schema = json.loads(result.files[f"ticket_tools/schemas/{name}.json"])["input"]
    assert schema["properties"]["choice"]["enum"][0] == code
    written(folder, result.files)
    check_import_is_inert(folder, ["acme_tools"])


def test_o16_extensions_that_other_generators_act_on_are_refused(starter: Tree) -> None:
    operation = openapi("O16")["paths"]["/c/{id}"]["get"]
    extensions = {key: value for key, value in operation.items() if key.startswith("x-")}
    assert extensions == {"x-codegen-import": "os", "x-python-type": "os.system"}
    schema = json.loads(keep_words.contract("plain words"))["input"]["schema"]
    for holder in (schema, schema["properties"]["free"]):
        holder |= extensions
    files = with_words(starter, {"input": {"schema": schema}})
    result = compile_catalog(files, emit=True, compiler="test")
    check_findings(result.diagnostics, files)
    found = {
        each.span.pointer for each in result.diagnostics if each.code == "in/keyword-forbidden"
    }
    assert found == {
        f"/input/schema{holder}/{key}" for holder in ("", "/properties/free") for key in extensions
    }


def test_o17_a_title_that_turns_the_text_around_is_refused(starter: Tree) -> None:
    title = openapi("O17")["info"]["title"]
    assert "\u202e" in title
    files = {**starter, keep_words.FILE: keep_words.contract(title)}
    result = compile_catalog(files, emit=True, compiler="test")
    check_findings(result.diagnostics, files)
    errors = [each for each in result.diagnostics if each.is_error]
    assert {each.code for each in errors} == {"text/bidi-control"}
    assert "/purpose" in {each.span.pointer for each in errors}


def test_o17_markup_alone_is_text(starter: Tree, folder: Path) -> None:
    title = openapi("O17")["info"]["title"].replace("\u202e", "")
    files = {**starter, keep_words.FILE: keep_words.contract(title)}
    result = compile_catalog(files, emit=True, compiler="test")
    assert result.files is not None
    wording = json.loads(result.files[f"ticket_tools/wording/{keep_words.WIRE_NAME}.json"])
    assert wording["description"] == f"{title} is kept."
