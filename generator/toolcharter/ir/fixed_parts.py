"""The parts that fixed shapes are made of, and how they are put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from toolcharter.diagnostics import Span
from toolcharter.ir.model import Pointer, Shape
from toolcharter.ir.pointers import below
from toolcharter.ir.resolution import NULL
from toolcharter.ir.scalar_schemas import (
    CURSOR,
    INSTANT,
    OPERATION_ID,
    PRINTABLE,
    RECORD_VERSION,
    TEXT,
    Schema,
    string_of,
)
from toolcharter.ir.shape_draft import Place, ShapeDraft

NAME = r"^[a-z][a-z0-9_]{0,39}$"
PROPOSAL_STATES = ("pending", "approved", "denied", "expired", "closed")
OPERATION_STATES = ("queued", "running", "succeeded", "failed", "cancelled")
STATUS_STATES = ("succeeded", "failed", "pending", "not_found")
CANCEL_ANSWERS = ("stopped", "already_finished", "cannot_interrupt", "unknown")


def described(schema: Schema, description: str, kind: str | None = None) -> Schema:
    """A fixed part with its fixed words."""
    notes = {} if kind is None else {"x-toolcharter": {"type": kind}}
    return {**schema, "description": description, **notes}


def one_of(words: Iterable[str], description: str) -> Schema:
    """One of some words."""
    return described({"type": "string", "enum": list(words)}, description, "enum")


PROPOSAL_ID = described(string_of(PRINTABLE, 64), "Identifier of the proposal.")
NEW_OPERATION_ID = described(OPERATION_ID, "Identifier of the operation.", "operation_id")
EXPECTED_VERSION = described(
    RECORD_VERSION,
    "Version that the change is meant for; another one causes VERSION_CONFLICT.",
    "record_version",
)
REFERENCE = described(string_of(PRINTABLE, 512), "The service's own name of the operation.")


def instant(description: str) -> Schema:
    """An instant of RFC 3339."""
    return described(INSTANT, description, "instant")


def version(description: str) -> Schema:
    """A version of a record: the service's own text, opaque."""
    return described(RECORD_VERSION, description, "record_version")


def cursor(description: str) -> Schema:
    """A cursor of a page: opaque text."""
    return described(CURSOR, description, "cursor")


def name_of(description: str) -> Schema:
    """A name as the language has them."""
    return described({"type": "string", "maxLength": 40, "pattern": NAME}, description)


def nullable(schema: Schema) -> Schema:
    """The same, or null."""
    if "type" not in schema:
        return {"anyOf": [schema, NULL]}
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    found = {**schema, "type": [*kinds, *(["null"] if "null" not in kinds else [])]}
    if "enum" in schema and None not in schema["enum"]:
        found["enum"] = [*schema["enum"], None]
    return found


APPROVAL: Schema = {
    "type": "object",
    "properties": {
        "state": one_of(PROPOSAL_STATES, "How far the approval is."),
        "level": name_of("Level of approval that the proposal needs."),
    },
    "required": ["state", "level"],
    "additionalProperties": False,
    "description": "Whether people have decided about the proposal.",
}

ERROR: Schema = {
    "type": "object",
    "properties": {
        "code": described(
            {"type": "string", "maxLength": 60, "pattern": "^[A-Z][A-Z0-9_]{1,59}$"},
            "Code of the error.",
        ),
        "message": described(
            {"type": "string", "maxLength": 300, "pattern": TEXT}, "What the code means."
        ),
        "retryable": described({"type": "boolean"}, "Whether a further try may help."),
    },
    "required": ["code", "message", "retryable"],
    "additionalProperties": False,
    "description": "Why it failed; null where it did not.",
}


def closed(
    span: Span, fields: Mapping[str, Schema | Shape], *, optional: Iterable[str] = ()
) -> Shape:
    """A closed object of these fields; shapes bring their definitions and places along."""
    draft = ShapeDraft(place=Place.OUTPUT)
    draft.note("", span)
    properties = {name: placed(draft, name, part) for name, part in fields.items()}
    return draft.finished(closed_schema(properties, optional))


def extended(
    shape: Shape, fields: Mapping[str, Schema | Shape], *, optional: Iterable[str] = ()
) -> Shape:
    """An object's shape with more fields after its own."""
    draft = ShapeDraft(place=Place.OUTPUT)
    schema = draft.adopt(shape, "")
    draft.note("", shape.span_at(""))
    more = {name: placed(draft, name, part) for name, part in fields.items()}
    required = [*schema.get("required", ()), *(name for name in more if name not in set(optional))]
    found = {**schema, "properties": {**schema.get("properties", {}), **more}}
    if required:
        found["required"] = required
    return draft.finished(found)


def fields_of(shape: Shape) -> dict[str, Shape]:
    """The properties of an object as shapes of their own, to stand in another object."""
    definitions = shape.schema.get("$defs", {})
    of_definitions = {at: span for at, span in shape.spans.items() if at.startswith("/$defs/")}
    found = {}
    for name, part in shape.schema.get("properties", {}).items():
        at = below("", "properties", name)
        spans = {
            Pointer(key.removeprefix(at)): span
            for key, span in shape.spans.items()
            if key.startswith(f"{at}/")
        }
        schema = {**part, "$defs": definitions} if definitions else part
        spans = {Pointer(""): shape.span_at(at), **spans, **of_definitions}
        found[name] = Shape(schema=schema, spans=spans)
    return found


def list_of(item: Shape, **rest: Any) -> Shape:
    """A list of items of a shape."""
    draft = ShapeDraft(place=Place.OUTPUT)
    for at in ("", "/items"):
        draft.note(at, item.span_at(""))
    schema = {"type": "array", "items": draft.adopt(item, "/items"), **rest}
    return draft.finished({**schema, "x-toolcharter": {"type": "list"}})


def placed(draft: ShapeDraft, name: str, part: Schema | Shape) -> Schema:
    """A part as the property ``name``."""
    at = below("", "properties", name)
    if not isinstance(part, Shape):
        return part
    draft.note(at, part.span_at(""))
    return draft.adopt(part, at)


def closed_schema(properties: Mapping[str, Any], optional: Iterable[str] = ()) -> Schema:
    """The schema of a closed object."""
    skipped = set(optional)
    required = [name for name in properties if name not in skipped]
    found: Schema = {"type": "object", "properties": dict(properties)}
    if required:
        found["required"] = required
    return {**found, "additionalProperties": False}


def with_null(shape: Shape) -> Shape:
    """An object's shape that may be null."""
    return Shape(schema=nullable(dict(shape.schema)), spans=shape.spans)
