"""Judges the files below ``schemas/``, whether or not a contract refers to them.

Walks in: the documents, and the shared types. Walks out: the diagnostics. Each file, and each
definition in it, is linked as the ``schema:`` that refers to it would be, so what is found here is
what a contract would find; what depends on its place (an input holds no secret) is left to the
contract. No shape is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table
from urllib.parse import quote

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.pointers import below
from toolcharter.ir.schema_keywords import KEYWORDS, Holds
from toolcharter.ir.type_table import TypeTable
from toolcharter.source.document import Document, Mapping, Node, Scalar, Sequence

_DEFINITIONS = "$defs"


def schema_diagnostics(schemas: Table[str, Document], types: TypeTable) -> Iterator[Diagnostic]:
    """What is wrong with each file and each definition, in the order of the files."""
    for path in sorted(schemas):
        root = schemas[path].root
        found: dict[Diagnostic, None] = {}
        for pointer, node in (("", root), *_definitions(root, "")):
            reference = f"{quote(path)}#{quote(pointer)}"
            _, more = shape_of(_referring(reference, node.span), types, schemas, place=Place.TYPE)
            found |= dict.fromkeys(more)
        yield from found


def _definitions(node: Node, pointer: str) -> Iterator[tuple[str, Node]]:
    """Every definition inside a schema, with its pointer."""
    if not isinstance(node, Mapping):
        return
    for key, value in node.entries.items():
        for at, part in _parts(key, value, below(pointer, key)):
            if key == _DEFINITIONS:
                yield at, part
            yield from _definitions(part, at)


def _parts(key: str, value: Node, pointer: str) -> Iterator[tuple[str, Node]]:
    """The schemas that a keyword holds."""
    match Holds.NAMED_SCHEMAS if key == _DEFINITIONS else KEYWORDS.get(key), value:
        case Holds.SCHEMA, _:
            yield pointer, value
        case Holds.SCHEMAS, Sequence():
            for place, item in enumerate(value.items):
                yield below(pointer, place), item
        case Holds.NAMED_SCHEMAS, Mapping():
            for name, item in value.entries.items():
                yield below(pointer, name), item


def _referring(reference: str, span: Span) -> Mapping:
    """What a contract would write to refer there."""
    written = Mapping({"$ref": Scalar(reference, reference, span)}, {"$ref": span}, span)
    return Mapping({"schema": written}, {"schema": span}, span)
