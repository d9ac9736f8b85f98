"""Typed access to nodes of a validated document.

Walks in: nodes whose structure ``contract.validate`` has accepted. Walks out: their values, located
where a message may need the place. A node of another shape is a bug of ours and raises TypeError.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.contract.literals import duration_ms, tool_reference
from toolcharter.diagnostics import Span
from toolcharter.ir.model import Located, ToolRef
from toolcharter.source.document import Mapping, Node, Scalar, Sequence


def mapping(node: Node | None) -> Mapping:
    """The node as a mapping; an absent one is empty."""
    if node is None:
        return Mapping({}, {}, Span(""))
    if isinstance(node, Mapping):
        return node
    raise TypeError(f"{node.span}: a mapping was expected")


def items(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; none where it is absent."""
    if node is None:
        return ()
    if isinstance(node, Sequence):
        return node.items
    raise TypeError(f"{node.span}: a list was expected")


def pairs(node: Node | None) -> Iterator[tuple[str, Span, Node]]:
    """The key, the key's place and the value of each entry."""
    found = mapping(node)
    for key, value in found.entries.items():
        yield key, found.key_spans[key], value


def string(node: Node) -> Located[str]:
    """A string and its place."""
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return Located(node.value, node.span)
    raise TypeError(f"{node.span}: a string was expected")


def strings(node: Node | None) -> tuple[Located[str], ...]:
    """The strings of a list, each with its place."""
    return tuple(string(item) for item in items(node))


def integer(node: Node) -> int:
    """An integer."""
    if isinstance(node, Scalar) and type(node.value) is int:
        return node.value
    raise TypeError(f"{node.span}: an integer was expected")


def truth(node: Node | None) -> bool:
    """A truth value; absent is false."""
    if node is None:
        return False
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    raise TypeError(f"{node.span}: a truth value was expected")


def optional_string(node: Node | None) -> Located[str] | None:
    """A string and its place, or None where the key is absent."""
    return None if node is None else string(node)


def optional_text(node: Node | None) -> str | None:
    """A string, or None where the key is absent."""
    return None if node is None else string(node).value


def optional_integer(node: Node | None) -> int | None:
    """An integer, or None where the key is absent."""
    return None if node is None else integer(node)


def duration(node: Node) -> int:
    """The milliseconds of a duration."""
    return duration_ms(string(node).value)


def optional_duration(node: Node | None) -> int | None:
    """The milliseconds of a duration, or None where the key is absent."""
    return None if node is None else duration(node)


def tool_ref(node: Node) -> Located[ToolRef]:
    """A reference ``name.v2`` and its place."""
    written = string(node)
    return Located(ToolRef(*tool_reference(written.value)), written.span)


def optional_tool_ref(
    node: Node | None, *, none_word: str | None = None
) -> Located[ToolRef] | None:
    """A reference, or None where the key is absent or holds ``none_word``."""
    if node is None or (isinstance(node, Scalar) and node.value == none_word):
        return None
    return tool_ref(node)
