"""What a model reads of a tool version, apart from what is enforced.

Walks in: a tool version. Walks out: its schemas without prose, for the runtime; and the prose, by
pointer, for those who show the tool to a model. So a rewritten description changes the second only
(requirement C21).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolcharter.ir.model import ErrorCode, JsonSchema, ToolVersion

_PROSE = ("title", "description", "examples")
_NAMED = ("properties", "$defs", "dependentSchemas", "patternProperties")
_LISTS = ("oneOf", "anyOf", "allOf", "prefixItems")
_SINGLE = (
    "items",
    "additionalProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedProperties",
)


def wording(tool: ToolVersion, errors: Sequence[ErrorCode]) -> dict[str, Any]:
    """The description of a tool version, the prose of its input and views by JSON Pointer, and what
    is said of the domain codes that it may answer."""
    return {
        "description": tool.description,
        "input": _prose_of(tool.input.schema),
        "views": {name: _prose_of(view.schema) for name, view in tool.views.items()},
        "errors": {
            each.code: {
                "message": each.message,
                "say": each.say,
                "tool": each.tool.value.wire_name if each.tool else None,
            }
            for each in errors
        },
    }


def without_prose(schema: JsonSchema) -> dict[str, Any]:
    """The schema with every description, title and example left out."""
    found: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in _PROSE:
            continue
        if keyword in _NAMED:
            found[keyword] = {name: without_prose(part) for name, part in value.items()}
        elif keyword in _LISTS:
            found[keyword] = [without_prose(part) for part in value]
        elif keyword in _SINGLE and isinstance(value, dict):
            found[keyword] = without_prose(value)
        else:
            found[keyword] = value
    return found


def _prose_of(schema: JsonSchema) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    _collect(schema, "", found)
    return found


def _collect(schema: JsonSchema, pointer: str, found: dict[str, dict[str, Any]]) -> None:
    here = {keyword: schema[keyword] for keyword in _PROSE if keyword in schema}
    if here:
        found[pointer] = here
    for keyword, value in schema.items():
        if keyword in _NAMED:
            for name, part in value.items():
                token = name.replace("~", "~0").replace("/", "~1")
                _collect(part, f"{pointer}/{keyword}/{token}", found)
        elif keyword in _LISTS:
            for place, part in enumerate(value):
                _collect(part, f"{pointer}/{keyword}/{place}", found)
        elif keyword in _SINGLE and isinstance(value, dict):
            _collect(value, f"{pointer}/{keyword}", found)
