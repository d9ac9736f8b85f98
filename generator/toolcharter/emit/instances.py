"""The smallest valid value of a canonical schema, and of one that reaches a chosen part.

Walks in: a schema whose every part is bounded. Walks out: a value with every required field, no
optional one, empty lists and the first branch of a union, except along a *route*, which is walked
whatever it costs. The validator of the boundary has the last word. NoInstanceError says that no
value was found: a pattern whose shortest text is out of reach, or parts that hold together and
leave only values that are not among the smallest of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from toolcharter.emit.joined import ANY, HERE, Joined, NoInstanceError, Route, joined
from toolcharter.emit.scalar_instances import first_fitting, number, texts
from toolcharter.ir.model import JsonSchema
from toolcharter.ir.pointers import below

_TRIES = 3
"""How many branches of each union are tried: the first of all, the second of all, ..."""

Instance = tuple[Any, str]
"""A value, and the JSON Pointer of the part at the end of the route in it."""


def smallest(
    schema: JsonSchema, accepts: Callable[[Any], bool], route: Route = ()
) -> tuple[Any, str]:
    """The smallest value that holds the part at ``route``, and the JSON Pointer of that part in it.

    ``accepts`` is the validator of the schema. Raises NoInstanceError.
    """
    for otherwise in range(_TRIES):
        try:
            value, pointer = _Search(schema, otherwise).smallest(schema, route)
        except NoInstanceError:
            continue
        if accepts(value):
            return value, pointer
    raise NoInstanceError


@dataclass(frozen=True, slots=True)
class _Search:
    """One try: ``otherwise`` is the branch of the unions that a route is silent about."""

    document: JsonSchema
    otherwise: int

    def smallest(self, schema: Any, route: Route) -> Instance:
        found = joined(schema, self.document, route, self.otherwise)
        if values := self._listed(found):
            if found.rest:
                values = [each for each in values if found.rest == (HERE,) and type(each) is dict]
            return first_fitting(values, found.members, self.document), ""
        match self._type(found):
            case "object":
                return self._object(found)
            case "array":
                return self._array(found)
            case "string":
                return first_fitting(texts(found), found.members, self.document), ""
            case "integer" | "number" as kind:
                return number(found, whole=kind == "integer"), ""
            case "boolean":
                return False, ""
            case _:
                return None, ""

    def _listed(self, found: Joined) -> list[Any]:
        constants = [[each] for each in found.values("const")]
        return next(iter([*constants, *found.values("enum")]), [])

    def _type(self, found: Joined) -> str:
        names = found.types()
        if found.rest:
            has_items = found.values("items") or found.values("prefixItems")
            is_list = has_items and found.rest != (HERE,) and not found.values("properties")
            wanted = "array" if is_list else "object"
            names = [wanted] if wanted in names else []
        if not names:
            raise NoInstanceError
        return names[0]

    def _object(self, found: Joined) -> Instance:
        step, onward = str(next(iter(found.rest), HERE)), found.rest[1:]
        values: dict[str, Any] = {}
        pointer = ""
        wanted = found.required()
        if step not in (HERE, ANY):
            wanted.append(step)
        for name in _with_dependents(wanted, found):
            route = onward if name == step else ()
            values[name], onward_pointer = self.smallest(found.property(name), route)
            if name == step:
                pointer = below("", name) + onward_pointer
        names = self._new_names(found, values)
        if step == ANY:
            name = next(names)
            values[name], onward_pointer = self.smallest(found.property(name), onward)
            pointer = below("", name) + onward_pointer
        self._fill(found, values, names)
        return values, pointer

    def _fill(self, found: Joined, values: dict[str, Any], names: Iterator[str]) -> None:
        """Optional properties and new names, until there are as many as there must be."""
        fewest = max(found.values("minProperties"), default=0)
        declared = iter([name for name in found.names() if name not in values])
        while len(values) < fewest:
            name = next(declared, None) or next(names)
            values[name], _ = self.smallest(found.property(name), ())

    def _new_names(self, found: Joined, values: dict[str, Any]) -> Iterator[str]:
        """Names that are not declared. Raises NoInstanceError after the last."""
        if not found.has_others():
            raise NoInstanceError
        declared = found.names()
        for name in self._different(found.name()):
            if name not in declared and name not in values:
                yield name

    def _array(self, found: Joined) -> Instance:
        at, onward, length = -1, found.rest[1:], found.tuple_length()
        if found.rest:
            at = length if found.rest[0] == ANY else int(found.rest[0])
        count = max(at + 1, *found.values("minItems"), 0)
        pointer = ""
        values: list[Any] = []
        for place in range(min(count, length + 1)):
            value, onward_pointer = self.smallest(found.item(place), onward if place == at else ())
            values.append(value)
            if place == at:
                pointer = below("", place) + onward_pointer
        values += values[length:] * (count - len(values))
        if count > 1 and any(found.values("uniqueItems")):
            return self._all_different(found, values, at), pointer
        return values, pointer

    def _all_different(self, found: Joined, values: list[Any], at: int) -> list[Any]:
        """The values, each that stands twice replaced by another one; the one at ``at`` stays."""
        length = found.tuple_length()
        rest = self._different(found.item(length))
        kept = values[at : at + 1] if at >= 0 else []
        for place, value in enumerate(values):
            if place == at:
                continue
            if value in kept:
                others = rest if place >= length else self._different(found.item(place))
                values[place] = next(each for each in others if each not in kept)
            kept.append(values[place])
        return values

    def _different(self, schema: Any) -> Iterator[Any]:
        """Values of a schema, no two of them equal. Raises NoInstanceError after the last."""
        listed = self._listed(joined(schema, self.document, (), self.otherwise))
        yield from listed
        value = None if listed else self.smallest(schema, ())[0]
        while isinstance(value, str | int) and not isinstance(value, bool):
            yield value
            beyond = (
                {"minLength": len(value) + 1} if isinstance(value, str) else {"minimum": value + 1}
            )
            value, _ = self.smallest({"allOf": [schema, beyond]}, ())
        raise NoInstanceError


def _with_dependents(names: list[str], found: Joined) -> list[str]:
    """The names, and those that each of them needs."""
    wanted = dict.fromkeys(names)
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        for needs in found.values("dependentRequired"):
            for other in needs.get(name, ()):
                if other not in wanted:
                    wanted[other] = None
                    waiting.append(other)
    return list(wanted)
