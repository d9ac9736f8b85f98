"""All that one value has to satisfy: a schema, what it refers to, what it joins, one branch of each
union.

Walks in: a schema, the document it stands in, and which branches are taken. Walks out: its members,
schemas without references whose unions are decided, and questions that all members answer together.
NoInstanceError says that no value satisfies them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolcharter.emit.schema_reading import resolved
from toolcharter.ir.model import JsonSchema

Step = str | int
"""A property name, ``*`` for a list's item or a map's value, the place of an item in digits, or as
a number the branch of a union."""

Route = tuple[Step, ...]
"""The way to a part. A schema's unions take the numbers that it begins with in document order, each
branch's own before the next one; a union that it is silent about takes the branch ``otherwise``."""

ANY = "*"
HERE = ""
"""Ends a route: an object stands here, whatever else might."""

_NUMBERS = frozenset(("integer", "number"))

_OF_KEYWORDS = {
    "object": ("properties", "required", "additionalProperties", "minProperties"),
    "array": ("items", "prefixItems", "minItems"),
    "string": ("pattern", "format", "minLength", "maxLength"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}


class NoInstanceError(Exception):
    """No value was found for a part of a schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Union:
    """The branches of a union, and how many unions before it take a number of the route.
    ``is_only`` says that its schema has no other."""

    before: int
    branches: tuple[Any, ...]
    is_only: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Members that one value satisfies together. ``own`` are those that hold in every branch,
    ``unions`` those that stand in them, ``rest`` is the route below this value."""

    members: tuple[JsonSchema, ...]
    own: tuple[JsonSchema, ...]
    unions: tuple[Union, ...]
    rest: Route

    def types(self) -> list[str]:
        """The types that a value may have; those of the first member that names any, in order."""
        declared = [each["type"] for each in self.members if "type" in each]
        if not declared:
            return [
                kind
                for kind, keywords in _OF_KEYWORDS.items()
                if any(keyword in each for each in self.members for keyword in keywords)
            ] or ["null"]
        found, *others = [[each] if isinstance(each, str) else list(each) for each in declared]
        for names in others:
            found = [common for each in found if (common := _common(each, names))]
        return found

    def values(self, keyword: str) -> list[Any]:
        """What the members say under a keyword."""
        return [each[keyword] for each in self.members if keyword in each]

    def required(self) -> list[str]:
        """The names that an object must have."""
        return _once(name for names in self.values("required") for name in names)

    def names(self) -> list[str]:
        """The names that are declared."""
        return _once(name for part in self.values("properties") for name in part)

    def has_others(self) -> bool:
        """Whether it describes values under names that are not declared."""
        return any(isinstance(each, dict) for each in self.values("additionalProperties"))

    def property(self, name: str) -> Any:
        """The schema of the value under a name."""
        return _all_of(
            each["properties"][name]
            if name in each.get("properties", ())
            else each.get("additionalProperties", True)
            for each in self.members
        )

    def others(self) -> Any:
        """The schema of the values under names that are not declared."""
        return _all_of(each.get("additionalProperties", True) for each in self.members)

    def name(self) -> Any:
        """The schema of the names of an object."""
        return _all_of([{"type": "string"}, *self.values("propertyNames")])

    def tuple_length(self) -> int:
        """How many items have a schema of their own."""
        return max(map(len, self.values("prefixItems")), default=0)

    def item(self, place: int) -> Any:
        """The schema of an item of a list."""
        return _all_of(
            each["prefixItems"][place]
            if place < len(each.get("prefixItems", ()))
            else each.get("items", True)
            for each in self.members
        )


def joined(schema: Any, document: JsonSchema, route: Route = (), otherwise: int = 0) -> Joined:
    """The members of a schema. Raises NoInstanceError."""
    members: list[JsonSchema] = []
    own: list[JsonSchema] = []
    unions: list[Union] = []
    decided = 0
    waiting: list[tuple[Any, bool]] = [(schema, True)]
    while waiting:
        raw, is_own = waiting.pop(0)
        part = resolved(raw, document)
        if part is False:
            raise NoInstanceError
        if not isinstance(part, dict):
            continue
        members.append(part)
        if is_own:
            own.append(part)
        inner = [(each, is_own) for each in part.get("allOf", ())]
        for keyword in ("oneOf", "anyOf"):
            if not (branches := part.get(keyword)):
                continue
            if is_own:
                is_only = not (part.get("oneOf") and part.get("anyOf"))
                unions.append(Union(before=decided, branches=tuple(branches), is_only=is_only))
            decided += 1
            chosen, route = _decision(route, otherwise, len(branches))
            inner.append((branches[chosen], False))
        waiting[:0] = inner
    return Joined(members=tuple(members), own=tuple(own), unions=tuple(unions), rest=route)


def _decision(route: Route, otherwise: int, count: int) -> tuple[int, Route]:
    if route and isinstance(route[0], int):
        return route[0], route[1:]
    return otherwise % count, route


def _common(name: str, names: list[str]) -> str | None:
    """The type that is this one and one of those; an integer is a number."""
    if name in names:
        return name
    return "integer" if name in _NUMBERS and _NUMBERS & set(names) else None


def _once(names: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _all_of(schemas: Any) -> Any:
    """One schema for several that hold together."""
    found = [each for each in schemas if each is not True]
    if len(found) == 1:
        return found[0]
    return {"allOf": found} if found else True
