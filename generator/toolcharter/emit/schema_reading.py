"""Questions about a JSON Schema that the rebuilding of model schemas asks.

Walks in: a canonical schema, parsed JSON, and the document it stands in. Walks out: answers;
nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from toolcharter.ir.model import JsonSchema
from toolcharter.ir.pointers import below, tokens_of


def looked_up(document: JsonSchema, reference: Any) -> tuple[str, Any]:
    """The pointer of a reference into the same document, and what stands there (or None)."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return "", None
    steps = tokens_of(unquote(reference[1:]))
    found: Any = document
    for step in steps:
        if isinstance(found, dict) and step in found:
            found = found[step]
        elif isinstance(found, list) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        else:
            return "", None
    return below("", *steps), found


def resolved(schema: Any, document: JsonSchema) -> Any:
    """The schema behind its references."""
    seen: set[str] = set()
    while isinstance(schema, dict) and "$ref" in schema and schema["$ref"] not in seen:
        seen.add(schema["$ref"])
        schema = looked_up(document, schema["$ref"])[1]
    return schema


def merged(schema: JsonSchema, document: JsonSchema) -> JsonSchema:
    """The schema and everything in its ``allOf`` as one, of each keyword the first.

    A value has to satisfy all of them, so any one of them is a wider type.
    """
    if "allOf" not in schema:
        return schema
    conjuncts = list(_conjuncts(schema, document, set()))
    found: dict[str, Any] = {}
    properties: dict[str, Any] = {}
    for part in conjuncts:
        for keyword, value in part.items():
            found.setdefault(keyword, value)
        for name, value in part.get("properties", {}).items():
            properties.setdefault(name, value)
    required = {name for part in conjuncts for name in part.get("required", ())}
    is_closed = any(part.get("additionalProperties") is False for part in conjuncts)
    return (
        found
        | ({"properties": properties} if properties else {})
        | ({"required": sorted(required)} if required else {})
        | ({"additionalProperties": False} if is_closed else {})
    )


def has_fields(schema: JsonSchema) -> bool:
    """Whether the values are objects with named properties, or closed objects without any."""
    if schema.get("type") != "object":
        return False
    if schema.get("properties"):
        return True
    return schema.get("additionalProperties") is False and not schema.get("patternProperties")


def is_open(schema: JsonSchema) -> bool:
    """Whether an object may hold properties that are not named."""
    return schema.get("additionalProperties") is not False or "patternProperties" in schema


def tag_of(branches: Sequence[Any]) -> str | None:
    """The property that tells the branches of a union apart: in each of them an object that must
    have it, as a constant string of its own."""
    if not all(isinstance(each, dict) and has_fields(each) for each in branches):
        return None
    for name in branches[0].get("properties", {}):
        constants = [_constant(each, name) for each in branches]
        if None not in constants and len(set(constants)) == len(branches):
            return str(name)
    return None


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a schema, whatever it means, the schema itself first."""
    if isinstance(schema, dict):
        yield schema
        schema = schema.values()
    for value in schema:
        if isinstance(value, dict | list):
            yield from parts(value)


def _conjuncts(schema: JsonSchema, document: JsonSchema, seen: set[str]) -> Iterator[JsonSchema]:
    yield {keyword: value for keyword, value in schema.items() if keyword not in ("allOf", "$ref")}
    if "$ref" in schema and schema["$ref"] not in seen:
        seen.add(schema["$ref"])
        target = looked_up(document, schema["$ref"])[1]
        if isinstance(target, dict):
            yield from _conjuncts(target, document, seen)
    for part in schema.get("allOf", ()):
        if isinstance(part, dict):
            yield from _conjuncts(part, document, seen)


def _constant(schema: JsonSchema, name: str) -> str | None:
    found = schema.get("properties", {}).get(name)
    constant = found.get("const") if isinstance(found, dict) else None
    is_tag = isinstance(constant, str) and name in schema.get("required", ())
    return constant if is_tag else None
