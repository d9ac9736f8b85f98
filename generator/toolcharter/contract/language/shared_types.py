"""The schema of a file of shared types: types/*.yaml (section 6)."""

from __future__ import annotations

from toolcharter.contract.language.field_types import BUILT_IN, FIELD_TYPES, MARKS, type_keys
from toolcharter.contract.language.fields import chosen_by_type
from toolcharter.contract.language.parts import (
    Schema,
    forbids,
    holds,
    key,
    record,
    ref,
    table,
    when,
)

TYPES = record(
    "a file of types",
    {
        "types": key(
            "Shared field types by name; a name stands once in the catalog.",
            table("the types of a file", ref("own_type_name"), ref("shared_type"), most=500),
        )
    },
    required=("types",),
)

_MARKS_OF_A_TYPE = ("describe", "sensitive", "example")


def _shared_type(name: str) -> Schema:
    keys, needs = type_keys(name)
    keys.pop("default", None)
    marks = {mark: MARKS[mark] for mark in _MARKS_OF_A_TYPE}
    return record(
        f"a type made of {name}",
        {"type": key("The type it is made of.", {"const": name}), **keys, **marks},
        required=("type", *needs),
    )


_ID = record(
    "an identifier type",
    {
        "type": key("An identifier.", {"const": "id"}),
        "kind": key("The kind of record it names.", ref("type_name"), example="customer"),
        "max_length": type_keys("string")[0]["max_length"],
        "pattern": type_keys("string")[0]["pattern"],
        "fields": key("The parts of an id that has several.", ref("id_parts")),
        "resolved_by": key(
            "The read tool that finds it.", ref("tool_ref"), example="search_customers.v1"
        ),
        "checked_by": key(
            "The precondition that checks it in the system of record, wherever it is taken.",
            ref("name"),
            example="customer_visible",
        ),
        "known_to": key("People know it, and no tool yields it.", {"const": "people"}),
        "written_as": key(
            "How an id of several parts is shown.",
            ref("identifier_template"),
            example="{owner}/{repository}#{number}",
        ),
        **{mark: MARKS[mark] for mark in _MARKS_OF_A_TYPE},
    },
    required=("type", "kind"),
    allOf=[
        when(
            holds("fields", {}),
            {
                "title": "an identifier of several parts",
                "required": ["written_as"],
                **forbids("max_length", "pattern"),
            },
            {
                "title": "an identifier of one part",
                "required": ["max_length", "pattern"],
                **forbids("written_as"),
            },
        )
    ],
)

DEFS: dict[str, Schema] = {
    "own_type_name": {
        "allOf": [ref("type_name")],
        "not": {"enum": list(BUILT_IN)},
        "errorMessage": "The name belongs to a built-in type; choose another.",
    },
    "shared_type": {
        "title": "a type",
        "type": "object",
        "properties": {
            "type": {
                "description": "The built-in type it is made of, or another type of types/.",
                **ref("type_name"),
                "examples": ["id", *FIELD_TYPES],
            }
        },
        "required": ["type"],
        "allOf": chosen_by_type(
            {**{name: f"shared_{name}" for name in FIELD_TYPES}, "id": "shared_id"}, "shared_named"
        ),
    },
    **{f"shared_{name}": _shared_type(name) for name in FIELD_TYPES},
    "shared_id": _ID,
    "shared_named": record(
        "a type made of another",
        {"type": key("A type of types/.", {}), **{mark: MARKS[mark] for mark in _MARKS_OF_A_TYPE}},
        required=("type",),
    ),
    "id_parts": table(
        "the parts of an identifier", ref("field_name"), ref("field_in_list"), least=2, most=8
    ),
}
