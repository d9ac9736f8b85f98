"""Whether an object lets keys through that nothing describes, with the schemas around it in view.

``additionalProperties: false`` closes an object, wherever it stands in place: in the object itself,
in a member of its ``allOf`` or around the union that it is a branch of. ``unevaluatedProperties:
false`` does so only where nothing below it in place has evaluated every key already, as an
``additionalProperties`` that is not ``false`` does. A map is closed: its keys and values are
described.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolcharter.ir.model import JsonSchema
from toolcharter.ir.walk import SchemaPart, resolved
from toolcharter.lint.bounds import accepts, is_listed, is_map, joined
from toolcharter.lint.part import DeclaredPart

_UNIONS = ("oneOf", "anyOf")


def lets_keys_through(part: DeclaredPart) -> bool:
    """Whether this part itself is an open object; what is open below it is another part."""
    schema, root = part.schema, part.shape.schema
    around = [each.schema for each in _in_place(part.node)]
    if not accepts(schema, "object") or any(_is_closed(each, root) for each in around):
        return False
    if _takes_the_rest(schema):
        return True
    if any(_forbids_unevaluated(each, root) for each in around):
        return False  # what takes the rest is in another branch, and is found there
    is_only_a_union = "properties" not in schema and any(word in schema for word in _UNIONS)
    return not (is_only_a_union and _has_open_branch(schema, root))


def _in_place(part: SchemaPart) -> Iterator[SchemaPart]:
    """The part, and what it is a branch or a member of: all of them see the same value."""
    yield part
    while part.is_branch and part.parent is not None:
        part = part.parent
        yield part


def _is_closed(schema: JsonSchema, root: JsonSchema) -> bool:
    """Whether every key of an object that satisfies the schema is described in it."""
    if is_listed(schema) or schema.get("additionalProperties") is False or is_map(schema):
        return True
    if "type" in schema and not accepts(schema, "object"):
        return True
    is_strict = schema.get("unevaluatedProperties") is False
    if is_strict and not any(map(_takes_the_rest, _evaluating(schema, root))):
        return True
    if any(_is_closed(each, root) for each in _parts(schema, "allOf", root)):
        return True
    return any(
        all(_is_closed(each, root) for each in _parts(schema, word, root))
        for word in _UNIONS
        if word in schema
    )


def _takes_the_rest(schema: JsonSchema) -> bool:
    """Whether the schema evaluates keys that it does not describe."""
    return schema.get("additionalProperties", False) is not False and not is_map(schema)


def _forbids_unevaluated(schema: JsonSchema, root: JsonSchema) -> bool:
    return joined(schema, root).get("unevaluatedProperties") is False


def _has_open_branch(schema: JsonSchema, root: JsonSchema) -> bool:
    """Whether a branch is open and says so itself."""
    return any(
        accepts(joined(each, root), "object") and not _is_closed(each, root)
        for word in _UNIONS
        for each in _parts(schema, word, root)
    )


def _evaluating(schema: JsonSchema, root: JsonSchema) -> Iterator[JsonSchema]:
    """The schema and all that is applied to the same value below it."""
    yield schema
    for word in ("allOf", *_UNIONS):
        for each in _parts(schema, word, root):
            yield from _evaluating(each, root)


def _parts(schema: JsonSchema, word: str, root: JsonSchema) -> Iterator[JsonSchema]:
    written: Any
    for written in schema.get(word, ()):
        if written is False:
            yield {"enum": []}  # no value at all
        else:
            yield resolved(written, root, "")[0]
