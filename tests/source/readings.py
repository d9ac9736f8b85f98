"""Short ways to read text and to look at what came of it, for the tests of the reader."""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.source.document import Mapping, Node, Scalar, Sequence, plain
from toolcharter.source.reader import read


def accepted(text: str | bytes, file: str = "x.yaml") -> Node:
    """The root of a document that must be read without a finding."""
    document, findings = read(file, text.encode() if isinstance(text, str) else text)
    assert findings == ()
    assert document is not None
    return document.root


def value(text: str | bytes, file: str = "x.yaml") -> object:
    """The plain value of a document that must be read without a finding."""
    return plain(accepted(text, file))


def refused(text: str | bytes, file: str = "x.yaml") -> tuple[Diagnostic, ...]:
    """The findings of a document that must not be read."""
    document, findings = read(file, text.encode() if isinstance(text, str) else text)
    assert document is None
    assert findings
    assert all(each.is_error for each in findings)
    return findings


def places(text: str | bytes, file: str = "x.yaml") -> list[tuple[str, int, int]]:
    """Rule, line and column of each finding of a document that must not be read."""
    return [(each.code, each.span.line, each.span.column) for each in refused(text, file)]


def codes(text: str | bytes, file: str = "x.yaml") -> list[str]:
    """The rules that a document broke, which must not be read."""
    return [each.code for each in refused(text, file)]


def nodes(root: Node) -> Iterator[Node]:
    """The node and all below it."""
    yield root
    match root:
        case Sequence():
            for item in root.items:
                yield from nodes(item)
        case Mapping():
            for entry in root.entries.values():
                yield from nodes(entry)
        case Scalar():
            pass


def spans(root: Node) -> Iterator[Span]:
    """The spans of all nodes and keys."""
    for node in nodes(root):
        yield node.span
        if isinstance(node, Mapping):
            yield from node.key_spans.values()


def cut(text: str, span: Span) -> str:
    """What stands at a span, by lines and columns alone."""
    lines = text.split("\n")
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    first = lines[span.line - 1][span.column - 1 :]
    between = lines[span.line : span.end_line - 1]
    return "\n".join([first, *between, lines[span.end_line - 1][: span.end_column - 1]])


def is_inside(text: str, span: Span) -> bool:
    """Whether a span names places that the text has, its end no earlier than its beginning."""
    lines = text.split("\n")
    begin, end = (span.line, span.column), (span.end_line, span.end_column)
    return begin <= end and all(
        1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1
        for line, column in (begin, end)
    )
