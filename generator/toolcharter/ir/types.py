"""The shared types of types/*.yaml, linked.

Walks in: the documents. Walks out: the table of types, each with its canonical shape and, for an
identifier, its kind and what resolves and checks it; and the diagnostics. Refused: a name twice, a
name of the language, a circle, two types of one kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from toolcharter.diagnostics import Diagnostic, Related, Span
from toolcharter.ir.fields import BUILT_IN, FieldBuilder
from toolcharter.ir.marks import NOTE_ORDER, NOTES, with_marks
from toolcharter.ir.model import IdType, Shape
from toolcharter.ir.reading import (
    mapping,
    optional_string,
    optional_text,
    optional_tool_ref,
    pairs,
    string,
)
from toolcharter.ir.scalar_schemas import DESCRIPTIONS, Schema
from toolcharter.ir.scalars import scalar
from toolcharter.ir.shape_draft import Place, ShapeDraft
from toolcharter.ir.type_order import TypeOrder, order_types
from toolcharter.ir.type_table import NamedType, TypeTable, reference_to
from toolcharter.ir.value_checks import value_diagnostics
from toolcharter.source.document import Document, Mapping

__all__ = ["NamedType", "TypeTable", "link_types"]

SHARED_BASES = frozenset(("object", "union", "money"))
_OF_THE_USE = ("optional", "nullable", "default")


@dataclass(frozen=True, slots=True)
class Definition:
    """A type as it is written."""

    name: str
    span: Span
    node: Mapping


def link_types(documents: Iterable[Document]) -> tuple[TypeTable, tuple[Diagnostic, ...]]:
    """Every type of the catalog by name, and the diagnostics about them."""
    diagnostics: list[Diagnostic] = []
    definitions: dict[str, Definition] = {}
    for each in _definitions(documents):
        diagnostic = _name_taken(each, definitions.get(each.name))
        if diagnostic is None:
            definitions[each.name] = each
        else:
            diagnostics.append(diagnostic)
    order = order_types({name: each.node for name, each in definitions.items()})
    diagnostics.extend(_cycles(order, definitions))
    linked: dict[str, NamedType] = {}
    for name in order.names:
        known = TypeTable(types=linked, broken=order.broken)
        linked[name], found = _link(definitions[name], known)
        diagnostics.extend(found)
    in_file_order = {name: linked[name] for name in definitions if name in linked}
    table = TypeTable(types=in_file_order, broken=order.broken)
    diagnostics.extend(_kinds_taken(table))
    return table, tuple(diagnostics)


def _definitions(documents: Iterable[Document]) -> Iterator[Definition]:
    for document in sorted(documents, key=lambda each: each.file):
        for name, span, node in pairs(mapping(document.root).get("types")):
            yield Definition(name, span, mapping(node))


def _name_taken(each: Definition, first: Definition | None) -> Diagnostic | None:
    if each.name in BUILT_IN:
        message = f"`{each.name}` is a type of the language."
        return Diagnostic(code="type/reserved-name", span=each.span, message=message)
    if first is None:
        return None
    return Diagnostic(
        code="type/duplicate",
        span=each.span,
        message=f"The type `{each.name}` stands twice; a name has one meaning in the catalog.",
        related=(Related(span=first.span, message="the first one"),),
    )


def _cycles(order: TypeOrder, definitions: dict[str, Definition]) -> Iterator[Diagnostic]:
    for cycle in order.cycles:
        way = " -> ".join((*cycle, cycle[0]))
        yield Diagnostic(
            code="type/cycle",
            span=definitions[cycle[0]].span,
            message=f"The type holds itself: {way}.",
            hint="A shape has a largest value: write the levels out.",
        )


def _link(each: Definition, table: TypeTable) -> tuple[NamedType, tuple[Diagnostic, ...]]:
    """One type, whose own types are in the table."""
    draft = ShapeDraft(place=Place.TYPE)
    draft.note("", each.span)
    for key in _OF_THE_USE:
        if key in each.node:
            span = each.node.key_spans[key]
            draft.report("type/mark-of-use", span, f"`{key}` belongs to a use of the type.")
    written = string(each.node.entries["type"]).value
    parent = table.types.get(written)
    base = parent.base if parent is not None else written
    schema = _schema(each, written, table, draft)
    shape = draft.finished(schema)
    if not draft.diagnostics:
        draft.diagnostics.extend(value_diagnostics(shape, draft.values))
    is_shared = base in SHARED_BASES or (base == "id" and "properties" in schema)
    named = NamedType(
        name=each.name,
        span=each.span,
        base=base,
        shape=shape,
        use=reference_to(each.name, shape) if is_shared else shape,
        is_shared=is_shared,
        has_describe="describe" in each.node
        or base in DESCRIPTIONS
        or (parent is not None and parent.has_describe),
        id_type=_id_type(each, shape, parent) if base == "id" else None,
        holds_secret=_holds(shape.schema, "sensitive", "secret"),
        maps_unknown=_holds(shape.schema, "unknown", "other"),
    )
    return named, tuple(draft.diagnostics)


def _schema(each: Definition, written: str, table: TypeTable, draft: ShapeDraft) -> Schema:
    node = Mapping(
        {key: value for key, value in each.node.entries.items() if key not in _OF_THE_USE},
        each.node.key_spans,
        each.node.span,
    )
    builder = FieldBuilder(table, draft)
    parent = table.types.get(written)
    if written == "id":
        schema = _identifier(node, builder)
        notes: dict[str, Any] = {"type": "id", "kind": string(node.entries["kind"]).value}
    elif parent is not None:  # the content of a shared one too gets a name of its own
        schema = draft.adopt(parent.shape, "")
        notes = schema.pop(NOTES, {})
    else:
        schema = builder.field(node, "", is_described=True)
        return {**schema, NOTES: _with_name(schema.get(NOTES, {}), each.name)}
    return with_marks(schema, {**notes, "name": each.name}, node, draft, "")


def _with_name(notes: dict[str, Any], name: str) -> dict[str, Any]:
    named = {**notes, "name": name}
    return {key: named[key] for key in NOTE_ORDER if key in named}


def _identifier(node: Mapping, builder: FieldBuilder) -> Schema:
    if "fields" in node:
        return builder.closed_object(mapping(node.get("fields")), "")
    return scalar("string", node, builder.draft, "")


def _id_type(each: Definition, shape: Shape, parent: NamedType | None) -> IdType:
    node = each.node
    inherited = parent.id_type if parent is not None else None
    return IdType(
        name=each.name,
        kind=inherited.kind if inherited is not None else string(node.entries["kind"]).value,
        span=each.span,
        resolved_by=optional_tool_ref(node.get("resolved_by")),
        checked_by=optional_string(node.get("checked_by")),
        known_to=optional_text(node.get("known_to")),
        written_as=optional_string(node.get("written_as")),
        schema=shape.schema,
    )


def _kinds_taken(table: TypeTable) -> Iterator[Diagnostic]:
    first: dict[str, IdType] = {}
    for each in table.id_types.values():
        other = first.setdefault(each.kind, each)
        if other is not each:
            yield Diagnostic(
                code="type/kind-taken",
                span=each.span,
                message=f"The kind `{each.kind}` has an identifier type already: `{other.name}`.",
                hint=f"Use `{other.name}`, or give this type a kind of its own.",
                related=(Related(span=other.span, message="the first type of the kind"),),
            )


def _holds(schema: Any, key: str, value: str) -> bool:
    """Whether a part of the schema has a note."""
    if isinstance(schema, dict):
        notes = schema.get(NOTES)
        if isinstance(notes, dict) and notes.get(key) == value:
            return True
        return any(_holds(part, key, value) for part in schema.values())
    return isinstance(schema, list) and any(_holds(part, key, value) for part in schema)
