"""Whether the alternatives of a union can be told apart by one field.

Walks in: the schema of a part and the root that its references point into. Walks out: its object
alternatives and the tags they carry. Alternatives that are no objects are told apart by their type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolcharter.ir.model import JsonSchema
from toolcharter.ir.union_tags import has_one_value, only_value
from toolcharter.ir.walk import resolved
from toolcharter.lint.bounds import accepts, joined


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One object alternative: where it stands below the union, and its required constants."""

    pointer: str
    tags: dict[str, Any]


def alternatives(schema: JsonSchema, root: JsonSchema) -> tuple[Alternative, ...]:
    """The object alternatives of ``oneOf`` and ``anyOf``, nested ones taken apart."""
    return tuple(_alternatives(schema, root, ""))


def shared_tags(found: tuple[Alternative, ...]) -> tuple[str, ...]:
    """The fields that every alternative requires and gives one value."""
    if not found:
        return ()
    first, *rest = found
    return tuple(tag for tag in first.tags if all(tag in other.tags for other in rest))


def repeated_values(
    found: tuple[Alternative, ...], tag: str
) -> tuple[tuple[Alternative, Alternative], ...]:
    """Pairs of alternatives that have the same value of ``tag``: the later one and the first."""
    seen: dict[str, Alternative] = {}
    pairs = []
    for each in found:
        key = repr(each.tags[tag])
        if key in seen:
            pairs.append((each, seen[key]))
        seen.setdefault(key, each)
    return tuple(pairs)


def _alternatives(schema: JsonSchema, root: JsonSchema, pointer: str) -> Iterator[Alternative]:
    for keyword in ("oneOf", "anyOf"):
        for place, branch in enumerate(schema.get(keyword, ())):
            here = f"{pointer}/{keyword}/{place}"
            target = joined(resolved(branch, root, "")[0], root)
            if "oneOf" in target or "anyOf" in target:
                yield from _alternatives(target, root, here)
            elif accepts({"type": "object", **target}, "object"):
                yield Alternative(pointer=here, tags=_tags(target, root))


def _tags(schema: JsonSchema, root: JsonSchema) -> dict[str, Any]:
    """The required fields of an object that have exactly one value."""
    found = {}
    fields = schema.get("properties", {})
    for name in schema.get("required", ()):
        field = resolved(fields.get(name, {}), root, "")[0]
        if has_one_value(field):
            found[name] = only_value(field)
    return found
