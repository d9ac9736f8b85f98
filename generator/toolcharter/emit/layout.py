"""Expressions laid out over lines as black does it, for the few shapes that generated code has.

Walks in: a tree of names, bracketed lists and unions. Walks out: lines of at most 88 columns,
split where black would split them, so that black finds nothing to change. Every text is ASCII or a
name, so a character is a column.

    node  = text | head node, node close | label node | node "|" node
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

LINE_LENGTH = 88
_STEP = "    "


@dataclass(frozen=True, slots=True)
class Text:
    """A name or a literal that is never split."""

    text: str


@dataclass(frozen=True, slots=True)
class Brackets:
    """``head`` ends with the opening bracket: ``Literal[``, ``Field(``, ``{``."""

    head: str
    items: tuple[Node, ...]
    close: str
    is_tuple: bool = False


@dataclass(frozen=True, slots=True)
class Labelled:
    """``label`` and a value: ``"key": value`` or ``alias=value``."""

    label: str
    value: Node


@dataclass(frozen=True, slots=True)
class Union:
    """Alternatives joined by ``|``; at least two."""

    parts: tuple[Node, ...]


Node = Text | Brackets | Labelled | Union


def flat(node: Node) -> str:
    """The node on one line."""
    match node:
        case Text():
            return node.text
        case Labelled():
            return node.label + flat(node.value)
        case Union():
            return " | ".join(flat(part) for part in node.parts)
        case Brackets():
            inside = ", ".join(flat(item) for item in node.items)
            comma = "," if node.is_tuple and len(node.items) == 1 else ""
            return f"{node.head}{inside}{comma}{node.close}"


def laid_out(node: Node, *, indent: int = 0, before: str = "", after: str = "") -> list[str]:
    """The lines of ``before``, the node and ``after``; ``indent`` counts columns."""
    return _lines(node, " " * indent, before, after)


def assignment(target: str, kind: Node, value: Node | None, *, indent: int = 0) -> list[str]:
    """The lines of ``target: kind`` or ``target: kind = value``."""
    margin = " " * indent
    start, end = f"{margin}{target}: ", f" = {flat(value)}" if value is not None else ""
    line = f"{start}{flat(kind)}"
    if fits(line + end):
        return [line + end]
    if value is not None and fits(f"{line} = ("):
        return [f"{line} = (", f"{margin}{_STEP}{flat(value)}", f"{margin})"]
    if isinstance(kind, Union) or (isinstance(kind, Text) and fits(margin + _STEP + kind.text)):
        return [f"{start}(", *_lines(kind, margin + _STEP, "", ""), f"{margin}){end}"]
    return _lines(kind, margin, f"{target}: ", end)


def signature(start: str, parameters: tuple[Node, ...], returns: Node, *, indent: int) -> list[str]:
    """The lines of ``def name(parameters) -> returns:``; ``start`` ends with the bracket."""
    margin, ending = " " * indent, f") -> {flat(returns)}:"
    together = ", ".join(flat(each) for each in parameters)
    if fits(f"{margin}{start}{together}{ending}"):
        return [f"{margin}{start}{together}{ending}"]
    inner = margin + _STEP
    inside = [inner + together]
    if len(parameters) == 1 or not fits(inside[0]):
        inside = [line for each in parameters for line in _lines(each, inner, "", ",")]
    return [margin + start, *inside, *_lines(returns, margin, ") -> ", ":")]


def alias(name: str, node: Node) -> list[str]:
    """The lines of ``name: TypeAlias = node``."""
    start = f"{name}: TypeAlias = "
    if isinstance(node, Union) and not fits(start + flat(node)):
        return [f"{start}(", *_lines(node, _STEP, "", ""), ")"]
    return _lines(node, "", start, "")


def names_in(node: Node) -> Iterator[str]:
    """The names that stand in the node, those before brackets included; literals too."""
    match node:
        case Text():
            yield node.text
        case Labelled():
            yield from names_in(node.value)
        case Union():
            for part in node.parts:
                yield from names_in(part)
        case Brackets():
            yield node.head[:-1]
            for item in node.items:
                yield from names_in(item)
        case _:
            assert_never(node)


def fits(line: str) -> bool:
    """Whether black leaves the line as it is."""
    return len(line) <= LINE_LENGTH


def _lines(node: Node, margin: str, before: str, after: str) -> list[str]:
    line = f"{margin}{before}{flat(node)}{after}"
    if fits(line):
        return [line]
    match node:
        case Text():
            return [line]
        case Labelled():
            return _lines(node.value, margin, before + node.label, after)
        case Union():
            return _alternatives(node, margin, before, after)
        case Brackets():
            return _opened(node, margin, before, after)


def _opened(node: Brackets, margin: str, before: str, after: str) -> list[str]:
    """The brackets on lines of their own, and between them the items."""
    if not node.items:
        return [f"{margin}{before}{flat(node)}{after}"]
    inner = margin + _STEP
    return [
        f"{margin}{before}{node.head}",
        *_inside(node, inner),
        f"{margin}{node.close}{after}",
    ]


def _inside(node: Brackets, margin: str) -> list[str]:
    """The items on one line when they fit, else one by one, each with a comma.

    Black lists the items of a collection (brackets behind no name) one by one in any case. A lone
    item of square brackets behind a name is a subscript: a comma would make it a tuple.
    """
    is_subscript = node.head != "[" and node.close == "]"
    if len(node.items) == 1 and is_subscript:
        return _lines(node.items[0], margin, "", "")
    is_collection, is_single = len(node.head) == 1, len(node.items) == 1
    if is_single or not is_collection:
        comma = "," if node.is_tuple else ""
        together = margin + ", ".join(flat(item) for item in node.items) + comma
        if fits(together):
            return [together]
    return [line for item in node.items for line in _lines(item, margin, "", ",")]


def _alternatives(node: Union, margin: str, before: str, after: str) -> list[str]:
    """One alternative a line, the bar in front."""
    first, *others = node.parts
    last = len(others) - 1
    lines = _lines(first, margin, before, "")
    for index, part in enumerate(others):
        lines += _lines(part, margin, "| ", after if index == last else "")
    return lines
