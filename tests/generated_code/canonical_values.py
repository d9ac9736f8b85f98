"""Values that a canonical schema accepts, as a hypothesis strategy.

Walks in: a canonical schema. Walks out: a strategy of canonical values: every branch, every optional
field there or not, lists and texts of every length that is sensible to try. A keyword that is not
handled here fails the test that meets it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

Schema = Mapping[str, Any]
Values = st.SearchStrategy[Any]

_HANDLED = {
    *("$ref", "$defs", "type", "enum", "const", "oneOf", "anyOf", "default", "x-toolcharter"),
    *("properties", "required", "additionalProperties", "propertyNames", "maxProperties"),
    *("minProperties", "items", "minItems", "maxItems", "uniqueItems"),
    *("minLength", "maxLength", "pattern", "format", "minimum", "maximum", "multipleOf"),
}
_TEXT = r"^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$"
_LINE = r"^[^\p{Cc}\p{Zl}\p{Zp}]*$"
_LONGEST = 40


def values(schema: Schema) -> Values:
    """Values that the schema accepts."""
    return _Builder(schema).of(schema)


class _Builder:
    def __init__(self, root: Schema) -> None:
        self._root = root

    def of(self, schema: Schema) -> Values:
        assert schema.keys() <= _HANDLED, schema.keys() - _HANDLED
        if "$ref" in schema:
            target: Any = self._root
            for token in schema["$ref"].removeprefix("#/").split("/"):
                target = target[token]
            return self.of(target)
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                return st.one_of([self.of(branch) for branch in schema[keyword]])
        if "const" in schema:
            return st.just(schema["const"])
        if "enum" in schema:
            return st.sampled_from(schema["enum"])
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return st.one_of([self._of_type(name, schema) for name in types])

    def _of_type(self, name: str, schema: Schema) -> Values:
        match name:
            case "null":
                return st.none()
            case "boolean":
                return st.booleans()
            case "integer":
                step = schema.get("multipleOf", 1)
                return st.integers(-(-schema["minimum"] // step), schema["maximum"] // step).map(
                    lambda number: number * step
                )
            case "string":
                return _strings(schema)
            case "array":
                return self._array(schema)
            case "object" if "properties" in schema or "propertyNames" not in schema:
                return self._object(schema)
            case "object":
                return self._map(schema)
        raise AssertionError(name)

    def _object(self, schema: Schema) -> Values:
        assert schema["additionalProperties"] is False
        properties = {name: self.of(part) for name, part in schema.get("properties", {}).items()}
        required = set(schema.get("required", ()))
        return st.fixed_dictionaries(
            {name: part for name, part in properties.items() if name in required},
            optional={name: part for name, part in properties.items() if name not in required},
        )

    def _map(self, schema: Schema) -> Values:
        return st.dictionaries(
            self.of(schema["propertyNames"]),
            self.of(schema["additionalProperties"]),
            min_size=schema.get("minProperties", 0),
            max_size=min(schema["maxProperties"], 3),
        )

    def _array(self, schema: Schema) -> Values:
        least = schema.get("minItems", 0)
        return st.lists(
            self.of(schema["items"]),
            min_size=least,
            max_size=max(least, min(schema["maxItems"], 3)),
            unique_by=repr if schema.get("uniqueItems") else None,
        )


def _strings(schema: Schema) -> Values:
    least, most = schema.get("minLength", 0), schema.get("maxLength", _LONGEST)
    match schema.get("format"):
        case "date":
            return st.dates().map(datetime.date.isoformat)
        case "date-time":
            return _instants()
        case "uuid":
            return st.uuids().map(str)
        case "email":
            return st.from_regex(r"\A[a-z0-9+]{1,20}@[a-z]{1,9}\.example\Z")
        case "uri":
            return st.from_regex(r"\Ahttps://[a-z]{1,9}\.example(/[a-z0-9%?=.-]{0,20})?\Z").filter(
                lambda text: "%" not in text
            )
        case None:
            pass
        case other:
            raise AssertionError(other)
    return _matching(schema.get("pattern"), least, most)


def _matching(pattern: str | None, least: int, most: int) -> Values:
    sizes = {"min_size": least, "max_size": min(most, max(least, _LONGEST))}
    if pattern in (None, _TEXT):
        return st.text(
            st.characters(exclude_categories=["Cs", "Cc"], include_characters="\t\n\r"), **sizes
        )
    if pattern == _LINE:
        return st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), **sizes)
    found = re.sub(r"(?<!\\)\$$", r"\\Z", re.sub(r"^\^", r"\\A", pattern))
    found = found.replace(r"\p{Cc}\p{Zl}\p{Zp}", r"\x00-\x1f\x7f-\x9f\u2028\u2029")
    return st.from_regex(found, alphabet=st.characters(max_codepoint=0x7E)).filter(
        lambda text: least <= len(text) <= most
    )


def _instants() -> Values:
    zones = st.sampled_from(["Z", "+00:00", "-05:30", "+14:00"])
    fractions = st.sampled_from(["", ".5", ".123456"])
    return st.builds(
        lambda at, fraction, zone: f"{at:%Y-%m-%dT%H:%M:%S}".zfill(19) + fraction + zone,
        st.datetimes(min_value=datetime.datetime(1000, 1, 1)),
        fractions,
        zones,
    )
