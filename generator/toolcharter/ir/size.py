"""How many bytes a value of a schema can take in canonical JSON (RFC 8785).

Walks in: a canonical schema. Walks out: an upper bound, reached for most shapes: keys, values,
quotes, commas and escapes counted. A part without a bound counts as UNBOUNDED; the linter refuses
such parts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
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


def largest_bytes(schema: JsonSchema) -> int:
    """The most bytes that the canonical JSON of a valid value takes."""
    return _Sizes(schema.get("$defs", {})).of(schema)


class _Sizes:
    """Sizes by schema; a definition is measured once."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self.definitions = definitions
        self.known: dict[str, int] = {}
        self.kinds: dict[str, Callable[[JsonSchema], int]] = {
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
        if not isinstance(schema, dict):
            return UNBOUNDED if schema else 0
        if "const" in schema:
            return _written(schema["const"])
        if "enum" in schema:
            return _longest_of(schema["enum"])
        found = [self._by_type(schema)]
        if "$ref" in schema:
            found.append(self._reference(schema["$ref"]))
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                found.append(max(map(self.of, schema[keyword])))
        if "allOf" in schema:
            found.append(min(map(self.of, schema["allOf"])))
        return min(found)

    def _reference(self, reference: str) -> int:
        if reference not in self.known:
            name = reference.removeprefix("#/$defs/")
            self.known[reference] = self.of(self.definitions[name])
        return self.known[reference]

    def _by_type(self, schema: JsonSchema) -> int:
        kinds = schema.get("type")
        if kinds is None:
            return UNBOUNDED
        names = kinds if isinstance(kinds, list) else [kinds]
        return max(self.kinds[name](schema) for name in names)

    def _object(self, schema: JsonSchema) -> int:
        """Every property, and as many others as the bound allows."""
        parts = schema.get("properties", {})
        if "additionalProperties" not in schema and schema.get("unevaluatedProperties") is False:
            return _joined(*self._entries(self._evaluated(schema)))
        total, count = self._entries({name: self.of(part) for name, part in parts.items()})
        others = schema.get("additionalProperties", schema.get("unevaluatedProperties", True))
        if others is False:
            return _joined(total, count)
        if "maxProperties" not in schema or isinstance(others, bool):
            return UNBOUNDED
        names = schema.get("propertyNames", True)
        entry = UNBOUNDED if names is True else self.of({"type": "string", **names})
        most: int = schema["maxProperties"]
        return _joined(total + most * (entry + 1 + self.of(others)), count + most)

    def _entries(self, parts: Mapping[str, int]) -> tuple[int, int]:
        """The bytes of names, colons and values, and how many there are."""
        return sum(_written(name) + 1 + size for name, size in parts.items()), len(parts)

    def _evaluated(self, schema: Any) -> dict[str, int]:
        """The largest value of every property that the schema or a part beside it names."""
        if not isinstance(schema, dict):
            return {}
        found = {name: self.of(part) for name, part in schema.get("properties", {}).items()}
        joined = [part for key in ("allOf", "anyOf", "oneOf") for part in schema.get(key, ())]
        if "$ref" in schema:
            joined.append(self.definitions[schema["$ref"].removeprefix("#/$defs/")])
        for part in joined:
            for name, size in self._evaluated(part).items():
                found[name] = max(size, found.get(name, 0))
        return found

    def _array(self, schema: JsonSchema) -> int:
        first = [self.of(part) for part in schema.get("prefixItems", ())]
        rest = schema.get("items", True)
        most = schema.get("maxItems")
        if rest is False:
            first = first[:most]
            return _joined(sum(first), len(first))
        if most is None:
            return UNBOUNDED
        first = first[:most]
        return _joined(sum(first) + self.of(rest) * (most - len(first)), most)


def _joined(total: int, count: int) -> int:
    """Brackets, and commas between the parts."""
    return min(UNBOUNDED, 2 + total + max(0, count - 1))


def _string(schema: JsonSchema) -> int:
    pattern = schema.get("pattern")
    width = ANY_CHARACTER_BYTES if pattern is None else charset_bytes(pattern)
    format_name = schema.get("format")
    if format_name in _ASCII_FORMATS:
        width = 1
    bounds = [
        schema.get("maxLength"),
        _FORMAT_LENGTHS.get(format_name or ""),
        None if pattern is None else longest_match(pattern),
    ]
    known = [bound for bound in bounds if bound is not None]
    if not known:
        return UNBOUNDED
    found = width * min(known)
    by_pattern = None if pattern is None else longest_bytes(pattern)
    return 2 + (found if by_pattern is None else min(found, by_pattern))


def _integer(schema: JsonSchema) -> int:
    low = schema.get("minimum", schema.get("exclusiveMinimum", -MAX_INTEGER))
    high = schema.get("maximum", schema.get("exclusiveMaximum", MAX_INTEGER))
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
