"""``fields:`` and ``schema:`` as canonical shapes.

Walks in: a mapping with one of the two keys, the shared types and the schema files. Walks out: the
shape, and every diagnostic about it. Structure (which keys a type may have) was checked before;
here it is meaning: names, bounds, patterns, defaults.
"""

from __future__ import annotations

from collections.abc import Mapping as Table
from dataclasses import dataclass
from typing import Any

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.composites import list_bounds, map_bounds, tagged_branch
from toolcharter.ir.defaults import MAY_HAVE_DEFAULT, forbidden_defaults
from toolcharter.ir.filled_defaults import harmful_defaults
from toolcharter.ir.json_schema import json_schema
from toolcharter.ir.marks import is_wrapped, refuse_weaker, with_marks
from toolcharter.ir.model import Shape
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.pointers import below
from toolcharter.ir.reading import mapping, pairs, string
from toolcharter.ir.scalar_schemas import DESCRIPTIONS, UNRESOLVED, Schema
from toolcharter.ir.scalars import (
    SCALARS,
    code_list_reference,
    currency_enum,
    integer_bounds,
    scalar,
)
from toolcharter.ir.shape_draft import Place, ShapeDraft
from toolcharter.ir.type_table import NamedType, TypeTable
from toolcharter.ir.value_checks import value_diagnostics
from toolcharter.source.document import Document, Mapping, Node

__all__ = ["Place", "shape_of"]

COMPOSITES = frozenset(("money", "list", "map", "object", "union"))
BUILT_IN = frozenset((*SCALARS, *COMPOSITES, "id"))
"""The names that no type of a catalog may have."""

_NOTHING = Mapping({}, {}, Span(""))


def shape_of(
    node: Mapping,
    types: TypeTable,
    schemas: Table[str, Document],
    *,
    place: Place,
) -> tuple[Shape | None, tuple[Diagnostic, ...]]:
    """The canonical shape of ``{fields: ...}`` or ``{schema: ...}``, and its diagnostics.

    None where a ``schema:`` is no JSON Schema. A shape with diagnostics is good for its names only.
    """
    draft = ShapeDraft(place=place)
    draft.note("", node.span)
    schema: Schema | None
    if "schema" in node:
        schema = json_schema(mapping(node.get("schema")), types, schemas, draft)
    else:
        schema = FieldBuilder(types, draft).closed_object(mapping(node.get("fields")), "")
    if schema is None:
        return None, tuple(draft.diagnostics)
    shape = draft.finished(schema)
    if not draft.diagnostics:
        draft.diagnostics.extend(value_diagnostics(shape, draft.values))
        if "schema" in node:
            draft.diagnostics.extend(forbidden_defaults(shape))
        if not draft.diagnostics:
            draft.diagnostics.extend(harmful_defaults(shape))
    return shape, tuple(draft.diagnostics)


