"""The objects of a canonical schema, counted without the compiler's own walk.

Walks in: a schema and values. Walks out: every object level that is declared, by its path in the
document (through ``$ref``, so that a shared object counts at each use), and the levels that values
with one field too many prove.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
Level = tuple[str, ...]
"""Names and ``*`` from the root value to an object, and ``|n`` where the nth branch was taken."""


def declared_levels(schema: Schema) -> dict[Level, set[str]]:
    """Every object with named fields, and which of them it must have."""
    return dict(_levels(schema, schema, ()))


def _levels(schema: Schema, root: Schema, path: Level) -> Iterator[tuple[Level, set[str]]]:
    if "$ref" in schema:
        target: Any = root
        for token in schema["$ref"].removeprefix("#/").split("/"):
            target = target[token]
        yield from _levels(target, root, path)
        return
    for keyword in ("oneOf", "anyOf", "allOf"):
        for number, branch in enumerate(schema.get(keyword, ())):
            yield from _levels(branch, root, (*path, f"|{number}"))
    if "properties" in schema:
        yield path, set(schema.get("required", ()))
        for name, part in schema["properties"].items():
            yield from _levels(part, root, (*path, name))
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), Mapping):
            yield from _levels(schema[keyword], root, (*path, "*"))


def levels_at(schema: Schema, value: Any, pointer: str) -> set[Level]:
    """The levels that an object at the pointer in the value may be an object of: one, unless the
    branches of a union cannot be told apart by their constants."""
    tokens = [each.replace("~1", "/").replace("~0", "~") for each in pointer.split("/")[1:]]
    return set(_reached(schema, schema, value, tokens, ()))


def _reached(
    schema: Schema, root: Schema, value: Any, tokens: list[str], path: Level
) -> Iterator[Level]:
    if "$ref" in schema:
        target: Any = root
        for token in schema["$ref"].removeprefix("#/").split("/"):
            target = target[token]
        yield from _reached(target, root, value, tokens, path)
        return
    for keyword in ("oneOf", "anyOf", "allOf"):
        for number, branch in enumerate(schema.get(keyword, ())):
            if _may_be(branch, value):
                yield from _reached(branch, root, value, tokens, (*path, f"|{number}"))
    if not tokens:
        if "properties" in schema:
            yield path
        return
    name, rest = tokens[0], tokens[1:]
    if isinstance(value, Mapping) and name in schema.get("properties", ()):
        yield from _reached(schema["properties"][name], root, value[name], rest, (*path, name))
    elif isinstance(value, Mapping) and isinstance(schema.get("additionalProperties"), Mapping):
        part = schema["additionalProperties"]
        yield from _reached(part, root, value[name], rest, (*path, "*"))
    elif isinstance(value, list) and isinstance(schema.get("items"), Mapping):
        yield from _reached(schema["items"], root, value[int(name)], rest, (*path, "*"))


def _may_be(branch: Schema, value: Any) -> bool:
    """Whether the constants of a branch that the value has, and its kind, are those of the value."""
    if branch.get("type") == "null":
        return value is None
    if not isinstance(value, Mapping):
        return "properties" not in branch
    constants = {
        name: part["const"]
        for name, part in branch.get("properties", {}).items()
        if "const" in part
    }
    return all(value.get(name, const) == const for name, const in constants.items())
