"""Whether one node is what a piece of schema asks of it, without looking below it.

Only the keywords that the published schemas use; patterns go through the same engine as the fast
validation, so that both always agree.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jsonschema_rs

from toolcharter.contract.literals import amount_minor, calendar_date, currency
from toolcharter.source.document import Mapping, Node, Scalar, Sequence, plain

_BOUNDS = {
    "minLength": (str, False),
    "maxLength": (str, True),
    "minimum": (int, False),
    "maximum": (int, True),
    "minItems": (list, False),
    "maxItems": (list, True),
    "minProperties": (dict, False),
    "maxProperties": (dict, True),
}


def type_of(node: Node) -> str:
    """The JSON type of a node."""
    match node:
        case Mapping():
            return "object"
        case Sequence():
            return "array"
        case Scalar(value=bool()):
            return "boolean"
        case Scalar(value=int()):
            return "integer"
        case Scalar(value=str()):
            return "string"
        case Scalar():
            return "null"


def is_of_type(node: Node, schema: dict[str, Any]) -> bool:
    """Whether the type of the node is an allowed one; a list of words allows no other type."""
    allowed = schema.get("type")
    if allowed is not None:
        return type_of(node) in ([allowed] if isinstance(allowed, str) else allowed)
    words = schema.get("enum", [schema["const"]] if "const" in schema else None)
    return words is None or type_of(node) in {_json_type(word) for word in words}


def is_accepted(node: Node, schema: dict[str, Any]) -> bool:
    """Whether the value of the node is one of the allowed words, and matches pattern and format."""
    if "const" in schema and not same_value(plain(node), schema["const"]):
        return False
    if "enum" in schema and not any(same_value(plain(node), word) for word in schema["enum"]):
        return False
    if not (isinstance(node, Scalar) and isinstance(node.value, str)):
        return True
    if "pattern" in schema and not _matcher(schema["pattern"]).is_valid(node.value):
        return False
    return schema.get("format") != "date" or _is_read_by(calendar_date, node.value)


_EXACT: dict[str, Callable[[str], object]] = {"amount": amount_minor, "currency_code": currency}
"""Definitions whose text is more than its pattern: decimals and codes come from a pinned list."""


def reads_as(node: Node, definition: str) -> bool:
    """Whether the parser of a literal takes the text, where the definition is one that needs it."""
    parser = _EXACT.get(definition)
    if parser is None or not isinstance(node, Scalar) or not isinstance(node.value, str):
        return True
    return _is_read_by(parser, node.value)


def broken_bound(node: Node, schema: dict[str, Any]) -> str:
    """The keyword of the first bound that the node is beyond, or nothing."""
    for keyword, (kind, is_upper) in _BOUNDS.items():
        if keyword not in schema:
            continue
        size = _size(node, kind)
        bound = schema[keyword]
        if size is not None and (size > bound if is_upper else size < bound):
            return keyword
    return ""


def repeated_item(node: Node, schema: dict[str, Any]) -> Node | None:
    """The first item that equals an earlier one, where items must differ."""
    if not schema.get("uniqueItems") or not isinstance(node, Sequence):
        return None
    seen: list[object] = []
    for item in node:
        value = plain(item)
        if any(same_value(value, other) for other in seen):
            return item
        seen.append(value)
    return None


def same_value(left: object, right: object) -> bool:
    """Equality as JSON has it: true is not 1."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(
            same_value(left[key], right[key]) for key in left
        )
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_value, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def _size(node: Node, kind: type) -> int | None:
    match node:
        case Scalar(value=str() as text) if kind is str:
            return len(text)
        case Scalar(value=int() as number) if kind is int and not isinstance(number, bool):
            return number
        case Sequence() if kind is list:
            return len(node)
        case Mapping() if kind is dict:
            return len(node)
        case _:
            return None


def _json_type(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return "integer" if isinstance(value, int) else "string"


def _is_read_by(parser: Callable[[str], object], text: str) -> bool:
    try:
        parser(text)
    except ValueError:
        return False
    return True


@functools.cache
def _matcher(pattern: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
    )
