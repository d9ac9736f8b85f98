"""The field that tells the branches of a union apart.

Walks in: the schema of a part and the root that its references point into. Walks out: a name, or
None where no field does it. A view that shows a part of a union shows this field too, since without
it a value may fit two branches of what is left, or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toolcharter.ir.model import JsonSchema
from toolcharter.ir.resolution import NULL, resolved


def union_tag(schema: JsonSchema, root: JsonSchema) -> str | None:
    """The first field that every branch requires and gives one value of its own; one without a
    mark where there is a choice."""
    branches = list(_branches(schema, root))
    if len(branches) < 2:
        return None
    found = [name for name in branches[0] if _is_tag(name, branches)]
    unmarked = (
        name
        for name in found
        if all("sensitive" not in each[name].get("x-toolcharter", {}) for each in branches)
    )
    return next(unmarked, next(iter(found), None))


def _is_tag(name: str, branches: list[Mapping[str, JsonSchema]]) -> bool:
    values = {repr(only_value(each[name])) for each in branches if name in each}
    return len(values) == len(branches)


def _branches(schema: JsonSchema, root: JsonSchema) -> Iterator[Mapping[str, JsonSchema]]:
    """Of each branch the required fields that have one value; those of nested unions one by one."""
    for keyword in ("oneOf", "anyOf"):
        for raw in schema.get(keyword, ()):
            if raw == NULL:
                continue
            members = list(_members(raw, root))
            unions = [each for each in members if "oneOf" in each or "anyOf" in each]
            if not unions:
                yield _constants(members, root)
            for each in unions:
                yield from _branches(each, root)


def _members(raw: Any, root: JsonSchema) -> Iterator[JsonSchema]:
    """The schema, and all that its ``allOf`` joins to it."""
    schema = resolved(raw, root, "")[0]
    yield schema
    for member in schema.get("allOf", ()):
        yield from _members(member, root)


def _constants(members: list[JsonSchema], root: JsonSchema) -> dict[str, JsonSchema]:
    required = {name for member in members for name in member.get("required", ())}
    fields = {
        name: resolved(raw, root, "")[0]
        for member in members
        for name, raw in member.get("properties", {}).items()
    }
    return {
        name: schema
        for name, schema in fields.items()
        if name in required and has_one_value(schema)
    }


def has_one_value(schema: JsonSchema) -> bool:
    """Whether the schema accepts one value and no other: a constant, or an enum of one."""
    return "const" in schema or len(schema.get("enum", ())) == 1


def only_value(schema: JsonSchema) -> Any:
    """The one value of a schema that has one."""
    return schema["const"] if "const" in schema else schema["enum"][0]
