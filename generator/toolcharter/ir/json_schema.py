"""``schema:``: a written JSON Schema in canonical form.

Walks in: the node of a schema. Walks out: the same rules with every reference written out (an
object of the shared types stays a definition), keywords from one table only. A string that nothing
limits but its length counts as ``text``, a ``date-time`` without a length as ``instant``.
Refused: other keywords, recursion, references out of the catalog, names in ``required`` that are no
property, formats without a checker.
"""

from __future__ import annotations

from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from typing import Any

from toolcharter.diagnostics import Span
from toolcharter.ir.marks import NOTES, refuse_weaker
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.pointers import below
from toolcharter.ir.scalar_schemas import INSTANT_LENGTH, TEXT, UNRESOLVED, Schema
from toolcharter.ir.scalars import report_pattern
from toolcharter.ir.schema_keywords import (
    BESIDE_REFERENCE,
    DIALECT,
    DROPPED,
    INSTEAD,
    KEYWORDS,
    Holds,
)
from toolcharter.ir.schema_marks import written_marks
from toolcharter.ir.schema_refs import BadReference, Target, resolve
from toolcharter.ir.schema_values import (
    is_valid_schema,
    refuse_twins,
    refuse_undefined,
    refuse_unknown_format,
    refuse_unnameable,
    refuse_unreadable,
    report_unsatisfiable,
)
from toolcharter.ir.shape_draft import Place, ShapeDraft, WrittenValue
from toolcharter.ir.type_table import NamedType, TypeTable
from toolcharter.source.document import Document, Mapping, Node, Scalar, Sequence, plain

MOST_PARTS = 5_000
"""How many schemas one ``schema:`` may come to once its references are written out."""


def json_schema(
    node: Mapping, types: TypeTable, schemas: Table[str, Document], draft: ShapeDraft
) -> Schema | None:
    """The canonical form of a written schema, or None where it is no JSON Schema; diagnostics go to
    the draft."""
    writer = _Writer(types, schemas, draft)
    found: Schema = writer.schema(node, node, "")
    if not is_valid_schema(found, draft):
        return None
    if not draft.diagnostics:
        report_unsatisfiable(found, draft)
    return found


