"""Prose with its paragraphs kept.

Walks in: a text and the file it stands in. Walks out: the text, each paragraph on one line, a blank
line between two. YAML folds lines, and makes one line feed of a blank line; only a literal block
(``|``) and a text on a single line hold line feeds as they are meant.
"""

from __future__ import annotations

from itertools import islice

from toolcharter.diagnostics import Span
from toolcharter.ir.model import Located
from toolcharter.source.document import Document


def paragraphs(prose: Located[str], document: Document) -> str:
    """The text, a blank line between two paragraphs."""
    lines = (line.strip() for line in prose.value.splitlines())
    if _is_folded(prose.span, document):
        return "\n\n".join(" ".join(line.split()) for line in lines if line)
    found: list[list[str]] = [[]]
    for line in lines:
        if line:
            found[-1].extend(line.split())
        elif found[-1]:
            found.append([])
    return "\n\n".join(" ".join(words) for words in found if words)


def _is_folded(span: Span, document: Document) -> bool:
    if span.end_line == span.line:
        return False
    (first,) = islice(document.text.split("\n"), span.line - 1, span.line)
    return not first.startswith("|", span.column - 1)
