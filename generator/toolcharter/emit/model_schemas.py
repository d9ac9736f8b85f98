"""Schemas rebuilt for models: every object and union a definition of its own, with our name.

Walks in: the canonical schemas of one module, each the root of a model. Walks out: definitions in
reading order, a definition before those that use it. Types in them hold the keywords of this list
and no other, and name other definitions by ``reference``:

    type  enum  minimum  maximum  multipleOf  minLength  maxLength  pattern
    items  minItems  maxItems  additionalProperties  minProperties  maxProperties  anyOf

What a model cannot say is left out, so a model accepts every value that the schema accepts; the
schema is the authority. Nothing is refused here: the linter has judged the schemas before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolcharter.emit.definitions import Definition, Root
from toolcharter.emit.identifier_marks import identifier_named_by
from toolcharter.emit.schema_reading import parts
from toolcharter.emit.schema_walk import SchemaWalk
from toolcharter.emit.shelf import Shelf
from toolcharter.ir.model import JsonSchema


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The definitions of a module, and the classes of identifiers that they name."""

    definitions: tuple[Definition, ...]
    identifiers: frozenset[str]


def rebuilt(
    roots: Sequence[Root],
    *,
    taken: frozenset[str] = frozenset(),
    composite_ids: Mapping[str, JsonSchema] | None = None,
) -> Rebuilt:
    """The definitions for the roots of a module. ``taken`` are names of other classes in it;
    ``composite_ids`` maps id types of several parts to their schemas: they are imported too."""
    known = {*taken, *(root.name for root in roots)}
    capitals: set[str] = set()
    for root in roots:
        for part in parts(root.schema):
            known.update(identifier_named_by(part.get("x-toolcharter")))
            properties = part.get("properties")
            if isinstance(properties, dict):
                capitals.update(name for name in properties if name[:1].isupper())
    shelf = Shelf(known | capitals)
    walk = SchemaWalk(shelf, frozenset(known), composite_ids or {})
    for root in roots:
        walk.add_root(root)
    return Rebuilt(tuple(shelf.found), frozenset(shelf.identifiers))