@dataclass(slots=True)
class _Writer:
    """Copies a schema, part by part. ``open`` holds the nodes that are being written."""

    types: TypeTable
    schemas: Table[str, Document]
    draft: ShapeDraft
    open: list[int] = field(default_factory=list)
    parts: int = 0

    def schema(self, node: Node, root: Node, pointer: str) -> Any:
        """One schema; anything but a mapping is copied, the meta-schema judges it."""
        if not isinstance(node, Mapping):
            return plain(node)
        self.parts += 1
        if self.parts > MOST_PARTS:
            if self.parts == MOST_PARTS + 1:
                message = f"The schema comes to more than {MOST_PARTS} parts."
                self.draft.report("in/depth-size", node.span, message, "Refer to less.")
            return dict(UNRESOLVED)
        self.open.append(id(node))
        write = self._reference if "$ref" in node else self._keywords
        found = write(node, root, pointer)
        self.open.pop()
        return found

    def _keywords(self, node: Mapping, root: Node, pointer: str) -> Schema:
        found: Schema = {}
        for key, value in node.entries.items():
            holds = KEYWORDS.get(key)
            if holds is None:
                self._refuse_keyword(key, node, is_root=node is root)
                continue
            if key == "unevaluatedProperties" and plain(value) is not False:
                self._refuse_unevaluated(node.key_spans[key])
                continue
            at = below(pointer, key)
            self.draft.note(at, value.span)
            found[key] = self._value(key, holds, value, root, at)
        found = _as_instant(found)
        self._check_values(node, found, pointer)
        return _as_text(found)

    def _value(self, key: str, holds: Holds, value: Node, root: Node, at: str) -> Any:
        match holds, value:
            case Holds.SCHEMA, _:
                return self.schema(value, root, at)
            case Holds.SCHEMAS, Sequence():
                return [self._part(item, root, below(at, n)) for n, item in enumerate(value.items)]
            case Holds.NAMED_SCHEMAS, Mapping():
                refuse_unnameable(value, self.draft)
                return {
                    name: self._part(item, root, below(at, name), value.key_spans[name])
                    for name, item in value.entries.items()
                }
            case _, Sequence():
                for place, item in enumerate(value.items):
                    self.draft.note(below(at, place), item.span)
        if key == NOTES:
            return written_marks(value, at, self.draft)
        if key in ("title", "description"):
            refuse_unreadable(key, value, self.draft)
        return plain(value)

    def _part(self, node: Node, root: Node, pointer: str, span: Span | None = None) -> Any:
        self.draft.note(pointer, span or node.span)
        return self.schema(node, root, pointer)

    def _reference(self, node: Mapping, root: Node, pointer: str) -> Schema:
        """What a reference stands for, with the words beside it."""
        written = node.entries["$ref"]
        if not isinstance(written, Scalar) or not isinstance(written.value, str):
            self.draft.report("ref/unresolved", written.span, "A reference is a string.")
            return dict(UNRESOLVED)
        for key in node:
            if key not in BESIDE_REFERENCE and key != "$ref" and key not in DROPPED:
                message = f"`{key}` beside `$ref` is easily overlooked."
                hint = "Write allOf with the reference and the rule."
                self.draft.report("ref/sibling-ignored", node.key_spans[key], message, hint)
        target = resolve(written.value, root, self.types, self.schemas)
        match target:
            case None:
                return dict(UNRESOLVED)
            case BadReference():
                self.draft.report(target.code, written.span, target.message, target.hint)
                return dict(UNRESOLVED)
            case NamedType():
                mark = target.shape.schema.get(NOTES, {}).get("sensitive")
                return self._with_words(
                    self._use(target, written.span, pointer), mark, node, pointer
                )
            case Target():
                return self._followed(target, node, written, pointer)

    def _followed(self, target: Target, node: Mapping, written: Scalar, pointer: str) -> Schema:
        """The schema that a reference names, written out, with the words beside the reference."""
        if id(target.node) in self.open:
            message = f"`{written.value}` leads back to itself."
            hint = "A shape has a largest value: write the levels out."
            self.draft.report("ref/cycle", written.span, message, hint)
            return dict(UNRESOLVED)
        found = self.schema(target.node, target.root, pointer)
        if not isinstance(found, dict):
            return {"allOf": [found]}
        return self._with_words(found, found.get(NOTES, {}).get("sensitive"), node, pointer)

    def _use(self, named: NamedType, span: Span, pointer: str) -> Schema:
        if self.draft.place in (Place.INPUT, Place.PLAN) and named.holds_secret:
            message = f"The type `{named.name}` holds a secret, which only an output may hold."
            self.draft.report("in/secret", span, message)
        if self.draft.place in (Place.INPUT, Place.PLAN) and named.maps_unknown:
            message = f"The type `{named.name}` takes unknown words, which only an output may do."
            self.draft.report("in/enum-unknown", span, message)
        return self.draft.adopt(named.use, pointer)

    def _with_words(self, found: Schema, mark: str | None, node: Mapping, pointer: str) -> Schema:
        """What is used, with the words and marks of the use; ``mark`` is the one it has itself."""
        words: Schema = {}
        for key, value in node.entries.items():
            if key in BESIDE_REFERENCE:
                at = below(pointer, key)
                self.draft.note(at, value.span)
                words[key] = self._value(key, Holds.DATA, value, node, at)
        if words.get(NOTES):
            refuse_weaker(words[NOTES]["sensitive"], mark, node.entries[NOTES].span, self.draft)
            words[NOTES] = {**found.get(NOTES, {}), **words[NOTES]}
        merged = {**found, **words}
        self._collect_values(node, merged)
        return merged

    def _refuse_keyword(self, key: str, node: Mapping, *, is_root: bool) -> None:
        if key in DROPPED or (key == "$schema" and is_root and plain(node.entries[key]) == DIALECT):
            return
        hint = INSTEAD.get(key) or did_you_mean(key, KEYWORDS)
        message = f"The keyword `{key}` is not allowed in a schema."
        self.draft.report("in/keyword-forbidden", node.key_spans[key], message, hint)

    def _refuse_unevaluated(self, span: Span) -> None:
        message = "`unevaluatedProperties` may only be `false`."
        hint = "List the fields; for a map write `propertyNames` and `additionalProperties`."
        self.draft.report("in/keyword-forbidden", span, message, hint)

    def _check_values(self, node: Mapping, found: Schema, pointer: str) -> None:
        refuse_twins(node, self.draft)
        refuse_undefined(node, found, self.draft)
        refuse_unknown_format(node, self.draft)
        pattern = node.get("pattern")
        if isinstance(pattern, Scalar) and isinstance(pattern.value, str):
            lengths = {
                key: n for key in ("minLength", "maxLength") if type(n := found.get(key)) is int
            }
            report_pattern(pattern.value, pattern.span, self.draft, lengths, must_be_anchored=False)
        self._collect_values(node, found)

    def _collect_values(self, node: Mapping, found: Schema) -> None:
        if (default := node.get("default")) is not None:
            self._collect("default", plain(default), found, default.span)
        examples = node.get("examples")
        if isinstance(examples, Sequence):
            for item in examples:
                self._collect("example", plain(item), found, item.span)

    def _collect(self, keyword: str, value: Any, found: Schema, span: Span) -> None:
        self.draft.values.append(
            WrittenValue(keyword=keyword, value=value, schema=found, span=span)
        )


def _as_instant(found: Schema) -> Schema:
    """A point in time is bounded as an ``instant`` is: its format takes any number of digits."""
    is_bounded = any(key in found for key in ("maxLength", "enum", "const"))
    if found.get("format") != "date-time" or is_bounded:
        return found
    return {**found, "maxLength": INSTANT_LENGTH}


def _as_text(found: Schema) -> Schema:
    """A string that only its length limits holds people's words: it gets the rules of ``text``."""
    kinds = found.get("type")
    is_string = kinds == "string" or (isinstance(kinds, list) and "string" in kinds)
    if not is_string or any(key in found for key in ("pattern", "format", "enum", "const")):
        return found
    notes = {**found.pop(NOTES, {}), "untrusted": True}
    return {**found, "pattern": TEXT, NOTES: {"type": "text", **notes}}
