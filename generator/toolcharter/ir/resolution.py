"""What one schema object says, once references are followed and ``nullable`` is unwrapped."""

from __future__ import annotations

from typing import Any

from toolcharter.ir.model import JsonSchema
from toolcharter.ir.pointers import below
from toolcharter.ir.schema_keywords import BESIDE_REFERENCE

NULL: JsonSchema = {"type": "null"}

_BESIDE_NULLABLE = BESIDE_REFERENCE | {"anyOf", "$defs"}

_TYPE_OF_FORMAT = {
    "date": "date",
    "date-time": "instant",
    "email": "email",
    "uri": "url",
    "uuid": "uuid",
}


def resolved(raw: Any, root: JsonSchema, pointer: str) -> tuple[JsonSchema, str, bool]:
    """The schema with references followed and ``nullable`` unwrapped, where it stands, and whether
    it may be null. Words and notes of the use lie over those of the definition."""
    schema: JsonSchema = raw if isinstance(raw, dict) else ({} if raw else {"not": {}})
    is_nullable = False
    while True:
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            pointer = below("/$defs", name)
            schema = _overlaid(root["$defs"][name], schema, "$ref")
        elif (inner := _other_than_null(schema)) is not None:
            is_nullable = True
            place = schema["anyOf"].index(inner)
            pointer = below(pointer, "anyOf", place)
            schema = _overlaid(inner, schema, "anyOf")
        else:
            kinds = schema.get("type")
            return schema, pointer, is_nullable or (isinstance(kinds, list) and "null" in kinds)


def branches_of(schema: JsonSchema) -> tuple[tuple[str, Any], ...]:
    """The alternatives and the joined parts of a schema, with the keyword each stands in."""
    return tuple(
        (f"{keyword}/{place}", branch)
        for keyword in ("oneOf", "anyOf", "allOf")
        for place, branch in enumerate(schema.get(keyword, ()))
    )


def tag_of_branch(schema: JsonSchema) -> tuple[str, Any] | None:
    """The name and the one value of the field that tells a branch apart: a required const."""
    required = schema.get("required", ())
    for name, part in schema.get("properties", {}).items():
        if name in required and isinstance(part, dict) and "const" in part:
            return name, part["const"]
    return None


def _overlaid(definition: Any, use: JsonSchema, keyword: str) -> JsonSchema:
    if not isinstance(definition, dict):
        return {}
    over = {key: value for key, value in use.items() if key not in (keyword, "$defs")}
    if not over:
        return definition
    if "x-toolcharter" in over:
        notes = {**definition.get("x-toolcharter", {}), **over["x-toolcharter"]}
        over["x-toolcharter"] = notes
    return {**definition, **over}


def _other_than_null(schema: JsonSchema) -> Any:
    options = schema.get("anyOf", ())
    if not schema.keys() <= _BESIDE_NULLABLE:  # rules beside it would hide those of the branch
        return None
    if len(options) != 2 or NULL not in options:
        return None
    return options[0] if options[1] == NULL else options[1]


def plain_type(schema: JsonSchema) -> str | None:
    """The type of the language that a plain JSON Schema amounts to."""
    if "const" in schema:
        return "constant"
    if "enum" in schema:
        return "enum"
    if "oneOf" in schema or "anyOf" in schema:
        return "union"
    kinds = schema.get("type")
    kind = (
        next((each for each in kinds if each != "null"), None) if isinstance(kinds, list) else kinds
    )
    match kind:
        case "string":
            return _TYPE_OF_FORMAT.get(schema.get("format", ""), "string")
        case "array":
            return "list"
        case "object":
            is_map = isinstance(schema.get("additionalProperties"), dict)
            return "map" if is_map and "properties" not in schema else "object"
    return kind
