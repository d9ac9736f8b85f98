"""Requests and results that must pass or fail, derived from the schemas of one tool version.

Walks in: a tool version. Walks out: a list of fixtures, each ``{id, part, value, code, field}``:
``part`` is ``input`` or ``answer``, ``code`` the runtime code of the refusal (null: accepted) and
``field`` the JSON Pointer that the refusal names. A part of which no value can be made has none.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from toolcharter.emit.instances import smallest
from toolcharter.emit.joined import HERE, NoInstanceError
from toolcharter.emit.object_levels import Level, object_levels
from toolcharter.ir.model import JsonSchema, ToolVersion
from toolcharter.ir.pointers import below, tokens_of
from toolcharter.ir.validators import validator

Fixture = dict[str, Any]

STRANGER = "not_in_the_contract"
"""A field name that no contract declares; fixtures send it where it must be refused."""

MOST_REFUSALS = 500
"""How many refusals one part has; each holds a whole value, so their size grows with its square."""


def fixtures(tool: ToolVersion) -> list[Fixture]:
    """The fixtures of a tool version, requests first."""
    parts = (("input", tool.input.schema), ("answer", tool.answer.schema))
    return [fixture for part, schema in parts for fixture in fixtures_of(part, schema)]


def fixtures_of(part: str, schema: JsonSchema) -> Iterator[Fixture]:
    """The fixtures of one part of a tool version."""
    accepts = validator(schema).is_valid
    try:
        base, _ = smallest(schema, accepts)
    except NoInstanceError:
        return
    yield {"id": f"{part}/smallest", "part": part, "value": base, "code": None, "field": None}
    refusals = (
        fixture
        for level in object_levels(schema)
        for fixture in _of_level(part, schema, level, accepts)
        if not accepts(fixture["value"])
    )
    yield from itertools.islice(refusals, MOST_REFUSALS)


def _of_level(
    part: str, schema: JsonSchema, level: Level, accepts: Callable[[Any], bool]
) -> Iterator[Fixture]:
    """An unknown field in this object, and each of its required fields left out."""
    try:
        base, pointer = smallest(schema, accepts, (*level.route, HERE))
    except NoInstanceError:
        return
    where = below("", *level.route)
    if level.names_strangers():
        extra = copy.deepcopy(base)
        _part_at(extra, pointer)[STRANGER] = True
        yield _refusal(part, f"unknown{where}", extra, "UNKNOWN_FIELD", below(pointer, STRANGER))
    for name in level.required:
        short = copy.deepcopy(base)
        there = _part_at(short, pointer)
        del there[name]
        if level.names_missing(name, len(there)):
            place, field = below(where, name), below(pointer, name)
            yield _refusal(part, f"missing{place}", short, "MISSING_FIELD", field)


def _refusal(part: str, name: str, value: Any, code: str, field: str) -> Fixture:
    return {"id": f"{part}/{name}", "part": part, "value": value, "code": code, "field": field}


def _part_at(value: Any, pointer: str) -> Any:
    for name in tokens_of(pointer):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value
