"""The marks of a field: describe, sensitive, nullable, default, example.

Walks in: the schema of a type and the field that uses it. Walks out: the schema with the marks, the
annotation ``x-toolcharter`` in one order of keys. A default or example is checked when the shape is
complete.
"""

from __future__ import annotations

from typing import Any

from toolcharter.diagnostics import Span
from toolcharter.ir.pointers import below
from toolcharter.ir.reading import string
from toolcharter.ir.scalar_schemas import Schema
from toolcharter.ir.shape_draft import ShapeDraft, WrittenValue
from toolcharter.source.document import Mapping, plain

NOTES = "x-toolcharter"
NOTE_ORDER = ("type", "name", "kind", "sensitive", "unit", "unknown", "untrusted")
SENSITIVITIES = ("personal", "internal", "secret")
"""From the weakest to the strongest."""


def with_marks(
    schema: Schema, notes: dict[str, Any], node: Mapping, draft: ShapeDraft, pointer: str
) -> Schema:
    """The schema with the marks that ``node`` writes; ``notes`` are those of the type."""
    marked = _nullable(schema, draft, pointer) if "nullable" in node else dict(schema)
    if (describe := node.get("describe")) is not None:
        marked["description"] = string(describe).value
        draft.note(below(pointer, "description"), describe.span)
    notes = {**notes, **_written_notes(node, notes, draft, pointer)}
    if (default := node.get("default")) is not None:
        marked["default"] = plain(default)
        draft.note(below(pointer, "default"), default.span)
    if (example := node.get("example")) is not None:
        marked["examples"] = [plain(example)]
        draft.note(below(pointer, "examples", 0), example.span)
    if notes:
        marked.pop(NOTES, None)
        marked[NOTES] = {key: notes[key] for key in NOTE_ORDER if key in notes}
    for key in ("default", "example"):
        if (written := node.get(key)) is not None:
            draft.values.append(
                WrittenValue(keyword=key, value=plain(written), schema=marked, span=written.span)
            )
    return marked


def is_wrapped(schema: Schema) -> bool:
    """Whether ``nullable`` needs an ``anyOf`` around the schema: it has no type list of its own."""
    return "type" not in schema


def stronger(first: str | None, second: str | None) -> str | None:
    """The stronger of two marks of sensitivity."""
    known = [mark for mark in (first, second) if mark is not None]
    return max(known, key=SENSITIVITIES.index, default=None)


def refuse_weaker(
    mark: str | None, of_definition: str | None, span: Span, draft: ShapeDraft
) -> None:
    """A use may strengthen the mark of what it uses, never weaken it."""
    if mark is not None and stronger(mark, of_definition) != mark:
        message = f"What is used here is marked {of_definition}; a use cannot make it {mark}."
        draft.report("redact/mark-weakened", span, message, "Leave `sensitive` out here.")


def _nullable(schema: Schema, draft: ShapeDraft, pointer: str) -> Schema:
    if is_wrapped(schema):
        return {"anyOf": [schema, {"type": "null"}]}
    found = dict(schema)
    found["type"] = [found["type"], "null"]
    if "enum" in found:
        found["enum"] = [*found["enum"], None]
    if "const" in found:
        value = found.pop("const")
        found = {"type": found.pop("type"), "enum": [value, None], **found}
        draft.move(below(pointer, "const"), below(pointer, "enum", 0))
    return found


def _written_notes(
    node: Mapping, notes: dict[str, Any], draft: ShapeDraft, pointer: str
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in ("sensitive", "unit", "unknown"):
        if (written := node.get(key)) is not None:
            found[key] = string(written).value
            draft.note(below(pointer, NOTES, key), written.span)
    if "sensitive" in found:
        span = node.entries["sensitive"].span
        refuse_weaker(found["sensitive"], notes.get("sensitive"), span, draft)
    return found
