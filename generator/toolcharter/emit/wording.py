"""What a model reads of a tool version, apart from what is enforced.

Walks in: a tool version. Walks out: its schemas without prose, for the runtime; and the prose, by
pointer, for those who show the tool to a model. So a rewritten description changes the second only
(requirement C21).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from toolcharter.ir.model import ErrorCode, JsonSchema, ToolVersion
from toolcharter.ir.pointers import below
from toolcharter.ir.schema_keywords import KEYWORDS, Holds

_PROSE = ("title", "description", "examples")
_HOLDS = {**KEYWORDS, "$defs": Holds.NAMED_SCHEMAS}


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
        match _HOLDS.get(keyword):
            case Holds.NAMED_SCHEMAS:
                found[keyword] = {name: without_prose(part) for name, part in value.items()}
            case Holds.SCHEMAS:
                found[keyword] = [without_prose(part) for part in value]
            case Holds.SCHEMA if isinstance(value, dict):
                found[keyword] = without_prose(value)
            case _:
                found[keyword] = value
    return found


def _prose_of(schema: JsonSchema) -> dict[str, dict[str, Any]]:
    return dict(_prose_below(schema, ""))


def _prose_below(schema: JsonSchema, pointer: str) -> Iterator[tuple[str, dict[str, Any]]]:
    here = {keyword: schema[keyword] for keyword in _PROSE if keyword in schema}
    if here:
        yield pointer, here
    for keyword, value in schema.items():
        match _HOLDS.get(keyword):
            case Holds.NAMED_SCHEMAS:
                for name, part in value.items():
                    yield from _prose_below(part, below(pointer, keyword, name))
            case Holds.SCHEMAS:
                for place, part in enumerate(value):
                    yield from _prose_below(part, below(pointer, keyword, place))
            case Holds.SCHEMA if isinstance(value, dict):
                yield from _prose_below(value, below(pointer, keyword))
