"""Where a key belongs: the nearest key of the same record, or another record of the language.

Walks in: a schema and a key that stands in the wrong place. Walks out: where it may stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolcharter.contract.language.parts import Schema
from toolcharter.contract.near import nearest

Route = tuple[str, ...]

_TYPED_VALUES = ("type_", "shared_")
_NOT_TYPES = ("type_named", "type_name", "shared_named", "shared_type")
_ANYWHERE = ("fields", "mapping", "shared_type", "field_in_list")


class Places:
    """The keys of one schema, by the way that leads to their record."""

    def __init__(self, schema: Schema) -> None:
        self._definitions: dict[str, Schema] = schema.get("$defs", {})
        self._keys: dict[Route, dict[str, None]] = {}
        self._seen: set[tuple[int, Route]] = set()
        self._collect(schema, ())

    def is_key_of_another_form(self, key: str, route: Route, record: str) -> bool:
        """Whether the key stands in the same place of another form, or in another type of field."""
        if record.startswith(_TYPED_VALUES):
            return key in self._keys_of_typed_values()
        return key in self._keys.get(route, {})

    def homes(self, key: str) -> list[str]:
        """The places elsewhere where the key may stand, nearest to the root first."""
        routes = [route for route, keys in self._keys.items() if key in keys and route]
        return [_shown(route) for route in sorted(routes, key=lambda route: (len(route), route))]

    def homes_below(self, key: str, route: Route) -> list[str]:
        """The places inside a record where the key may stand."""
        return [
            _shown(home)
            for home, keys in self._keys.items()
            if key in keys and len(home) == len(route) + 1 and home[:-1] == route
        ]

    def is_home(self, key: str, route: Route) -> bool:
        """Whether the key may stand in the record that a way leads to."""
        return key in self._keys.get(route, {})

    def what_a_type_needs(self, name: str) -> str:
        """Why the name of a type cannot stand alone."""
        definition = self._definitions.get(f"type_{name}")
        if definition is None:
            return "An id type is declared in types/ and used by its own name."
        needs = " and ".join(f"`{key}`" for key in definition["required"] if key != "type")
        return f"It needs {needs}; write a mapping: {{type: {name}, ...}}."

    def built_in_types(self) -> list[str]:
        """The types of fields that need no declaration."""
        return [
            name.partition("_")[2]
            for name in self._definitions
            if name.startswith(_TYPED_VALUES) and name not in _NOT_TYPES
        ]

    def _collect(self, schema: Schema | bool, route: Route) -> None:
        if isinstance(schema, bool) or (id(schema), route) in self._seen or len(route) > 6:
            return
        self._seen.add((id(schema), route))
        for part in self._beside(schema):
            self._collect(part, route)
        for key, below in schema.get("properties", {}).items():
            if below is not False:
                self._keys.setdefault(route, {})[key] = None
                self._collect(below, (*route, key))
        self._collect(schema.get("additionalProperties", False), (*route, "*"))
        self._collect(schema.get("items", False), (*route, "[]"))

    def _beside(self, schema: Schema) -> Iterator[Schema | bool]:
        name = schema.get("$ref", "").removeprefix("#/$defs/")
        if name and name not in _ANYWHERE:
            yield self._definitions[name]
        yield from schema.get("allOf", ())
        yield schema.get("then", True)
        yield schema.get("else", True)

    def _keys_of_typed_values(self) -> set[str]:
        return {
            key
            for name, definition in self._definitions.items()
            if name.startswith(_TYPED_VALUES)
            for key in definition.get("properties", {})
        }


def nearest_key(written: str, known: Iterable[str]) -> str | None:
    """The known key or word of the language that was most likely meant."""
    return nearest(written, known, likeness=0.65)


def _shown(route: Route) -> str:
    return ".".join("<name>" if step == "*" else step for step in route).replace(".[]", "[]")
