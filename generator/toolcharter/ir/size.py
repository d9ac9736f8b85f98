"""How many bytes a value of a schema can take in canonical JSON (RFC 8785).

Walks in: a canonical schema. Walks out: an upper bound, reached for most shapes: keys, values,
quotes, commas and escapes counted; what stands together in ``allOf`` bounds together. A part without
a bound counts as UNBOUNDED; the linter refuses such parts, and a whole that comes to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any

from toolcharter.ir.model import JsonSchema
from toolcharter.ir.pattern_width import ANY_CHARACTER_BYTES
from toolcharter.ir.patterns import charset_bytes, longest_bytes, longest_match
from toolcharter.source.scalars import MAX_INTEGER

UNBOUNDED = 1 << 62
"""Stands for no bound; more than any limit of the language."""

_FORMAT_LENGTHS = {"date": 10, "uuid": 36, "ipv4": 15, "ipv6": 45}
_ASCII_FORMATS = frozenset(
    ("date", "date-time", "time", "duration", "uuid", "ipv4", "ipv6", "hostname", "uri")
)
_LONGEST_NUMBER = 25
"""A double in the form of ECMAScript: ``-1.7976931348623157e+308`` has 24 characters."""

_UNIONS = ("oneOf", "anyOf")

_Together = list[JsonSchema]
"""Schemas that a value satisfies all at once."""


def largest_bytes(schema: JsonSchema) -> int:
    """The most bytes that the canonical JSON of a valid value takes."""
    return _Sizes(schema.get("$defs", {})).of(schema)


class _Sizes:
    """Sizes by schema; a definition is measured once."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self.definitions = definitions
        self.known: dict[str, int] = {}
        self.kinds: dict[str, Callable[[_Together], int]] = {
            "object": self._object,
            "array": self._array,
            "string": _string,
            "integer": _integer,
            "number": lambda _: _LONGEST_NUMBER,
            "boolean": lambda _: 5,
            "null": lambda _: 4,
        }

    def of(self, schema: Any) -> int:
        """The size of the largest value of a schema."""
        if isinstance(schema, dict) and "$ref" in schema:
            return self._reference(schema["$ref"])
        return self._of_all([schema])

    def _reference(self, reference: str) -> int:
        if reference not in self.known:
            self.known[reference] = self.of(self._defined(reference))
        return self.known[reference]

    def _defined(self, reference: str) -> Any:
        return self.definitions[reference.removeprefix("#/$defs/")]

    def _of_all(self, schemas: Iterable[Any]) -> int:
        """The size of the largest value that satisfies every one of the schemas."""
        parts = list(self._together(schemas))
        if False in parts:
            return 0
        found = [_written(part["const"]) for part in parts if "const" in part]
        found += [_longest_of(part["enum"]) for part in parts if "enum" in part]
        if found:
            return min(found)
        found.append(self._by_type(parts))
        for part in parts:
            for keyword in _UNIONS:
                if keyword in part:
                    found.append(max(map(self.of, part[keyword])))
        return min(found)

    def _together(self, schemas: Iterable[Any]) -> Iterator[Any]:
        """The schemas with what they refer to and the members of their ``allOf``."""
        for schema in schemas:
            if schema is False:
                yield False
            elif isinstance(schema, dict):
                yield schema
                yield from self._together(schema.get("allOf", ()))
                if "$ref" in schema:
                    yield from self._together([self._defined(schema["$ref"])])

    def _by_type(self, parts: _Together) -> int:
        written = [part["type"] for part in parts if "type" in part]
        if not written:
            return UNBOUNDED
        names = [set(kinds if isinstance(kinds, list) else [kinds]) for kinds in written]
        common = set.intersection(
            *(each | ({"integer"} if "number" in each else set()) for each in names)
        )
        return max((self.kinds[name](parts) for name in common), default=0)

    def _object(self, parts: _Together) -> int:
        """Every property, and as many others as the bound allows, by the tightest of the parts."""
        return min(self._object_by(part, parts) for part in parts)

    def _object_by(self, part: JsonSchema, parts: _Together) -> int:
        others = part.get("additionalProperties", True)
        if others is False:
            own = part.get("properties", {})
            return _joined(*_entries({name: self._field(name, parts) for name in own}))
        most = _least(parts, "maxProperties")
        if isinstance(others, dict) and most is not None:
            own = part.get("properties", {})
            total, count = _entries({name: self._field(name, parts) for name in own})
            entry = self._key(parts) + 1 + self.of(others)
            return _joined(total + most * entry, count + most)
        if part.get("unevaluatedProperties") is False:
            known = self._evaluated(part, parts)
            return UNBOUNDED if known is None else _joined(*_entries(known))
        return UNBOUNDED

    def _field(self, name: str, parts: _Together) -> int:
        """The largest value of a field that satisfies all the parts."""
        return self._of_all(
            part["properties"][name] for part in parts if name in part.get("properties", {})
        )

    def _key(self, parts: _Together) -> int:
        """The largest name of a property."""
        names = [part["propertyNames"] for part in parts if "propertyNames" in part]
        return self._of_all([{"type": "string"}, *names]) if names else UNBOUNDED

    def _evaluated(self, schema: Any, around: _Together) -> dict[str, int] | None:
        """The largest value of every property that the schema or a part beside it names; None where
        a part lets through what nothing names."""
        found: dict[str, int] = {}
        for part in self._together([schema]):
            if part is False:
                continue
            if part.get("additionalProperties", False) is not False:
                return None
            for name in part.get("properties", {}):
                found[name] = self._field(name, around)
            for branch in (each for keyword in _UNIONS for each in part.get(keyword, ())):
                inner = list(self._together([branch]))
                known = {} if False in inner else self._evaluated(branch, inner)
                if known is None:
                    return None
                for name, size in known.items():
                    found[name] = max(size, found.get(name, 0))
        return found

    def _array(self, parts: _Together) -> int:
        most = _least(parts, "maxItems")
        return min(self._array_by(part, most) for part in parts)

    def _array_by(self, part: JsonSchema, most: int | None) -> int:
        first = [self.of(item) for item in part.get("prefixItems", ())]
        rest = part.get("items", True)
        if rest is False:
            first = first[:most]
            return _joined(sum(first), len(first))
        if most is None:
            return UNBOUNDED
        first = first[:most]
        return _joined(sum(first) + self.of(rest) * (most - len(first)), most)


