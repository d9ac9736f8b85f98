"""Dotted field paths (``address.city``) in a shape.

A path walks through lists, maps stay whole, and every branch of a union is looked at, so one path
may name several parts.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolcharter.ir.model import Shape
from toolcharter.ir.walk import ANY, SchemaPart, walk


@dataclass(frozen=True, slots=True)
class Lookup:
    """The parts that a path names. ``is_certain``: every accepted value has it, and not null."""

    parts: tuple[SchemaPart, ...]
    is_certain: bool


def look_up(shape: Shape, path: str) -> Lookup | None:
    """The parts at a path, or None where there is none."""
    parts = tuple(part for part in fields(shape) if part.field_path == path)
    if not parts:
        return None
    is_certain = all(
        part.is_required and not part.is_nullable and not part.is_conditional for part in parts
    )
    return Lookup(parts, is_certain)


def known_paths(shape: Shape) -> tuple[str, ...]:
    """Every path that names something, in document order."""
    return tuple(dict.fromkeys(part.field_path for part in fields(shape)))


def type_at(found: Lookup) -> str | None:
    """The type that all parts of a path have, or None where they differ."""
    types = {part.type for part in found.parts}
    return types.pop() if len(types) == 1 else None


def identifier_uses(shape: Shape) -> tuple[SchemaPart, ...]:
    """The parts that hold an identifier, in document order; one of several parts comes once."""
    return tuple(part for part in walk(shape) if part.notes.get("type") == "id")


def fields(shape: Shape) -> tuple[SchemaPart, ...]:
    """The parts that a path can name: no branches, no items, nothing inside a map, not the root,
    and no plain JSON name with a dot in it."""
    return tuple(
        part
        for part in walk(shape)
        if part.path
        and part.path[-1] != ANY
        and not (part.is_branch or part.is_in_map or any("." in step for step in part.path))
    )
