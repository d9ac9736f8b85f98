"""The bounds of types that hold other values: lists, maps, the branches of a union."""

from __future__ import annotations

from typing import Any

from toolcharter.ir.model import Located, Pointer
from toolcharter.ir.pointers import below
from toolcharter.ir.reading import integer, string
from toolcharter.ir.scalar_schemas import Schema
from toolcharter.ir.shape_draft import ShapeDraft
from toolcharter.source.document import Mapping

_KEY_TYPES = ("string", "line", "enum")


def list_bounds(node: Mapping, item: Schema, draft: ShapeDraft, pointer: str) -> Schema:
    """``minItems``, ``maxItems`` and ``uniqueItems``, each at its place."""
    found: Schema = {}
    for key, keyword in (("min_items", "minItems"), ("max_items", "maxItems")):
        if (bound := node.get(key)) is not None:
            found[keyword] = integer(bound)
            draft.note(below(pointer, keyword), bound.span)
    least = found.get("minItems", 0)
    if least > found["maxItems"]:
        span = node.entries["min_items"].span
        draft.report("in/unsatisfiable", span, "`min_items` is above `max_items`.")
    if (unique := node.get("unique")) is not None:
        found["uniqueItems"] = True
        draft.note(below(pointer, "uniqueItems"), unique.span)
        if "enum" in item and least > len(item["enum"]):
            message = f"There are only {len(item['enum'])} different items."
            draft.report("in/unsatisfiable", node.entries["min_items"].span, message)
    return found


def map_bounds(node: Mapping, parts: dict[str, Schema], draft: ShapeDraft, pointer: str) -> Schema:
    """``maxProperties``; and keys must be strings of a type whose text is a name."""
    key_type = parts["propertyNames"].get("x-toolcharter", {}).get("type")
    if key_type not in (*_KEY_TYPES, "unresolved"):
        message = f"The keys of a map are `string`, `line` or `enum`, not `{key_type}`."
        draft.report("in/map-keys", node.entries["keys"].span, message)
    bound = node.entries["max_items"]
    draft.note(below(pointer, "maxProperties"), bound.span)
    return {"maxProperties": integer(bound)}


def tagged_branch(
    closed: Schema,
    tag: Located[str],
    name: str,
    branch: Mapping,
    draft: ShapeDraft,
    pointer: str,
) -> Schema:
    """A branch of a union: its first property is the tag, whose one value is the branch's name."""
    draft.note(below(pointer, "properties", tag.value), draft.spans[Pointer(pointer)])
    mark: dict[str, Any] = {tag.value: {"type": "string", "const": name}}
    found = {
        "type": "object",
        "properties": {**mark, **closed["properties"]},
        "required": [tag.value, *closed.get("required", ())],
        "additionalProperties": False,
    }
    if (describe := branch.get("describe")) is not None:
        found["description"] = string(describe).value
        draft.note(below(pointer, "description"), describe.span)
    return found
