"""Where a key below a known place was written.

The IR keeps the span of a facet as a whole; a message about one key of it should point at that key.
"""

from __future__ import annotations

from toolcharter.diagnostics import Span
from toolcharter.ir import pointers
from toolcharter.ir.pointers import tokens_of
from toolcharter.source.document import Document, Mapping, Node, Sequence


def node_at(document: Document, pointer: str) -> Node | None:
    """What stands at a pointer, or None where nobody wrote anything."""
    node: Node | None = document.root
    for key in tokens_of(pointer):
        if isinstance(node, Mapping):
            node = node.get(key)
        elif isinstance(node, Sequence) and key.isdecimal() and int(key) < len(node):
            node = node.items[int(key)]
        else:
            return None
    return node


def below(document: Document, span: Span, *keys: str) -> Span:
    """The place of the value under ``keys`` below ``span``, or ``span`` where nobody wrote it."""
    node = node_at(document, pointers.below(span.pointer, *keys))
    return span if node is None else node.span
