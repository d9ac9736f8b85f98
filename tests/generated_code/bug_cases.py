"""Reported bugs of comparable systems, as contracts of the starter catalog.

Walks in: the number of a case. Walks out: its input, a contract that holds a schema, and what the
compiler makes of it. Where a case leaves out a bound or a description that our language asks for,
``bounded`` adds it and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import yaml
from pipeline.catalogs import ROOT
from toolcharter.diagnostics import Diagnostic
from toolcharter.pipeline import compile_catalog

from generated_code.inert import check_inert
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
