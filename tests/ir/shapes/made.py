"""Shapes made from contract text, and the findings with the text they point at."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

import jsonschema_rs
from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.model import Shape
from toolcharter.ir.types import TypeTable, link_types
from toolcharter.source.document import Document
from toolcharter.source.document import Mapping as MappingNode
from toolcharter.source.reader import read


def document(text: str, file: str = "tools/x/t.v1.yaml") -> Document:
    found, findings = read(file, textwrap.dedent(text).encode())
    assert found is not None, findings
    return found


def mapping_of(text: str, file: str = "tools/x/t.v1.yaml") -> MappingNode:
    root = document(text, file).root
    assert isinstance(root, MappingNode)
    return root


def types(text: str, file: str = "types/t.yaml") -> TypeTable:
    table, findings = link_types([document(text, file)])
    assert findings == ()
    return table


def shape(
    text: str,
    *,
    place: Place = Place.OUTPUT,
    types: TypeTable | None = None,
    schemas: Mapping[str, Document] | None = None,
) -> Shape:
    """The shape of a text without findings; its schema is valid JSON Schema that compiles."""
    found, findings = shape_of(mapping_of(text), types or TypeTable(), schemas or {}, place=place)
    assert found is not None
    assert findings == ()
    compiles(found)
    return found


def compiles(found: Shape) -> None:
    jsonschema_rs.meta.validate(dict(found.schema))
    jsonschema_rs.Draft202012Validator(
        dict(found.schema),
        validate_formats=True,
        ignore_unknown_formats=False,
        pattern_options=jsonschema_rs.RegexOptions(),
        offline=True,
    )


def field(text: str, *, place: Place = Place.OUTPUT, types: TypeTable | None = None) -> Any:
    """The canonical schema of the one field ``x``, without the annotation of a plain type."""
    return shape(f"fields:\n  x: {text}\n", place=place, types=types).schema["properties"]["x"]


def refused(
    text: str,
    *,
    place: Place = Place.OUTPUT,
    types: TypeTable | None = None,
    schemas: Mapping[str, Document] | None = None,
) -> list[tuple[str, str]]:
    """Each finding's code, and the text that it points at."""
    root = mapping_of(text)
    _, findings = shape_of(root, types or TypeTable(), schemas or {}, place=place)
    return pointed(findings, textwrap.dedent(text))


def pointed(findings: Iterable[Diagnostic], text: str) -> list[tuple[str, str]]:
    return [(each.code, text_at(each.span, text)) for each in findings]


def text_at(span: Span, text: str) -> str:
    """The first line of the text that a span covers."""
    line = text.splitlines()[span.line - 1]
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return line[span.column - 1 : end]
