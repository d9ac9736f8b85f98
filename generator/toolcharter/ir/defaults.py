"""Which values a silence may choose.

Walks in: a shape that was written as a JSON Schema, references followed and ``allOf`` laid
together. Walks out: a diagnostic for each default of an identifier, an e-mail address, money, a
list, an object or people's words. (``fields:`` refuses them while they are read.)
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.model import Shape
from toolcharter.ir.pointers import below
from toolcharter.ir.resolution import plain_type
from toolcharter.ir.walk import SchemaPart, walk

MAY_HAVE_DEFAULT = frozenset(
    ("string", "integer", "boolean", "date", "instant", "enum", "country", "currency")
)
_MAY_HAVE_DEFAULT_IN_SCHEMA = MAY_HAVE_DEFAULT | {"number", "constant", "null"}
"""A JSON Schema can also write what the language has no type for."""


def forbidden_defaults(shape: Shape) -> Iterator[Diagnostic]:
    """A diagnostic at each default that says what the agent, or the service, must say itself."""
    wholes: dict[int, list[SchemaPart]] = {}
    for part in walk(shape):
        wholes.setdefault(id(_whole(part)), []).append(part)
    for members in wholes.values():
        kinds = {kind for member in members for kind in _kinds(member)}
        forbidden = sorted(kinds - _MAY_HAVE_DEFAULT_IN_SCHEMA)
        for member in members:
            if forbidden and "default" in member.schema:
                yield Diagnostic(
                    code="in/default-forbidden",
                    span=shape.span_at(_place(shape, member)),
                    message=f"A field of type `{forbidden[0]}` cannot have a default.",
                )


def _whole(part: SchemaPart) -> SchemaPart:
    """The part that this one is joined into by ``allOf``, or itself."""
    while part.parent is not None and part.is_joined:
        part = part.parent
    return part


def _kinds(part: SchemaPart) -> Iterator[str]:
    """The types of the language that a value of the part may have."""
    schema, kinds = part.schema, part.schema.get("type")
    if "type" in part.notes or not isinstance(kinds, list) or "enum" in schema:
        found = part.type or ("object" if "properties" in schema else None)
        if found is not None:
            yield found
        return
    for kind in kinds:
        yield plain_type({**schema, "type": kind}) or kind


def _place(shape: Shape, part: SchemaPart) -> str:
    """Where the default was written: beside the reference, or in what it names."""
    at = below(part.use, "default")
    return at if at in shape.spans else below(part.pointer, "default")