def _least(parts: _Together, keyword: str) -> int | None:
    """The smallest of the bounds that the parts write."""
    return min((part[keyword] for part in parts if keyword in part), default=None)


def _entries(sizes: Mapping[str, int]) -> tuple[int, int]:
    """The bytes of names, colons and values, and how many there are."""
    return sum(_written(name) + 1 + size for name, size in sizes.items()), len(sizes)


def _joined(total: int, count: int) -> int:
    """Brackets, and commas between the parts."""
    return min(UNBOUNDED, 2 + total + max(0, count - 1))


def _string(parts: _Together) -> int:
    widths = [ANY_CHARACTER_BYTES]
    lengths: list[int] = []
    by_pattern: list[int] = []
    for part in parts:
        if "maxLength" in part:
            lengths.append(part["maxLength"])
        if (name := part.get("format")) in _ASCII_FORMATS:
            widths.append(1)
            if name in _FORMAT_LENGTHS:
                lengths.append(_FORMAT_LENGTHS[name])
        if (pattern := part.get("pattern")) is not None:
            widths.append(charset_bytes(pattern))
            lengths.extend(_known(longest_match(pattern)))
            by_pattern.extend(_known(longest_bytes(pattern)))
    if not lengths:
        return UNBOUNDED
    return 2 + min(min(widths) * min(lengths), *by_pattern, UNBOUNDED)


def _known(bound: int | None) -> list[int]:
    return [] if bound is None else [bound]


def _integer(parts: _Together) -> int:
    lows = [part[key] for part in parts for key in ("minimum", "exclusiveMinimum") if key in part]
    highs = [part[key] for part in parts for key in ("maximum", "exclusiveMaximum") if key in part]
    low, high = max(lows, default=-MAX_INTEGER), min(highs, default=MAX_INTEGER)
    return max(len(str(_inside(bound))) for bound in (low, high))


def _inside(bound: int | float) -> int:
    """A bound as an integer that the boundary accepts."""
    return max(-MAX_INTEGER, min(MAX_INTEGER, int(bound)))


def _longest_of(values: list[Any]) -> int:
    if all(isinstance(value, str) for value in values):
        return _longest_word(tuple(values))
    return max(map(_written, values), default=0)


@lru_cache(maxsize=256)
def _longest_word(words: tuple[str, ...]) -> int:
    """Code lists come again and again."""
    return max(map(_written, words), default=0)


def _written(value: Any) -> int:
    """The bytes of a value in canonical JSON; the order of keys makes no difference."""
    if isinstance(value, str):
        return len(encode_basestring(value).encode())
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
