"""The types of values that have no fields: what of a schema a model states, and what it leaves out.

Walks in: a schema of one JSON type. Walks out: a ``Type`` of listed keywords. A bound is kept where
a person would state it; a pattern only where pydantic's engine reads it as the boundary's does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from toolcharter.emit.definitions import Type
from toolcharter.ir.model import JsonSchema
from toolcharter.ir.patterns import means_the_same_everywhere

MOST_WORDS = 40
"""An enum with more values is a code list: in a model it is a plain string."""

_PLAIN_STRINGS = (
    *("country", "currency", "cursor", "date", "decimal", "email", "instant"),
    *("operation_id", "record_version", "url", "uuid"),
)
_PRINTABLE = (r"^[!-~]+$", r"^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$")
_LONGEST_PATTERN = 120
_MOST_REPEATS = 1000
_NUMBERS = re.compile(r"\{([0-9]+)(?:,([0-9]*))?\}")


def string(schema: JsonSchema) -> Type:
    """A string with its bounds; one of a machine's fixed forms is plain."""
    kind = schema.get("x-toolcharter", {}).get("type")
    found: Type = {"type": "string"}
    if kind in _PLAIN_STRINGS:
        return found
    found |= counts(schema, "minLength", "maxLength")
    pattern = schema.get("pattern")
    if kind not in ("text", "line") and isinstance(pattern, str) and _is_telling(pattern):
        found["pattern"] = pattern
    return found


def number(name: str, schema: JsonSchema) -> Type:
    """An integer with its bounds, or any number: one without a fraction stays an integer."""
    if name == "number":
        return {"type": ["integer", "number"]}
    found: Type = {"type": "integer"}
    for keyword in ("minimum", "maximum", "multipleOf"):
        bound = schema.get(keyword)
        if type(bound) is int and (keyword, bound) != ("multipleOf", 1):
            found[keyword] = bound
    return found


def literal_values(values: Sequence[Any], *, is_code_list: bool) -> Type:
    """An enum, when Python has a literal for every value and a person would list them."""
    unique: dict[tuple[type, Any], Any] = {}
    for value in values:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not (value is None or isinstance(value, str | int)):
            return _widened(values)
        unique.setdefault((type(value), value), value)
    if is_code_list or len(unique) > MOST_WORDS:
        return _widened(values)
    found = list(unique.values())
    return {"type": "null"} if found == [None] else {"enum": found}


def counts(schema: JsonSchema, least: str, most: str) -> Type:
    """The bounds of a length or a number of items."""
    found: Type = {}
    for keyword in (least, most):
        bound = schema.get(keyword)
        if type(bound) is int and (keyword, bound) != (least, 0):
            found[keyword] = bound
    return found


def nullable(made: Type) -> Type:
    """The type or null."""
    if not made or made == {"type": "null"}:
        return made
    if "enum" in made:
        return made if None in made["enum"] else {"enum": [*made["enum"], None]}
    if "anyOf" in made:
        others = [each for each in made["anyOf"] if each != {"type": "null"}]
        return {"anyOf": [*others, {"type": "null"}]}
    name = made.get("type")
    if isinstance(name, str) and name not in ("array", "object"):
        return {**made, "type": [name, "null"]}
    return {"anyOf": [bare(made), {"type": "null"}]}


def bare(made: Type) -> Type:
    """The type as an item, a value or an alternative, where bounds would hide it."""
    kept = ("type", "enum", "customTypePath", "items", "additionalProperties", "anyOf")
    return {keyword: value for keyword, value in made.items() if keyword in kept}


def is_sure_pattern(pattern: str) -> bool:
    """Whether pydantic's engine surely reads the pattern as the boundary's does, and compiles it:
    short, in what all dialects share, with moderate repeats."""
    if len(pattern) > _LONGEST_PATTERN or not means_the_same_everywhere(pattern):
        return False
    repeats = 1
    for least, most in _NUMBERS.findall(pattern):
        repeats *= max(int(least), int(most or 0), 1)
    return repeats <= _MOST_REPEATS


def _is_telling(pattern: str) -> bool:
    """Whether a person learns more from the pattern than that the characters are printable."""
    return pattern not in _PRINTABLE and is_sure_pattern(pattern)


def _widened(values: Sequence[Any]) -> Type:
    """The type that holds all values, or any."""
    names = {_name_of(value) for value in values}
    if names == {"string"}:
        return {"type": "string"}
    if names == {"string", "null"}:
        return {"type": ["string", "null"]}
    if names <= {"integer", "number"}:
        return {"type": ["integer", "number"]}
    return {}


def _name_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, str):
        return "string"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if isinstance(value, int) else "number"
    return "object" if isinstance(value, dict) else "array"
