"""What a schema leaves without a bound.

Walks in: the schema of one part in canonical form, its reference followed and its ``allOf`` joined.
Walks out: facts about this schema alone; what is below it is a part of its own.
"""

from __future__ import annotations

from typing import Any

from toolcharter.ir.model import JsonSchema
from toolcharter.ir.walk import resolved

_FIXED_LENGTH_FORMATS = frozenset({"date", "uuid", "ipv4", "ipv6"})
_CLOSED_BY_PATTERN = frozenset({"decimal"})
_OBJECT_KEYWORDS = frozenset({"properties", "additionalProperties", "unevaluatedProperties"})


def joined(schema: JsonSchema, root: JsonSchema) -> JsonSchema:
    """The schema with the members of its ``allOf`` laid together."""
    if "allOf" not in schema:
        return schema
    own = {key: value for key, value in schema.items() if key != "allOf"}
    members = [joined(resolved(each, root, "")[0], root) for each in schema["allOf"]]
    merged: dict[str, Any] = {}
    for member in (*members, own):
        for key, value in member.items():
            if key == "properties":
                merged[key] = {**merged.get(key, {}), **value}
            elif merged.get(key) is not False:  # a member that forbids other keys forbids them all
                merged[key] = value
    return merged


def accepts(schema: JsonSchema, kind: str) -> bool:
    """Whether the schema says that its value may be of the JSON type ``kind``."""
    written = schema.get("type")
    if written is None:
        return kind == "object" and bool(schema.keys() & _OBJECT_KEYWORDS)
    return kind == written or (isinstance(written, list) and kind in written)


def is_listed(schema: JsonSchema) -> bool:
    """Whether the schema lists its values one by one."""
    return "enum" in schema or "const" in schema


def is_map(schema: JsonSchema) -> bool:
    """Whether keys and values of the object are described, though not listed."""
    values, keys = schema.get("additionalProperties"), schema.get("propertyNames")
    return accepts(schema, "object") and isinstance(values, dict) and isinstance(keys, dict)


def has_endless_text(schema: JsonSchema) -> bool:
    """Whether a string of any length is accepted."""
    if not accepts(schema, "string") or is_listed(schema) or "maxLength" in schema:
        return False
    notes: Any = schema.get("x-toolcharter", {})
    return (
        schema.get("format") not in _FIXED_LENGTH_FORMATS
        and notes.get("type") not in _CLOSED_BY_PATTERN
    )


def has_endless_items(schema: JsonSchema) -> bool:
    """Whether an array of any length is accepted."""
    if not accepts(schema, "array") or is_listed(schema) or "maxItems" in schema:
        return False
    return not ("prefixItems" in schema and schema.get("items") is False)


def has_untyped_items(schema: JsonSchema) -> bool:
    """Whether an array may hold an item that no schema describes."""
    if not accepts(schema, "array") or is_listed(schema):
        return False
    return schema.get("items", True) is True


def missing_range(schema: JsonSchema) -> tuple[str, ...]:
    """The ends of the range that a number lacks: ``minimum``, ``maximum``."""
    is_number = accepts(schema, "integer") or accepts(schema, "number")
    if not is_number or is_listed(schema):
        return ()
    ends = (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))
    return tuple(first for first, other in ends if first not in schema and other not in schema)


def has_endless_keys(schema: JsonSchema) -> bool:
    """Whether an object with any number of keys is accepted."""
    return is_map(schema) and "maxProperties" not in schema


def missing_bound(schema: JsonSchema) -> tuple[str, str] | None:
    """What has no bound, and the keyword that would give one; None where all is bounded."""
    if has_endless_text(schema):
        return "the length of the text", "maxLength"
    if has_endless_items(schema):
        return "the number of items", "maxItems"
    if has_endless_keys(schema):
        return "the number of keys", "maxProperties"
    ends = missing_range(schema)
    if ends:
        return "the number", " and ".join(ends)
    return None
