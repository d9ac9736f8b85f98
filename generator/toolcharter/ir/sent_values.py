"""What a path of the arguments gives to a request: whether it is there, one value, and whose words.

Walks in: the parts that a path names. Walks out: claims about them that hold for every accepted
call. A field with a default is always there, since the runtime fills it in before anything is sent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import reduce

from toolcharter.ir.free_words import holds_words
from toolcharter.ir.marks import stronger
from toolcharter.ir.model import JsonSchema, Shape
from toolcharter.ir.paths import Lookup
from toolcharter.ir.walk import ANY, SchemaPart, walk

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


def is_prose(shape: Shape, parts: Collection[SchemaPart]) -> bool:
    """Whether people or the model write it, or something in it, freely."""
    return any(holds_words(shape, part) for part in _with_what_is_below(shape, parts))


def is_sensitive(shape: Shape, parts: Collection[SchemaPart]) -> bool:
    """Whether it is, holds, or is part of, data that is marked so."""
    return mark_of(parts) is not None or mark_within(shape, parts) is not None


def mark_of(parts: Collection[SchemaPart]) -> str | None:
    """The strongest mark of the data itself and of what it is part of."""
    return reduce(stronger, (each.sensitive for part in parts for each in part.lineage()), None)


def mark_within(shape: Shape, parts: Collection[SchemaPart]) -> str | None:
    """The strongest mark of the data itself and of what it holds."""
    return reduce(stronger, (each.sensitive for each in _with_what_is_below(shape, parts)), None)


def lost_mark(
    shape: Shape, parts: Collection[SchemaPart], into: Shape, part: SchemaPart
) -> str | None:
    """The mark that data would lose by standing in a part of another shape."""
    own, within = mark_of(parts), mark_within(shape, parts)
    covered = mark_of((part,))
    if stronger(own, covered) != covered:
        return own
    covered = stronger(covered, mark_within(into, (part,)))
    return within if stronger(within, covered) != covered else None


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


def _with_what_is_below(shape: Shape, parts: Collection[SchemaPart]) -> Iterator[SchemaPart]:
    """The parts, their branches, items, keys and values."""
    for each in walk(shape):
        if any(above is part for above in each.lineage() for part in parts):
            yield each
