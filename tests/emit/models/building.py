"""Generated packages for tests: from requests to an imported package."""

from __future__ import annotations

import importlib
import itertools
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from toolcharter.diagnostics import Span
from toolcharter.emit.identifiers import HandleKind, identifiers_module
from toolcharter.emit.request import PreconditionMethod, ToolModuleRequest
from toolcharter.emit.schema_reading import parts
from toolcharter.emit.tool_module import tool_modules
from toolcharter.ir.model import Digest, Form, IdType, JsonSchema, WireName

HERE = Path(__file__).parent
REQUESTS = HERE / "requests"
EMPTY: JsonSchema = {"type": "object", "additionalProperties": False, "properties": {}}

_numbers = itertools.count()


def request(
    wire_name: str = "use_thing_v1",
    *,
    input: JsonSchema = EMPTY,
    answer: JsonSchema = EMPTY,
    views: Mapping[str, JsonSchema] | None = None,
    preconditions: Mapping[str, str] | None = None,
    form: str = "read",
    description: str = "Use the thing.",
    contract_file: str = "tools/things/use_thing.v1.yaml",
    preview: str | None = None,
    follows: Iterable[str] = (),
    **more: Any,
) -> ToolModuleRequest:
    """A request, of a read if nothing else is said."""
    return ToolModuleRequest(
        wire_name=WireName(wire_name),
        form=Form(form),
        description=description,
        contract_file=contract_file,
        enforced=Digest("sha256:" + "0" * 64),
        input=input,
        answer=answer,
        views=tuple((views or {}).items()),
        preconditions=tuple(
            PreconditionMethod(name=name, asks=asks) for name, asks in (preconditions or {}).items()
        ),
        preview=WireName(preview) if preview else None,
        follows=tuple(WireName(name) for name in follows),
        **more,
    )


def stored_requests() -> list[ToolModuleRequest]:
    """The requests of the folder: what linked contracts gave, and one by hand that is hostile."""
    return [request(**json.loads(path.read_text())) for path in sorted(REQUESTS.glob("*.json"))]


def package(requests: Iterable[ToolModuleRequest]) -> dict[str, str]:
    """The files of a package with these tools and the identifiers that they name."""
    requests = list(requests)
    modules = tool_modules(requests)
    return {
        "__init__.py": "",
        "identifiers.py": identifiers_of(requests),
        "tools/__init__.py": "",
        **{f"tools/{name}.py": text for name, text in modules.items()},
    }


def identifiers_of(requests: Iterable[ToolModuleRequest]) -> str:
    """The module of all identifiers that the requests name."""
    ids: dict[str, IdType] = {}
    handles: dict[str, HandleKind] = {}
    for each in requests:
        schemas = (each.input, each.answer, *(schema for _, schema in each.views))
        for name, schema in each.composite_ids.items():
            ids[name] = _id_type(name, schema)
        for part in (part for schema in schemas for part in parts(schema)):
            marks = part.get("x-toolcharter")
            if not isinstance(marks, dict) or "pattern" not in part:
                continue
            if marks.get("type") == "id":
                ids.setdefault(marks["name"], _id_type(marks["name"], {**part, "type": "string"}))
            elif marks.get("type") == "handle":
                kind = marks["kind"]
                handles[kind] = HandleKind(kind=kind, describe=f"Something of the kind {kind}.")
    return identifiers_module(list(ids.values()), list(handles.values()))


def _id_type(name: str, schema: JsonSchema) -> IdType:
    return IdType(
        name=name,
        kind=name.removesuffix("_id"),
        span=Span("types/test.yaml"),
        resolved_by=None,
        checked_by=None,
        known_to=None,
        written_as=None,
        schema=schema,
    )


def write(files: Mapping[str, str], folder: Path) -> None:
    """The files below the folder."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


@contextmanager
def imported(files: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The name of the package made of the files, importable as long as the block runs."""
    name = f"tried_tools_{next(_numbers)}"
    write(files, folder / name)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield name
    finally:
        sys.path.remove(str(folder))
        for module in [each for each in sys.modules if each.split(".")[0] == name]:
            del sys.modules[module]


@contextmanager
def imported_tool(made: ToolModuleRequest, folder: Path) -> Iterator[ModuleType]:
    """The imported module of one tool version."""
    with imported(package([made]), folder) as name:
        yield importlib.import_module(f"{name}.tools.{made.wire_name}")
