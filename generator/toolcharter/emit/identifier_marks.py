"""Which identifier a schema stands for, by its annotation."""

from __future__ import annotations

from typing import Any

from toolcharter.emit.names import handle_class, identifier_class
from toolcharter.ir.model import JsonSchema


def identifier_named_by(marks: Any) -> tuple[str, ...]:
    """The class of an identifier or handle, from the annotation of a schema."""
    match marks:
        case {"type": "id", "name": str(name)}:
            return (identifier_class(name),)
        case {"type": "handle", "kind": str(kind)}:
            return (handle_class(kind),)
    return ()


def is_whole(schema: JsonSchema, identifier: JsonSchema | None) -> bool:
    """Whether it is the id type itself, not what a view shows of it."""
    return identifier is not None and identifier.get("properties") == schema.get("properties")
