"""The definitions of typed values: shapes, ``fields:``, and one field of each type (section 6)."""

from __future__ import annotations

from typing import Any

from toolcharter.contract.language import field_types
from toolcharter.contract.language.field_types import (
    BUILT_IN,
    FIELD_TYPES,
    MARKS,
    NEEDS_MORE,
    default_of,
    type_keys,
)
from toolcharter.contract.language.parts import (
    Schema,
    exactly_one,
    forbids,
    holds,
    key,
    one_of,
    record,
    ref,
    table,
    when,
)


def _type(name: str) -> Schema:
    keys, needs = type_keys(name)
    word = key("The type of the field.", {"const": name})
    optional_or_default = {"allOf": [when(holds("default", {}), forbids("optional"))]}
    return record(
        f"a field of type {name}",
        {"type": word, **keys, **MARKS},
        required=("type", *needs),
        **(optional_or_default if "default" in keys else {}),
    )


def _is_type(name: str) -> Schema:
    return holds("type", {"const": name})


def chosen_by_type(branches: dict[str, str], named: str) -> list[Schema]:
    """One condition per type: the branch of a built-in type, else the branch of a named one."""
    is_named = holds("type", {"type": "string", "not": {"enum": list(BUILT_IN)}})
    return [
        *(when(_is_type(name), ref(branch)) for name, branch in branches.items()),
        when(is_named, ref(named)),
    ]


def _type_word(description: str, examples: tuple[str, ...]) -> Schema:
    return {"description": description, **ref("type_name"), "examples": list(examples)}


def _without(*names: str) -> Schema:
    return {"allOf": [ref("field"), when({"type": "object"}, forbids(*names))]}


_FIELD: Schema = {
    "title": "a field",
    "description": "The name of a type, or a mapping with `type`, what that type needs, and marks.",
    "if": {"type": "string"},
    "then": ref("bare_type"),
    "else": {
        "type": "object",
        "properties": {
            "type": {
                **_type_word("The type of the field.", tuple(FIELD_TYPES)),
                "not": {"const": "id"},
                "errorMessage": "An id type is declared in types/ and used by its name.",
            }
        },
        "required": ["type"],
        "allOf": chosen_by_type({name: f"type_{name}" for name in FIELD_TYPES}, "type_named"),
    },
    "defaultSnippets": [
        {"label": "line", "body": {"type": "line", "max_length": "${1:120}", "describe": "$2"}},
        {"label": "enum", "body": {"type": "enum", "values": ["$1"], "describe": "$2"}},
    ],
}


_KEYS_ARE = {"errorMessage": "The keys of a map are a string, a line or an enum."}


def _all_types() -> dict[str, Schema]:
    return {f"type_{name}": _type(name) for name in FIELD_TYPES}


_NAMED: dict[str, Any] = {
    "type": key("A type of types/.", {}),
    "default": default_of("any"),
    **MARKS,
}

DEFS: dict[str, Schema] = {
    **field_types.DEFS,
    "field": _FIELD,
    "bare_type": {
        "allOf": [ref("type_name")],
        "not": {"enum": list(NEEDS_MORE)},
        "errorMessage": "A type name stands alone only where its type needs nothing more.",
    },
    **_all_types(),
    "type_named": record(
        "a field of a named type",
        _NAMED,
        required=("type",),
        allOf=[when(holds("default", {}), forbids("optional"))],
    ),
    "field_in_list": {
        **_without("optional", "default"),
        "title": "an item",
        "description": "A field; always there, so neither optional nor with a default.",
    },
    "field_as_key": {
        "allOf": [
            ref("field_in_list"),
            when(
                holds(
                    "type", {"enum": [n for n in BUILT_IN if n not in ("string", "line", "enum")]}
                ),
                {"properties": {"type": {**one_of("string", "line", "enum"), **_KEYS_ARE}}},
            ),
        ],
        "description": "The key of a map.",
    },
    "branch": record(
        "a branch of a union",
        {
            "fields": key("The fields of this branch; it is closed.", ref("fields")),
            "describe": key("What choosing this branch means.", ref("sentence")),
        },
        required=("fields",),
    ),
    "fields": {
        **table("a group of fields", ref("field_name"), ref("field"), most=100),
        "description": "Fields by name; the object is closed and each field required.",
    },
    "shape": record(
        "a shape",
        {
            "fields": key("The short form: fields by name.", ref("fields")),
            "schema": key(
                "The long form: a closed JSON Schema 2020-12 of an object.",
                {
                    "type": "object",
                    "properties": {
                        "type": {"const": "object", "description": "The root is an object."}
                    },
                    "required": ["type"],
                },
            ),
        },
        **exactly_one("fields", "schema"),
    ),
}
