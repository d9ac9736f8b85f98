"""A shape, part by part.

Walks in: a shape. Walks out: each part in document order, with references followed and ``nullable``
unwrapped, so that a rule sees one schema object a part. A definition that is used twice comes
twice, once at each place that uses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolcharter.diagnostics import Span
from toolcharter.ir.model import JsonSchema, Shape
from toolcharter.ir.per_shape import per_shape
from toolcharter.ir.pointers import below
from toolcharter.ir.resolution import branches_of, plain_type, resolved, tag_of_branch

__all__ = ["ANY", "SchemaPart", "resolved", "walk"]

ANY = "*"
"""The step of an instance path to every item of a list or every value of a map."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaPart:
    """One part of a shape.

    ``pointer`` is where its schema stands (through a reference: in ``$defs``), ``use`` where it is
    used and ``span`` the place of that use. ``path`` leads to it in a value: names, and ``*`` for
    the items of a list and the values of a map; the branches of a union add no step. A conditional
    part need not exist in an accepted value.
    """

    pointer: str
    use: str
    schema: JsonSchema
    path: tuple[str, ...]
    span: Span
    is_required: bool = True
    is_nullable: bool = False
    is_conditional: bool = False
    parent: SchemaPart | None = None
    branch: str | None = None
    is_branch: bool = False
    is_key: bool = False
    is_in_map: bool = False

    @property
    def notes(self) -> Mapping[str, Any]:
        """The annotation of the part: type, name, kind, sensitive, unit, untrusted."""
        found: Mapping[str, Any] = self.schema.get("x-toolcharter", {})
        return found

    @property
    def type(self) -> str | None:
        """The type of the language, also for a plain JSON Schema that amounts to one."""
        return self.notes.get("type") or plain_type(self.schema)

    @property
    def field_path(self) -> str:
        """The dotted path that people write; lists and maps add no step."""
        return ".".join(step for step in self.path if step != ANY)

    @property
    def name(self) -> str:
        """The last name of the path; empty for the root."""
        return self.field_path.rpartition(".")[2]

    @property
    def sensitive(self) -> str | None:
        """The part's own mark."""
        found: str | None = self.notes.get("sensitive")
        return found

    @property
    def is_joined(self) -> bool:
        """Whether it is a member of an ``allOf``: there with the whole, and a piece of it."""
        return self.is_branch and self.use.rpartition("/")[0].endswith("/allOf")

    def lineage(self) -> Iterator[SchemaPart]:
        """The part and everything that it is in, the root last."""
        above: SchemaPart | None = self
        while above is not None:
            yield above
            above = above.parent


def walk(shape: Shape) -> Iterator[SchemaPart]:
    """Every part of a shape, the root first; a part comes before what it holds."""
    return iter(_parts(shape))


@per_shape
def _parts(shape: Shape) -> tuple[SchemaPart, ...]:
    walker = _Walker(shape)
    return tuple(walker.walk(walker.part(shape.schema, "", ())))


@dataclass(frozen=True, slots=True)
class _Walker:
    """Goes down one shape."""

    shape: Shape

    def walk(self, part: SchemaPart) -> Iterator[SchemaPart]:
        yield part
        for child in self.children(part):
            yield from self.walk(child)

    def part(
        self,
        raw: Any,
        at: str,
        path: tuple[str, ...],
        *,
        parent: SchemaPart | None = None,
        is_required: bool = True,
        is_choice: bool = False,
        is_branch: bool = False,
        branch: str | None = None,
        is_key: bool = False,
        is_in_map: bool = False,
    ) -> SchemaPart:
        """A part with its reference followed; what its parent is, it is too."""
        schema, pointer, is_nullable = resolved(raw, self.shape.schema, at)
        is_below_loose = parent is not None and (
            parent.is_conditional or parent.is_nullable or not parent.is_required
        )
        return SchemaPart(
            pointer=pointer,
            use=at,
            schema=schema,
            path=path,
            span=self.shape.span_at(at),
            is_required=is_required,
            is_nullable=is_nullable,
            is_conditional=is_below_loose or is_choice or not is_required,
            parent=parent,
            branch=branch,
            is_branch=is_branch,
            is_key=is_key,
            is_in_map=is_in_map or (parent is not None and parent.is_in_map),
        )

    def children(self, part: SchemaPart) -> Iterator[SchemaPart]:
        """Branches, properties, items, keys and values, in this order."""
        schema, at, path = part.schema, part.pointer, part.path
        for step, raw in branches_of(schema):
            is_choice = not step.startswith("allOf")
            tag = tag_of_branch(raw) if isinstance(raw, dict) and is_choice else None
            name = None if tag is None else str(tag[1])
            yield self.part(
                raw,
                f"{at}/{step}",
                path,
                parent=part,
                is_choice=is_choice,
                is_branch=True,
                branch=name,
            )
        required = schema.get("required", ())
        for name, raw in schema.get("properties", {}).items():
            yield self.part(
                raw,
                below(at, "properties", name),
                (*path, name),
                parent=part,
                is_required=name in required,
            )
        yield from self._many(part)

    def _many(self, part: SchemaPart) -> Iterator[SchemaPart]:
        schema, at, path = part.schema, part.pointer, (*part.path, ANY)
        for place, raw in enumerate(schema.get("prefixItems", ())):
            step = f"{at}/prefixItems/{place}"
            yield self.part(raw, step, path, parent=part, is_choice=True)
        if isinstance(raw := schema.get("items"), dict):
            yield self.part(raw, f"{at}/items", path, parent=part, is_choice=True)
        for keyword in ("propertyNames", "additionalProperties"):
            if isinstance(raw := schema.get(keyword), dict):
                yield self.part(
                    raw,
                    f"{at}/{keyword}",
                    path,
                    parent=part,
                    is_choice=True,
                    is_key=keyword == "propertyNames",
                    is_in_map=True,
                )
