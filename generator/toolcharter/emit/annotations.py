"""Annotations read from the engine's syntax tree, checked, and rebuilt as nodes to lay out.

Walks in: an expression and the field it was made for. Walks out: a node of ours. Every shape is on
the list below, every name is one of ours, the constants are exactly those of the field, and every
one of them is written anew; the rest is refused.

    type  = name | None | type "|" type | list[type] | dict[str, type] | Literal[constant, ...]
          | Annotated[type, Field(keyword=constant, ...)]
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from toolcharter.emit.definitions import NO_DEFAULT, ModelField
from toolcharter.emit.layout import Brackets, Labelled, Node, Text, Union
from toolcharter.emit.literals import literal

_NAMES = frozenset(("Any", "MISSING", "bool", "dict", "float", "int", "list", "str"))
_KEYWORDS = ("alias", "ge", "le", "multiple_of", "min_length", "max_length", "pattern")
_REFERENCE = "Ref__"
_NOT_CONSTANT = ("type", "customTypePath")

Constant = str | int | None


class ModelEngineError(Exception):
    """The engine returned something that was not asked for."""


def annotation(expression: ast.expr, field: ModelField) -> Node:
    """The annotation of a field, its bounds, its words and its alias included."""
    found = {_with_type(each) for each in _written_constants(expression)}
    asked = {_with_type(each) for each in _asked_constants(field.type)}
    if field.wire != field.name:
        asked.add(_with_type(field.wire))
    if found != asked:
        raise ModelEngineError(f"other constants than those of the field {field.name}")
    return _node(expression)


def default_value(expression: ast.expr | None, field: ModelField) -> Node | None:
    """The default of a field: that of the contract, MISSING where it may be absent, or none."""
    if field.default is not NO_DEFAULT:
        return Text(literal(field.default))
    match expression:
        case None if field.is_required:
            return None
        case ast.Name(id="MISSING") if not field.is_required:
            return Text("MISSING")
    raise ModelEngineError(f"another default than that of the field {field.name}")


def _node(expression: ast.expr) -> Node:
    match expression:
        case ast.Name(id=name):
            return Text(_checked(name))
        case ast.Constant(value=None):
            return Text("None")
        case ast.BinOp(op=ast.BitOr()):
            return Union(tuple(_node(part) for part in _alternatives(expression)))
        case ast.Subscript(value=ast.Name(id="Literal"), slice=values):
            return Brackets("Literal[", tuple(map(_constant, _items(values))), "]")
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[kind, call])):
            return Brackets("Annotated[", (_node(kind), _field_call(call)), "]")
        case ast.Subscript(value=ast.Name(id="list" | "dict" as name), slice=inner):
            return Brackets(f"{name}[", tuple(map(_node, _items(inner))), "]")
    raise _unexpected(expression)


def _alternatives(expression: ast.expr) -> list[ast.expr]:
    if isinstance(expression, ast.BinOp):
        return [*_alternatives(expression.left), *_alternatives(expression.right)]
    return [expression]


def _items(expression: ast.expr) -> list[ast.expr]:
    return expression.elts if isinstance(expression, ast.Tuple) else [expression]


def _field_call(expression: ast.expr) -> Node:
    match expression:
        case ast.Call(func=ast.Name(id="Field"), args=[], keywords=keywords):
            given = {each.arg or "": each.value for each in keywords}
            if given.keys() <= set(_KEYWORDS):
                found = [Labelled(f"{k}=", _constant(given[k])) for k in _KEYWORDS if k in given]
                return Brackets("Field(", tuple(found), ")")
    raise _unexpected(expression)


def _constant(expression: ast.expr) -> Node:
    return Text(literal(_value(expression)))


def _value(expression: ast.expr) -> Constant:
    value: Any = ast.literal_eval(expression)
    if value is None or isinstance(value, str | int):
        return value
    raise _unexpected(expression)


def _written_constants(expression: ast.expr) -> Iterator[Constant]:
    for part in ast.walk(expression):
        if isinstance(part, ast.keyword):
            yield _value(part.value)
        elif isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name):
            yield from map(_value, _items(part.slice)) if part.value.id == "Literal" else ()


def _asked_constants(kind: Any) -> Iterator[Constant]:
    for keyword, value in kind.items():
        match value:
            case list() if keyword == "enum":
                yield from (each for each in value if each is not None)
            case list() if keyword == "anyOf":
                for each in value:
                    yield from _asked_constants(each)
            case dict():
                yield from _asked_constants(value)
            case str() | int() if keyword not in _NOT_CONSTANT and value is not True:
                yield value


def _with_type(value: object) -> tuple[type, object]:
    """Python thinks that 1 and True are one value."""
    return type(value), value


def _checked(name: str) -> str:
    if name.startswith(_REFERENCE):
        return name.removeprefix(_REFERENCE)
    if name not in _NAMES:
        raise ModelEngineError(f"the name {name}")
    return name


def _unexpected(expression: ast.expr) -> ModelEngineError:
    return ModelEngineError(ast.unparse(expression)[:200])
