"""A YAML document as values that know where they stand.

Walks in: what the reader found. Walks out: frozen nodes. A node never says how it was spelled,
except that a scalar keeps its text, which messages quote.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolcharter.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string, an integer, a truth value or null of YAML 1.2 core."""

    value: str | int | bool | None
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes, in order."""

    items: tuple[Node, ...]
    span: Span

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Nodes by string key, in the order of the file; no key stands twice."""

    entries: dict[str, Node]
    key_spans: dict[str, Span]
    span: Span

    def get(self, key: str) -> Node | None:
        """The value of a key; None where it is absent (null is a ``Scalar``)."""
        return self.entries.get(key)

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


Node = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One file that was read without a diagnostic."""

    file: str
    root: Node
    text: str


def plain(node: Node) -> object:
    """The node as dictionaries, lists and scalars, without positions."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {key: plain(value) for key, value in node.entries.items()}
