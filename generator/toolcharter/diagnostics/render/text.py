"""Diagnostics as people read them on a terminal.

Walks in: diagnostics in reading order and the texts they point into. Walks out: one block a
diagnostic and a summary line::

    tools/customers/get_customer.v1.yaml:9:11: error: The input field `note` ... [in/untyped]
       9 |     note: {maxLength: 80}
         |           ^^^^^^^^^^^^^^^
      hint: Add `type`.
      see policies/approval.yaml:4:3: the row

Everything that came from a catalog is made printable first; the only escape sequences are our own
colours, and only where the caller asks for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from toolcharter.diagnostics.diagnostic import Diagnostic, Severity
from toolcharter.diagnostics.render.excerpt import excerpt, lines_of
from toolcharter.diagnostics.render.printable import printable
from toolcharter.diagnostics.span import Span

SHOWN_PER_RULE_AND_FILE = 20
"""Diagnostics of one rule in one file that are printed; the rest is counted."""

_COLOURS = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.INFORMATION: "\x1b[1;36m",
}
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def render(
    diagnostics: Sequence[Diagnostic], texts: Mapping[str, str], *, colour: bool = False
) -> str:
    """The diagnostics, each with its excerpt, and a line that counts them."""
    page = _Page(texts, colour=colour)
    totals = Counter((each.span.file, each.code) for each in diagnostics)
    seen: Counter[tuple[str, str]] = Counter()
    blocks: list[str] = []
    for each in diagnostics:
        group = (each.span.file, each.code)
        seen[group] += 1
        if seen[group] <= SHOWN_PER_RULE_AND_FILE:
            blocks.append("\n".join(page.block(each)))
        elif seen[group] == SHOWN_PER_RULE_AND_FILE + 1:
            left = totals[group] - SHOWN_PER_RULE_AND_FILE
            blocks.append(f"{printable(each.span.file)}: {left} more of [{printable(each.code)}]")
    return "\n\n".join([*blocks, summary(diagnostics)]) + "\n"


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """How many diagnostics of which severity there are, in how many files."""
    counts = Counter(each.severity for each in diagnostics)
    if not counts:
        return "No findings."
    words = {
        Severity.ERROR: ("error", "errors"),
        Severity.WARNING: ("warning", "warnings"),
        Severity.INFORMATION: ("note", "notes"),
    }
    parts = [
        f"{counts[severity]} {one if counts[severity] == 1 else many}"
        for severity, (one, many) in words.items()
        if counts[severity]
    ]
    files = len({each.span.file for each in diagnostics})
    return f"{', '.join(parts)} in {files} {'file' if files == 1 else 'files'}."


class _Page:
    """Prints blocks; keeps the lines of each text, since diagnostics of a file come together."""

    def __init__(self, texts: Mapping[str, str], *, colour: bool) -> None:
        self._texts = texts
        self._lines: dict[str, list[str]] = {}
        self._colour = colour

    def block(self, each: Diagnostic) -> Iterator[str]:
        tint = _COLOURS[each.severity]
        yield (
            f"{self._dye(_BOLD, _place(each.span))}: {self._dye(tint, each.severity.value)}: "
            f"{printable(each.message)} {self._dye(_DIM, f'[{printable(each.code)}]')}"
        )
        yield from self._excerpt(each.span, tint)
        if each.hint:
            yield f"  hint: {printable(each.hint)}"
        for related in each.related:
            yield f"  see {self._dye(_BOLD, _place(related.span))}: {printable(related.message)}"
            yield from self._excerpt(related.span, _DIM)

    def _excerpt(self, span: Span, tint: str) -> Iterator[str]:
        found = excerpt(self._lines_of(span.file), span)
        if found is None:
            return
        yield f"{found.number:>6} | {found.line}"
        yield f"{'':>6} | {self._dye(tint, found.carets)}"

    def _lines_of(self, file: str) -> list[str]:
        if file not in self._texts:
            return []
        if file not in self._lines:
            self._lines[file] = lines_of(self._texts[file])
        return self._lines[file]

    def _dye(self, tint: str, text: str) -> str:
        if not self._colour:
            return text
        mark = text.lstrip(" ")
        return text[: len(text) - len(mark)] + tint + mark + _PLAIN


def _place(span: Span) -> str:
    return f"{printable(span.file)}:{span.line}:{span.column}"
