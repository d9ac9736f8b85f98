"""In how many ways the unions of one value can be chosen together.

Walks in: a canonical schema. Walks out: the pointer of the first part with more ways than are looked
at, if there is one. To prove that a part has a value, each way of taking one branch of every union
that it joins is tried, so their number is the work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toolcharter.ir.model import JsonSchema
from toolcharter.ir.pointers import below

MOST_WAYS = 1_000
"""More are refused: six unions of six branches are 46,656 ways, and take minutes."""

_SCHEMAS = ("items", "additionalProperties", "unevaluatedProperties", "propertyNames")
_LISTS = ("prefixItems", "oneOf", "anyOf", "allOf")
_NAMED = ("properties", "$defs")


def crowded_part(schema: JsonSchema) -> str | None:
    """The pointer of the first part whose unions have too many ways, inner parts first."""
    return _crowded(schema, "", schema.get("$defs", {}))


def _crowded(schema: Any, pointer: str, definitions: Mapping[str, Any]) -> str | None:
    if not isinstance(schema, dict):
        return None
    for at, part in _inside(schema, pointer):
        if (found := _crowded(part, at, definitions)) is not None:
            return found
    ways, branches = _ways(schema, definitions)
    return pointer if ways > max(MOST_WAYS, branches) else None


def _ways(schema: Any, definitions: Mapping[str, Any]) -> tuple[int, int]:
    """The ways, and how many branches there are: what is joined is multiplied, what is chosen
    between is added, so a long union alone has no more ways than branches."""
    if not isinstance(schema, dict):
        return 1, 1
    ways, branches = 1, 0
    joins = [*schema.get("allOf", ())]
    if "$ref" in schema:
        joins.append(definitions[schema["$ref"].removeprefix("#/$defs/")])
    for part in joins:
        found, count = _ways(part, definitions)
        ways, branches = ways * found, branches + count
    for keyword in ("oneOf", "anyOf"):
        if schema.get(keyword):
            each = [_ways(part, definitions) for part in schema[keyword]]
            ways *= sum(found for found, _ in each)
            branches += sum(count for _, count in each)
    return ways, max(branches, 1)


def _inside(schema: dict[str, Any], pointer: str) -> Iterator[tuple[str, Any]]:
    for keyword in _SCHEMAS:
        if keyword in schema:
            yield below(pointer, keyword), schema[keyword]
    for keyword in _LISTS:
        for place, part in enumerate(schema.get(keyword, ())):
            yield below(pointer, keyword, place), part
    for keyword in _NAMED:
        for name, part in schema.get(keyword, {}).items():
            yield below(pointer, keyword, name), part
