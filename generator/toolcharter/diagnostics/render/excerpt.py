"""One line of a source text with a run of carets under a range of it.

Walks in: the text of a file and a span. Walks out: the line and the carets, both ready to print.
A caret stands under each terminal column of the range, also where characters are wide, combining
or replaced by their code point. A long line is cut around the range.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from toolcharter.diagnostics.render.printable import cells, shown
from toolcharter.diagnostics.span import Span

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_TAB_STOP = 4
_LEAD = 24
"""Columns of context that stay before a range on a line that is cut."""

_CUT = "..."


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """``line`` as printed, and ``carets``: spaces, then one ``^`` for each column of the range."""

    number: int
    line: str
    carets: str


def lines_of(text: str) -> list[str]:
    """The lines of a source text, without their breaks."""
    return _LINE_BREAK.split(text)


def excerpt(lines: list[str], span: Span, *, width: int = 96) -> Excerpt | None:
    """The first line of the span, or None where the text has no such line."""
    if not 1 <= span.line <= len(lines):
        return None
    pieces = _pieces(lines[span.line - 1])
    start = min(span.column - 1, len(pieces))
    end = span.end_column - 1 if span.end_line == span.line else len(pieces)
    end = max(start + 1, min(end, len(pieces)))
    first, last = _window(pieces, start, end, width)
    before, after = _CUT if first else "", _CUT if last < len(pieces) else ""
    marked = sum(cells(piece) for piece in pieces[start : min(end, last)])
    lead = len(before) + sum(cells(piece) for piece in pieces[first:start])
    return Excerpt(
        number=span.line,
        line=(before + "".join(pieces[first:last]) + after).rstrip(),
        carets=" " * lead + "^" * max(1, marked),
    )


def _pieces(line: str) -> list[str]:
    """What is printed for each character of the line; a tab reaches to the next stop."""
    if line.isascii() and line.isprintable():
        return list(line)
    pieces: list[str] = []
    column = 0
    for character in line:
        piece = " " * (_TAB_STOP - column % _TAB_STOP) if character == "\t" else shown(character)
        column += cells(piece)
        pieces.append(piece)
    return pieces


def _window(pieces: list[str], start: int, end: int, width: int) -> tuple[int, int]:
    """The part of the line to print: all of it, or ``width`` columns that begin near the range."""
    if sum(cells(piece) for piece in pieces) <= width:
        return 0, len(pieces)
    first, room = start, _LEAD
    if sum(cells(piece) for piece in pieces[:end]) <= width:
        first = 0
    while first > 0 and room >= cells(pieces[first - 1]):
        room -= cells(pieces[first - 1])
        first -= 1
    last, room = first, width
    while last < len(pieces) and room >= cells(pieces[last]):
        room -= cells(pieces[last])
        last += 1
    return first, max(last, min(start + 1, len(pieces)))
