"""The keywords of JSON Schema 2020-12 that a ``schema:`` may use.

One table: what a keyword's value is made of. A keyword that is not here is refused, because some
part of the compiler, of the boundary or of an export would act on it differently or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Holds(Enum):
    """What stands in a keyword's value."""

    DATA = "data"
    SCHEMA = "schema"
    SCHEMAS = "list of schemas"
    NAMED_SCHEMAS = "schemas by name"


KEYWORDS: Mapping[str, Holds] = {
    "type": Holds.DATA,
    "enum": Holds.DATA,
    "const": Holds.DATA,
    "format": Holds.DATA,
    "minimum": Holds.DATA,
    "maximum": Holds.DATA,
    "exclusiveMinimum": Holds.DATA,
    "exclusiveMaximum": Holds.DATA,
    "multipleOf": Holds.DATA,
    "minLength": Holds.DATA,
    "maxLength": Holds.DATA,
    "pattern": Holds.DATA,
    "items": Holds.SCHEMA,
    "prefixItems": Holds.SCHEMAS,
    "minItems": Holds.DATA,
    "maxItems": Holds.DATA,
    "uniqueItems": Holds.DATA,
    "properties": Holds.NAMED_SCHEMAS,
    "required": Holds.DATA,
    "dependentRequired": Holds.DATA,
    "additionalProperties": Holds.SCHEMA,
    "unevaluatedProperties": Holds.DATA,
    "propertyNames": Holds.SCHEMA,
    "minProperties": Holds.DATA,
    "maxProperties": Holds.DATA,
    "oneOf": Holds.SCHEMAS,
    "anyOf": Holds.SCHEMAS,
    "allOf": Holds.SCHEMAS,
    "title": Holds.DATA,
    "description": Holds.DATA,
    "default": Holds.DATA,
    "examples": Holds.DATA,
    "x-toolcharter": Holds.DATA,
}

DROPPED: frozenset[str] = frozenset(("$comment", "$defs"))
"""Allowed, and not part of the canonical schema: what is used of ``$defs`` is written out."""

BESIDE_REFERENCE: frozenset[str] = frozenset(
    ("title", "description", "default", "examples", "x-toolcharter")
)
"""What may stand beside ``$ref``: words and values, no rules."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"

INSTEAD: Mapping[str, str] = {
    "$schema": f"Leave it out, or write {DIALECT} at the root of the file.",
    "$id": "The place of the file is its identity.",
    "$anchor": "Refer to a pointer.",
    "$dynamicRef": "Refer to a pointer with `$ref`.",
    "$dynamicAnchor": "Refer to a pointer.",
    "definitions": "Write `$defs`.",
    "nullable": 'Write type: [..., "null"].',
    "discriminator": "Give each branch a required `const`.",
    "example": "Write `examples: [...]`.",
    "patternProperties": "Write `propertyNames` and `additionalProperties`.",
    "if": "Write a union whose branches have a `const`, or a precondition.",
    "then": "Write a union whose branches have a `const`, or a precondition.",
    "else": "Write a union whose branches have a `const`, or a precondition.",
    "not": "Say what is allowed.",
    "contains": "Bound the items, or write a precondition.",
    "dependentSchemas": "Write a union whose branches have a `const`.",
    "contentSchema": "Write the object itself, not a string that holds one.",
    "contentMediaType": "Return a handle and the media type in a field of its own.",
    "contentEncoding": "Return a handle; a result holds no encoded bytes.",
    "additionalItems": "Write `prefixItems` and `items: false`.",
    "readOnly": "Leave the field out of the input.",
    "writeOnly": "Leave the field out of the output.",
    "deprecated": "Make a new version of the tool.",
}
"""What to write instead of keywords that people bring from elsewhere."""
