"""What a document does that its schema does not allow, as values that still know the schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from toolcharter.diagnostics import Span
from toolcharter.source.document import Node


class Sin(Enum):
    """The ways in which a node can be wrong."""

    MISSING = "a required key is not there"
    UNKNOWN = "a key that the record does not have"
    FORBIDDEN = "a key that this form does not have"
    BOTH = "two keys of which one is needed"
    TYPE = "another type of value"
    VALUE = "a value that is not among the allowed ones"
    NAME = "a name that is not written like one"
    RANGE = "a number, a length or a count beyond its bounds"
    REPEATED = "an item that stands twice"
    UNDECIDED = "the marker of an open question"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a node stands.

    ``record`` is the definition that lists ``key``, the key that the node stands under (items of a
    list have the list's). ``route`` is the way through the schema, with ``*`` for names that the
    author chose; ``names`` is the way through the document. ``anchor`` is where to point at when
    something is missing in the node.
    """

    record: str
    key: str
    route: tuple[str, ...]
    names: tuple[str, ...]
    anchor: Span
    is_item: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One sin. ``record`` is the definition that was broken, ``key`` the key it is about, ``noun``
    what the record is called in messages, ``schema`` the part of the schema that was broken."""

    sin: Sin
    span: Span
    place: Place
    record: str
    key: str
    noun: str
    schema: Mapping[str, Any]
    node: Node | None = None
    others: tuple[str, ...] = ()
    """The keys that may stand there, or of which one is needed."""
    keyword: str = ""
    """The keyword that a ``RANGE`` is about."""
