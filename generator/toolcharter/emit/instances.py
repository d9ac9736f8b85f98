"""The smallest valid value of a canonical schema, and of one that reaches a chosen part.

Walks in: a schema whose every part is bounded and satisfiable. Walks out: a valid value with every
required field, no optional one, empty lists and the first branch of a union, except along a
*route*, which is walked whatever it costs. NoInstanceError says that no value was found (a pattern
whose shortest text is out of reach).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolcharter.emit.schema_reading import resolved
from toolcharter.ir.model import JsonSchema
from toolcharter.ir.patterns import smallest_match
from toolcharter.ir.pointers import below

Step = str | int
"""A property name, ``*`` for a list's item or a map's value, or the index of a union's branch."""

Route = tuple[Step, ...]

_OF_FORMAT = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "email": "a@example.com",
    "uri": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000000",
}


class NoInstanceError(Exception):
    """No value was found for a part of a schema."""


@dataclass(frozen=True, slots=True)
class Level:
    """One object of a schema: how to reach it, and its schema."""

    route: Route
    schema: JsonSchema


def object_levels(schema: JsonSchema) -> Iterator[Level]:
    """Every object of a schema that has named fields, in document order."""
    yield from _levels(schema, schema, ())


def smallest(schema: JsonSchema, route: Route = ()) -> tuple[Any, str]:
    """The smallest value that holds the part at ``route``, and the JSON Pointer of that part in it.

    Raises NoInstanceError.
    """
    return _smallest(schema, schema, route)


def _levels(schema: JsonSchema, document: JsonSchema, route: Route) -> Iterator[Level]:
    schema = resolved(schema, document)
    for place, branch in enumerate(_branches(schema)):
        yield from _levels(branch, document, (*route, place))
    if "properties" in schema:
        yield Level(route, schema)
        for name, part in schema["properties"].items():
            yield from _levels(part, document, (*route, name))
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from _levels(schema[keyword], document, (*route, "*"))


def _smallest(schema: JsonSchema, document: JsonSchema, route: Route) -> tuple[Any, str]:
    schema = resolved(schema, document)
    branches = _branches(schema)
    if branches:
        chosen = route[0] if route else 0
        return _smallest(branches[int(chosen)], document, route[1:])
    if "const" in schema:
        return schema["const"], ""
    if "enum" in schema:
        return schema["enum"][0], ""
    declared = schema.get("type")
    match declared[0] if isinstance(declared, list) else declared:
        case "object":
            return _object(schema, document, route)
        case "array":
            return _array(schema, document, route)
        case "string":
            return _string(schema), ""
        case "integer" | "number":
            return _number(schema), ""
        case "boolean":
            return False, ""
        case _:
            return None, ""


def _object(schema: JsonSchema, document: JsonSchema, route: Route) -> tuple[Any, str]:
    properties = schema.get("properties", {})
    if not properties and route:
        name, _ = _smallest(schema["propertyNames"], document, ())
        value, pointer = _smallest(schema["additionalProperties"], document, route[1:])
        return {name: value}, below("", name) + pointer
    wanted = [*schema.get("required", ()), *(route[:1])]
    found, pointer = {}, ""
    for name in dict.fromkeys(wanted):
        onward = route[1:] if route and name == route[0] else ()
        found[name], onward_pointer = _smallest(properties[name], document, onward)
        if route and name == route[0]:
            pointer = below("", name) + onward_pointer
    return found, pointer


def _array(schema: JsonSchema, document: JsonSchema, route: Route) -> tuple[Any, str]:
    count = max(schema.get("minItems", 0), 1 if route else 0)
    if count == 0:
        return [], ""
    item, pointer = _smallest(schema["items"], document, route[1:])
    if count == 1 or not schema.get("uniqueItems"):
        return [item] * count, f"/0{pointer}"
    values = resolved(schema["items"], document).get("enum", ())
    if len(values) < count:
        raise NoInstanceError
    return list(values[:count]), f"/0{pointer}"


def _string(schema: JsonSchema) -> str:
    known = _OF_FORMAT.get(schema.get("format", ""))
    if known is not None:
        return known
    shortest: int = schema.get("minLength", 0)
    if "pattern" not in schema:
        return "a" * shortest
    found = smallest_match(schema["pattern"], shortest, schema.get("maxLength", 1 << 16))
    if found is None:
        raise NoInstanceError
    return found


def _number(schema: JsonSchema) -> int:
    step = schema.get("multipleOf", 1)
    low = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
    return int(-(-low // step) * step)


def _branches(schema: JsonSchema) -> list[JsonSchema]:
    return [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
