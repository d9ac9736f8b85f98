"""Contract interfaces as plain JSON and back, for the cache.

Only what this module wrote is read back; a value of another shape raises KeyError, TypeError or
ValueError, and whoever reads the cache makes the interface anew.
"""

from __future__ import annotations

from typing import Any

from toolcharter.diagnostics.codec import span_from_json, span_to_json
from toolcharter.ir.model import (
    ContractInterface,
    Form,
    Located,
    Reference,
    ToolInterface,
    ToolRef,
)

Json = dict[str, Any]


def interface_to_json(interface: ContractInterface) -> Json:
    """The interface as dictionaries, lists and scalars."""
    return {
        "file": interface.file,
        "name": _located_to_json(interface.name),
        "version": interface.version,
        "is_change": interface.is_change,
        "state": interface.state,
        "stability": interface.stability,
        "purpose": _located_to_json(interface.purpose),
        "consequence": interface.consequence,
        "touches": list(interface.touches),
        "is_external": interface.is_external,
        "creates_kind": interface.creates_kind,
        "permissions": list(interface.permissions),
        "preconditions": list(interface.preconditions),
        "error_codes": list(interface.error_codes),
        "types": list(interface.types),
        "handle_kinds": list(interface.handle_kinds),
        "tools": [_tool_to_json(tool) for tool in interface.tools],
        "references": [
            [each.purpose, each.ref.name, each.ref.version, span_to_json(each.span)]
            for each in interface.references
        ],
        "silenced": [_located_to_json(each) for each in interface.silenced],
    }


def interface_from_json(value: Json) -> ContractInterface:
    """The interface that ``interface_to_json`` wrote."""
    return ContractInterface(
        file=value["file"],
        name=_located_from_json(value["name"]),
        version=value["version"],
        is_change=value["is_change"],
        state=value["state"],
        stability=value["stability"],
        purpose=_located_from_json(value["purpose"]),
        consequence=value["consequence"],
        touches=tuple(value["touches"]),
        is_external=value["is_external"],
        creates_kind=value["creates_kind"],
        permissions=tuple(value["permissions"]),
        preconditions=tuple(value["preconditions"]),
        error_codes=tuple(value["error_codes"]),
        types=tuple(value["types"]),
        handle_kinds=tuple(value["handle_kinds"]),
        tools=tuple(_tool_from_json(tool) for tool in value["tools"]),
        references=tuple(
            Reference(purpose=purpose, ref=ToolRef(name, version), span=span_from_json(span))
            for purpose, name, version, span in value["references"]
        ),
        silenced=tuple(map(_located_from_json, value["silenced"])),
    )


def _located_to_json(located: Located[str]) -> list[Any]:
    return [located.value, span_to_json(located.span)]


def _located_from_json(value: list[Any]) -> Located[str]:
    text, span = value
    return Located(text, span_from_json(span))


def _tool_to_json(tool: ToolInterface) -> Json:
    return {
        "name": tool.ref.name,
        "version": tool.ref.version,
        "form": tool.form.value,
        "views": list(tool.views),
        "takes_kinds": list(tool.takes_kinds),
        "yields_kinds": {view: list(kinds) for view, kinds in tool.yields_kinds.items()},
    }


def _tool_from_json(value: Json) -> ToolInterface:
    return ToolInterface(
        ref=ToolRef(value["name"], value["version"]),
        form=Form(value["form"]),
        views=tuple(value["views"]),
        takes_kinds=tuple(value["takes_kinds"]),
        yields_kinds={view: tuple(kinds) for view, kinds in value["yields_kinds"].items()},
    )
