"""Every object of a schema that has named fields.

Walks in: a canonical schema. Walks out: how each of its objects is reached, and what must and must
not stand in it. Left out is what stands beside or inside a union whose branches nothing tells
apart: the boundary refuses the value of such a union as a whole, and names no field.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolcharter.emit.joined import ANY, NoInstanceError, Route, Union, joined
from toolcharter.emit.schema_reading import resolved
from toolcharter.ir.model import JsonSchema

_JUDGES_OTHERS = ("maxProperties", "propertyNames", "additionalProperties")
"""What may refuse a field that is not declared for another reason than that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One object of a schema: how to reach it, the names it must have, and all the schemas that
    describe it."""

    route: Route
    required: tuple[str, ...]
    members: tuple[JsonSchema, ...]

    def names_strangers(self) -> bool:
        """Whether a field that is not declared is refused because it is not."""
        return any(map(_is_closed, self.members)) and all(
            _is_closed(each) or not any(keyword in each for keyword in _JUDGES_OTHERS)
            for each in self.members
        )

    def names_missing(self, name: str, left: int) -> bool:
        """Whether a required field is missed by its name where only ``left`` fields are left."""
        return all(
            name in each.get("required", ()) or left >= each.get("minProperties", 0)
            for each in self.members
        )


def object_levels(schema: JsonSchema) -> Iterator[Level]:
    """Every object of a schema that has named fields, what the branches of a union hold first."""
    yield from _levels(schema, schema, (), ())


def _levels(
    schema: Any, document: JsonSchema, route: Route, beside: tuple[JsonSchema, ...]
) -> Iterator[Level]:
    try:
        here = joined(schema, document)
    except NoInstanceError:
        return
    if not all(_is_told(each, document) for each in here.unions):
        return
    for union in here.unions:
        for place, branch in enumerate(union.branches):
            onward = (*route, *(0,) * union.before, place)
            yield from _levels(branch, document, onward, (*beside, *here.own))
    own = dataclasses.replace(here, members=here.own)
    if own.values("properties"):
        members = (*beside, *here.members)
        yield Level(route=route, required=tuple(own.required()), members=members)
    for name in own.names():
        yield from _levels(own.property(name), document, (*route, name), ())
    for place in range(own.tuple_length()):
        yield from _levels(own.item(place), document, (*route, str(place)), ())
    if own.values("items"):
        yield from _levels(own.item(own.tuple_length()), document, (*route, ANY), ())
    if own.has_others():
        yield from _levels(own.others(), document, (*route, ANY), ())


def _is_told(union: Union, document: JsonSchema) -> bool:
    """Whether the boundary can tell which branch of a union is meant."""
    branches = [resolved(each, document) for each in union.branches]
    objects = [
        each for each in branches if not isinstance(each, dict) or each.get("type") != "null"
    ]
    if not union.is_only:
        return False
    if len(objects) < 2:
        return True
    constants = [_constants(each) for each in objects]
    return any(
        all(name in each for each in constants)
        and len({each[name] for each in constants}) == len(objects)
        for name in constants[0]
    )


def _constants(branch: Any) -> dict[str, str]:
    """The fields that a branch must have with one text each."""
    if not isinstance(branch, dict):
        return {}
    required = branch.get("required", ())
    return {
        name: part["const"]
        for name, part in branch.get("properties", {}).items()
        if name in required and isinstance(part, dict) and isinstance(part.get("const"), str)
    }


def _is_closed(schema: JsonSchema) -> bool:
    return (
        schema.get("additionalProperties") is False or schema.get("unevaluatedProperties") is False
    )
