"""What a path of the arguments gives to a request: whether it is there, one value, and whose words.

Walks in: the parts that a path names. Walks out: claims about them that hold for every accepted
call. A field with a default is always there, since the runtime fills it in before anything is sent.
"""

from __future__ import annotations

from toolcharter.ir.model import JsonSchema
from toolcharter.ir.paths import Lookup
from toolcharter.ir.walk import ANY, SchemaPart

_ONE_VALUE = frozenset(("string", "integer", "number", "boolean", "null"))


def is_always_there(found: Lookup) -> bool:
    """Whether every accepted call holds the value, be it null."""
    return all(_is_there(part) for part in found.parts)


def is_never_null(found: Lookup) -> bool:
    """Whether the value, where it is there, is not null."""
    return not any(part.is_nullable for part in found.parts)


def is_one_value(found: Lookup) -> bool:
    """Whether it is one string, number or truth value: no object, no list, nothing inside one."""
    return not any(ANY in part.path for part in found.parts) and all(
        json_types(part.schema) <= _ONE_VALUE for part in found.parts
    )


def is_prose(found: Lookup) -> bool:
    """Whether people or the model write it freely."""
    return any(
        "untrusted" in part.notes or part.type in ("text", "line") or _is_free(part)
        for part in found.parts
    )


def is_sensitive(found: Lookup) -> bool:
    """Whether it is, or is part of, data that is marked so."""
    return any("sensitive" in above.notes for part in found.parts for above in part.lineage())


def json_types(schema: JsonSchema) -> frozenset[str]:
    """The JSON types that a schema allows, as far as it names them; empty where it does not."""
    if "type" in schema:
        kinds = schema["type"]
        return frozenset((kinds,) if isinstance(kinds, str) else kinds)
    words = schema.get("enum", (schema["const"],) if "const" in schema else ())
    if words:
        return frozenset(_type_of(word) for word in words)
    return frozenset(
        kind
        for keyword in ("oneOf", "anyOf", "allOf")
        for branch in schema.get(keyword, ())
        for kind in json_types(branch) or ("object",)
    )


def _type_of(word: object) -> str:
    match word:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case str():
            return "string"
        case None:
            return "null"
    return "object"


def _is_there(part: SchemaPart) -> bool:
    for above in part.lineage():
        if above.is_branch and not above.is_joined:
            return False
        if above.path[-1:] == (ANY,) or (above is not part and above.is_nullable):
            return False
        if not (above.is_required or above.is_branch or "default" in above.schema):
            return False
    return True


def _is_free(part: SchemaPart) -> bool:
    """A string of plain JSON Schema is anybody's words, unless something says what it holds."""
    is_plain = "type" not in part.notes and part.type not in ("enum", "constant")
    is_string = "string" in json_types(part.schema)
    return is_plain and is_string and not {"pattern", "format", "enum", "const"} & set(part.schema)
