"""Requests and results that must pass or fail, derived from the schemas of one tool version.

Walks in: a tool version. Walks out: a list of fixtures, each ``{id, part, value, code, field}``:
``part`` is ``input`` or ``answer``, ``code`` the runtime code of the refusal (null: accepted) and
``field`` the JSON Pointer that the refusal names. A part of which no value can be made has none.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from toolcharter.emit.instances import Level, NoInstanceError, object_levels, smallest
from toolcharter.ir.model import JsonSchema, ToolVersion
from toolcharter.ir.pointers import below, tokens_of

Fixture = dict[str, Any]

STRANGER = "not_in_the_contract"
"""A field name that no contract declares; fixtures send it where it must be refused."""


def fixtures(tool: ToolVersion) -> list[Fixture]:
    """The fixtures of a tool version, requests first."""
    parts = (("input", tool.input.schema), ("answer", tool.answer.schema))
    return [fixture for part, schema in parts for fixture in _of_part(part, schema)]


def _of_part(part: str, schema: JsonSchema) -> Iterator[Fixture]:
    try:
        base, _ = smallest(schema)
    except NoInstanceError:
        return
    yield {"id": f"{part}/smallest", "part": part, "value": base, "code": None, "field": None}
    for level in object_levels(schema):
        yield from _of_level(part, schema, level)


def _of_level(part: str, schema: JsonSchema, level: Level) -> Iterator[Fixture]:
    """An unknown field in this object, and each of its required fields left out."""
    try:
        base, pointer = smallest(schema, level.route)
    except NoInstanceError:
        return
    where = below("", *level.route)
    extra = copy.deepcopy(base)
    _part_at(extra, pointer)[STRANGER] = True
    yield _refusal(part, f"unknown{where}", extra, "UNKNOWN_FIELD", below(pointer, STRANGER))
    for name in level.schema.get("required", ()):
        short = copy.deepcopy(base)
        del _part_at(short, pointer)[name]
        place, field = below(where, name), below(pointer, name)
        yield _refusal(part, f"missing{place}", short, "MISSING_FIELD", field)


def _refusal(part: str, name: str, value: Any, code: str, field: str) -> Fixture:
    return {"id": f"{part}/{name}", "part": part, "value": value, "code": code, "field": field}


def _part_at(value: Any, pointer: str) -> Any:
    for name in tokens_of(pointer):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value
