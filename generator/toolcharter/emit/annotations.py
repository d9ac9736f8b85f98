"""Annotations read from the engine's syntax tree, checked, and rebuilt as nodes to lay out.

Walks in: an expression and the field it was made for. Walks out: a node of ours. Every shape is on
the list below, every name is one of ours, every string is a value of the field; the rest is refused.

    type  = name | None | type "|" type | list[type] | dict[str, type] | Literal[constant, ...]
          | Annotated[type, Field(keyword=constant, ...)]
"""

from __future__ import annotations

import ast
from typing import Any, NoReturn

from toolcharter.emit.definitions import NO_DEFAULT, ModelField
from toolcharter.emit.layout import Brackets, Labelled, Node, Text, Union
from toolcharter.emit.literals import literal

_NAMES = frozenset(("Any", "MISSING", "bool", "dict", "float", "int", "list", "str"))
_KEYWORDS = ("alias", "ge", "le", "multiple_of", "min_length", "max_length", "pattern")
_REFERENCE = "Ref__"


class ModelEngineError(Exception):
    """The engine returned something that was not asked for."""


def annotation(expression: ast.expr, field: ModelField) -> Node:
    """The annotation of a field; its alias, if it has one, is the name in JSON."""
    alias = _alias(expression)
    if alias != (None if field.wire == field.name else field.wire):
        raise ModelEngineError("another alias than was asked for")
    return _node(expression)


def default_value(expression: ast.expr, field: ModelField) -> Node:
    """The default of a field: a constant of the contract, or MISSING."""
    if isinstance(expression, ast.Name) and expression.id == "MISSING":
        return Text("MISSING")
    value = ast.literal_eval(expression)
    if field.default is NO_DEFAULT or value != field.default:
        raise ModelEngineError("another default than was asked for")
    return Text(literal(field.default))


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
    _refuse(expression)


def _alternatives(expression: ast.expr) -> list[ast.expr]:
    if isinstance(expression, ast.BinOp):
        return [*_alternatives(expression.left), *_alternatives(expression.right)]
    return [expression]


def _items(expression: ast.expr) -> list[ast.expr]:
    return expression.elts if isinstance(expression, ast.Tuple) else [expression]


def _constant(expression: ast.expr) -> Node:
    value: Any = ast.literal_eval(expression)
    if not (value is None or isinstance(value, str | int)):
        _refuse(expression)
    return Text(literal(value))


def _field_call(expression: ast.expr) -> Node:
    match expression:
        case ast.Call(func=ast.Name(id="Field"), args=[], keywords=keywords):
            given = {each.arg or "": each.value for each in keywords}
            if set(given) <= set(_KEYWORDS):
                found = [Labelled(f"{k}=", _constant(given[k])) for k in _KEYWORDS if k in given]
                return Brackets("Field(", tuple(found), ")")
    _refuse(expression)


def _alias(expression: ast.expr) -> str | None:
    if isinstance(expression, ast.Subscript) and isinstance(expression.slice, ast.Tuple):
        call = expression.slice.elts[-1]
        if isinstance(call, ast.Call):
            for keyword in call.keywords:
                if keyword.arg == "alias":
                    return str(ast.literal_eval(keyword.value))
    return None


def _checked(name: str) -> str:
    if name.startswith(_REFERENCE):
        return name.removeprefix(_REFERENCE)
    if name not in _NAMES:
        raise ModelEngineError(f"the name {name}")
    return name


def _refuse(expression: ast.expr) -> NoReturn:
    raise ModelEngineError(ast.unparse(expression)[:200])
