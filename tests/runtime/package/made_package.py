"""Small generated-like packages made on the spot, one for each schema that a test is about."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest
import rfc8785
from pydantic import BaseModel, ConfigDict
from toolcharter_runtime import Dispatcher, Raw, Requester, Run
from toolcharter_runtime.formats import v1

_NUMBERS = count(1)

Op = Callable[[v1.Call, Any], Awaitable[Any]]


class Anything(BaseModel):
    """Arguments as they came: the schema is what counts at run time."""

    model_config = ConfigDict(extra="allow", frozen=True)

    def value(self) -> dict[str, Any]:
        return dict(self.__pydantic_extra__ or {})


def closed(properties: Mapping[str, Any], *optional: str, **more: Any) -> dict[str, Any]:
    """A closed object schema whose fields are required, but for ``optional``."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
        **more,
    }


NOTHING = closed({})


class Made:
    """One read tool ``tool_v1`` in a package of its own."""

    def __init__(
        self,
        catalog: v1.CatalogRow,
        op: Op | None,
        preconditions: Mapping[str, Op],
    ) -> None:
        self.catalog = catalog
        self.received: list[Any] = []
        made = self

        class ToolV1Adapter(v1.Adapter[Anything, Any]):
            tool: ClassVar[str] = "tool_v1"
            arguments_model: ClassVar[type[BaseModel]] = Anything

            async def op(self, call: v1.Call, arguments: Anything) -> Any:
                made.received.append(arguments.value())
                return Raw({}) if op is None else await op(call, arguments)

            def preconditions(self) -> v1.Preconditions[Anything]:
                return tuple(preconditions.values())

        self.adapter: type[v1.Adapter[Any, Any]] = ToolV1Adapter

    def dispatcher(self, **options: Any) -> Dispatcher:
        return Dispatcher(self.catalog, {"tool_v1": self.adapter}, **options)

    def run(self, dispatcher: Dispatcher, **options: Any) -> Run:
        requester = Requester(identity="u-1", tenant="t-1", permissions=frozenset({"p"}))
        return dispatcher.open(role="r", requester=requester, run_id="run-1", **options)


class PackageMaker:
    """Writes packages below ``folder`` and makes them importable."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch | None = None) -> None:
        self.folder = folder
        if monkeypatch is not None:
            monkeypatch.syspath_prepend(folder)

    def __call__(
        self,
        *,
        input: dict[str, Any] = NOTHING,
        answer: dict[str, Any] = NOTHING,
        view: v1.ViewFile | None = None,
        op: Op | None = None,
        preconditions: Mapping[str, Op] | None = None,
        errors: Mapping[str, v1.ErrorRow] | None = None,
        calls_per_run: int = 1000,
        **row: Any,
    ) -> Made:
        package = f"made_package_{next(_NUMBERS)}"
        shown: Any = view or {"reveal": True, "schema": answer}
        text = rfc8785.dumps({"input": input, "answer": answer, "views": {"v": shown}})
        schemas = self.folder / package / "schemas"
        schemas.mkdir(parents=True)
        (schemas.parent / "__init__.py").write_text("")
        (schemas.parent / "manifest.json").write_text("{}\n")
        (schemas / "tool_v1.json").write_bytes(text)
        known = errors or {}
        tool: Any = {
            "tool": "tool",
            "version": 1,
            "form": "read",
            "effect": "read",
            "state": "active",
            "permissions": ("p",),
            "preconditions": (),
            "errors": tuple(known),
            "visibility": "requester",
            "retry": {"retry_class": "never", "attempts": 1, "first_ms": 0, "most_ms": 0},
            "limits": limits(),
            "page": None,
            "safe_fields": (),
            "adapter": {"kind": "python"},
            "write": None,
            "follows": None,
            "schemas": f"sha256:{hashlib.sha256(text).hexdigest()}",
            "enforced": "",
            **row,
        }
        role: v1.RoleRow = {
            "role": "r",
            "read_only": True,
            "environment": "test",
            "reads": {"tool_v1": "v"},
            "previews": {},
            "writes": {},
            "calls_per_run": calls_per_run,
        }
        catalog: v1.CatalogRow = {
            "format": 1,
            "catalog": package,
            "package": package,
            "permissions": ("p",),
            "tools": {"tool_v1": tool},
            "errors": known,
            "roles": {"r": role},
        }
        return Made(catalog, op, preconditions or {})


def limits(**changed: int) -> dict[str, Any]:
    usual = {
        "timeout_ms": 3000,
        "request_bytes": 65536,
        "result_bytes": 65536,
        "per_run": 4,
        "per_tenant": 40,
        "serialize_by": None,
    }
    return {**usual, **changed}