@dataclass(frozen=True, slots=True)
class FieldBuilder:
    """Builds the schemas of fields, with the types it knows, into one draft."""

    types: TypeTable
    draft: ShapeDraft

    def closed_object(self, fields: Mapping, pointer: str) -> Schema:
        """A closed object; a field is required unless it is optional or has a default."""
        properties: dict[str, Any] = {}
        required: list[str] = []
        for name, key_span, field in pairs(fields):
            at = below(pointer, "properties", name)
            self.draft.note(at, key_span)
            properties[name] = self.field(field, at)
            if not isinstance(field, Mapping) or not ("optional" in field or "default" in field):
                required.append(name)
        found: Schema = {"type": "object", "properties": properties}
        if required:
            found["required"] = required
        return {**found, "additionalProperties": False}

    def field(self, node: Node, pointer: str, *, is_described: bool = False) -> Schema:
        """The schema of one field: a type name, or a mapping with ``type``."""
        written = string(node.entries["type"] if isinstance(node, Mapping) else node)
        marks = node if isinstance(node, Mapping) else _NOTHING
        kind = written.value
        if kind in BUILT_IN:
            self._need_description(marks, written.span, is_described or kind in DESCRIPTIONS)
            return self._built_in(kind, marks, pointer)
        named = self.types.types.get(kind)
        if named is None:
            if kind not in self.types.broken:
                near = did_you_mean(kind, (*self.types.types, *BUILT_IN))
                message = f"There is no type `{kind}`."
                self.draft.report("type/unknown", written.span, message, near)
            return UNRESOLVED
        self._need_description(marks, written.span, is_described or named.has_describe)
        return self._use(named, marks, written.span, pointer)

    def _built_in(self, kind: str, node: Mapping, pointer: str) -> Schema:
        notes: dict[str, Any] = {"type": kind}
        if kind in ("text", "line"):
            notes["untrusted"] = True
        if kind == "handle":
            notes["kind"] = string(node.entries["kind"]).value
        if kind in ("country", "currency"):
            notes = {}  # the definition has them
        if node.get("sensitive") is not None:
            self._refuse_secret(string(node.entries["sensitive"]).value, node)
        is_inside = "nullable" in node and kind in ("union", "country", "currency")
        inner = below(pointer, "anyOf", 0) if is_inside else pointer
        if kind in SCALARS:
            schema = scalar(kind, node, self.draft, inner)
        else:
            schema = self.composite(kind, node, inner)
        return with_marks(schema, notes, node, self.draft, pointer)

    def composite(self, kind: str, node: Mapping, pointer: str) -> Schema:
        """The schema of a type that holds other values, without marks."""
        match kind:
            case "money":
                return self._money(node, pointer)
            case "list":
                return self._list(node, pointer)
            case "map":
                return self._map(node, pointer)
            case "union":
                return self._union(node, pointer)
        return self.closed_object(mapping(node.get("fields")), pointer)

    def _money(self, node: Mapping, pointer: str) -> Schema:
        amount = below(pointer, "properties", "amount_minor")
        currency = below(pointer, "properties", "currency")
        if (currencies := node.get("currencies")) is not None:
            self.draft.note(currency, currencies.span)
            code = currency_enum(node, self.draft, currency)
        else:
            code = code_list_reference("currency", self.draft)
        return {
            "type": "object",
            "properties": {
                "amount_minor": {
                    "type": "integer",
                    **integer_bounds(node, self.draft, amount),
                    "description": "Amount in minor units of the currency.",
                    "x-toolcharter": {"type": "integer", "unit": "minor_units"},
                },
                "currency": code,
            },
            "required": ["amount_minor", "currency"],
            "additionalProperties": False,
        }

    def _list(self, node: Mapping, pointer: str) -> Schema:
        at = below(pointer, "items")
        self.draft.note(at, node.entries["items"].span)
        item = self.field(node.entries["items"], at, is_described=True)
        return {"type": "array", "items": item, **list_bounds(node, item, self.draft, pointer)}

    def _map(self, node: Mapping, pointer: str) -> Schema:
        parts = {}
        for key, keyword in (("keys", "propertyNames"), ("values", "additionalProperties")):
            at = below(pointer, keyword)
            self.draft.note(at, node.entries[key].span)
            parts[keyword] = self.field(node.entries[key], at, is_described=True)
        return {"type": "object", **parts, **map_bounds(node, parts, self.draft, pointer)}

    def _union(self, node: Mapping, pointer: str) -> Schema:
        tag = string(node.entries["by"])
        branches = []
        for place, (name, key_span, branch) in enumerate(pairs(node.get("branches"))):
            at = below(pointer, "oneOf", place)
            self.draft.note(at, key_span)
            fields = mapping(mapping(branch).get("fields"))
            if tag.value in fields:
                self.draft.report(
                    "in/union-tag-listed",
                    fields.key_spans[tag.value],
                    f"`{tag.value}` tells the branches apart and is added by itself.",
                    f"Leave `{tag.value}` out of the branch.",
                )
            closed = self.closed_object(fields, at)
            branches.append(tagged_branch(closed, tag, name, mapping(branch), self.draft, at))
        return {"oneOf": branches}

    def _use(self, named: NamedType, node: Mapping, span: Span, pointer: str) -> Schema:
        """A use of a shared type: a reference, or the type written out, with the use's marks."""
        shape = named.use
        is_inside = "nullable" in node and is_wrapped(dict(shape.schema))
        inner = below(pointer, "anyOf", 0) if is_inside else pointer
        schema = self.draft.adopt(shape, inner)
        notes = dict(schema.pop("x-toolcharter", {}))
        if "default" in node and named.base not in MAY_HAVE_DEFAULT:
            message = f"A field of type `{named.name}` cannot have a default."
            self.draft.report("in/default-forbidden", node.entries["default"].span, message)
        self._check_use(named, span)
        if node.get("sensitive") is not None:
            self._refuse_secret(string(node.entries["sensitive"]).value, node)
        if not named.is_shared:
            return with_marks(schema, notes, node, self.draft, pointer)
        of_type = named.shape.schema.get("x-toolcharter", {}).get("sensitive")
        return self._use_of_shared(schema, of_type, node, pointer)

    def _use_of_shared(
        self, schema: Schema, of_type: str | None, node: Mapping, pointer: str
    ) -> Schema:
        """A reference says only what the use adds; the type's own mark stays in its definition."""
        marked = with_marks(schema, {}, node, self.draft, pointer)
        if (mark := node.get("sensitive")) is not None:
            refuse_weaker(string(mark).value, of_type, mark.span, self.draft)
        return marked

    def _check_use(self, named: NamedType, span: Span) -> None:
        if self.draft.place in (Place.OUTPUT, Place.TYPE):
            return
        if named.holds_secret:
            message = f"The type `{named.name}` holds a secret, which only an output may hold."
            self.draft.report("in/secret", span, message)
        if named.maps_unknown:
            message = f"The type `{named.name}` takes unknown words, which only an output may do."
            self.draft.report("in/enum-unknown", span, message)

    def _refuse_secret(self, mark: str, node: Mapping) -> None:
        if mark == "secret" and self.draft.place in (Place.INPUT, Place.PLAN):
            span = node.entries["sensitive"].span
            message = (
                "Inputs and plans are stored and shown to the approver; no secret stands here."
            )
            self.draft.report("in/secret", span, message)

    def _need_description(self, node: Mapping, span: Span, is_described: bool) -> None:
        if is_described or "describe" in node:
            return
        message = "The field has no description, and its type has none."
        self.draft.report("doc/missing-param", span, message, "Add `describe`.")
