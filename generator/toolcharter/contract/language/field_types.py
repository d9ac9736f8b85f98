"""The field types of section 6: which keys each needs and may have, and the marks of any field."""

from __future__ import annotations

from toolcharter.contract.language.parts import (
    Schema,
    key,
    one_of,
    question,
    ref,
    several,
    table,
    text,
    whole,
)
from toolcharter.source.scalars import MAX_INTEGER

_DECIMAL = {
    "type": "string",
    "pattern": "^-?(0|[1-9][0-9]{0,17})([.][0-9]{1,18})?$",
    "errorMessage": 'A decimal bound is written in quotes: "0.25".',
}

_KEYS: dict[str, Schema] = {
    "min_length": key("Fewest code points that are accepted.", whole(0, 1_000_000), example=1),
    "max_length": question("Most code points that are accepted.", whole(0, 1_000_000), example=120),
    "pattern": question(
        "Regular expression that the whole text must match; anchored with ^ and $.",
        text(1, 300),
        example="^[a-z]+$",
    ),
    "min": question(
        "Smallest value that is accepted.", whole(-MAX_INTEGER, MAX_INTEGER), example=0
    ),
    "max": question(
        "Largest value that is accepted.", whole(-MAX_INTEGER, MAX_INTEGER), example=100
    ),
    "step": key("The value is a multiple of this.", whole(1, MAX_INTEGER), example=5),
    "unit": key(
        "What is counted, where the name of the field does not say it.",
        ref("type_name"),
        example="percent",
    ),
    "places": question("How many decimals there always are.", whole(1, 18), example=2),
    "values": key(
        "The words of a stable vocabulary; identifiers of records do not belong here.",
        several(
            {**text(1, 60), "errorMessage": "A value is a word of up to 60 characters."},
            most=40,
        ),
        example=["open", "closed"],
    ),
    "unknown": key(
        "What becomes of a word of the service that is not listed: the answer is refused, or the "
        "word is shown as other (outputs only).",
        one_of("refuse", "other"),
    ),
    "value": key("The one value.", ref("scalar"), example="card"),
    "currencies": key(
        "The currencies that are accepted; silent means all of the pinned list.",
        several(ref("currency_code"), most=40),
        example=["EUR", "USD"],
    ),
    "items": key("The field that each item is.", ref("field_in_list"), example="customer_id"),
    "min_items": key("Fewest items.", whole(0, 1000), example=1),
    "max_items": question("Most items.", whole(1, 1000), example=20),
    "unique": key("No item stands twice.", {"const": True}),
    "keys": key("The field that each key is: a string, a line or an enum.", ref("field_as_key")),
    "map_values": key("The field that each value is.", ref("field_in_list")),
    "fields": key("The fields of the object; it is closed.", ref("fields")),
    "by": key("The field that names the chosen branch; it is added.", ref("field_name")),
    "branches": key(
        "The alternatives, by the word that chooses them.",
        table("the branches of a union", ref("field_name"), ref("branch"), least=2, most=20),
    ),
    "kind": key("The kind of record, from kinds.yaml.", ref("type_name"), example="customer"),
}

_DEFAULTS: dict[str, Schema] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "any": ref("scalar"),
}


def default_of(kind: str) -> Schema:
    """The key ``default`` of a field whose default is of this kind."""
    return key("The value where the field is absent; the runtime fills it in.", _DEFAULTS[kind])


_MARKS: dict[str, Schema] = {
    "optional": key("The field may be absent.", {"const": True}),
    "nullable": key("The field may be null, which is not the same as absent.", {"const": True}),
    "describe": key("What the field means, for whoever fills or reads it.", ref("sentence")),
    "sensitive": key(
        "Who may see it: personal only where a view names it, internal and secret in no view.",
        one_of("personal", "internal", "secret"),
    ),
    "example": {
        "description": "A value that the field accepts; it is shown to models and people.",
    },
}

MARKS: dict[str, Schema] = {name: ref(f"mark_{name}") for name in _MARKS}
"""The marks that any field may have."""

# type: (needs, may have, kind of default)
FIELD_TYPES: dict[str, tuple[tuple[str, ...], tuple[str, ...], str | None]] = {
    "text": (("max_length",), ("min_length",), None),
    "line": (("max_length",), ("min_length",), None),
    "string": (("max_length", "pattern"), ("min_length",), "string"),
    "integer": (("min", "max"), ("step", "unit"), "integer"),
    "decimal": (("min", "max", "places"), ("unit",), None),
    "boolean": ((), (), "boolean"),
    "date": ((), (), "string"),
    "instant": ((), (), "string"),
    "enum": (("values",), ("unknown",), "string"),
    "constant": (("value",), (), None),
    "email": ((), (), None),
    "url": ((), (), None),
    "uuid": ((), (), None),
    "country": ((), (), "string"),
    "currency": ((), (), "string"),
    "money": (("min", "max"), ("currencies",), None),
    "list": (("items", "max_items"), ("min_items", "unique"), None),
    "map": (("keys", "values", "max_items"), (), None),
    "object": (("fields",), (), None),
    "union": (("by", "branches"), (), None),
    "cursor": ((), (), None),
    "handle": (("kind",), (), None),
    "operation_id": ((), (), None),
    "record_version": ((), (), None),
}

BUILT_IN = (*FIELD_TYPES, "id")
"""The names that no shared type may have."""

NEEDS_MORE = (*(name for name, (needs, _, _) in FIELD_TYPES.items() if needs), "id")


def type_keys(name: str) -> tuple[Schema, tuple[str, ...]]:
    """The keys of a field type beside the marks, and which of them it needs."""
    needs, may, default = FIELD_TYPES[name]
    keys = {each: _key_of(name, each) for each in (*needs, *may)}
    if default is not None:
        keys["default"] = default_of(default)
    return keys, needs


def _key_of(type_name: str, each: str) -> Schema:
    special = f"key_{type_name}_{each}"
    return ref(special if special in DEFS else f"key_{each}")


DEFS: dict[str, Schema] = {
    **{f"key_{name}": schema for name, schema in _KEYS.items()},
    **{f"mark_{name}": schema for name, schema in _MARKS.items()},
    **{
        f"key_decimal_{name}": question(_KEYS[name]["description"], _DECIMAL, example="0.25")
        for name in ("min", "max")
    },
}
