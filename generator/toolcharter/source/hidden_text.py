"""Diagnostics about characters that cannot be seen, each with the node that holds it.

Walks in: a text, then its scalars in the order of the text. Walks out: one diagnostic for each run
of refused characters, whether they stand in a value, in a key, in a comment or between them, and
one for each escape in double quotes that means such a character.
"""

from __future__ import annotations

import unicodedata
from collections import deque

from toolcharter.source.characters import described, refused_escapes, refused_runs
from toolcharter.source.diagnostics import Diagnostics
from toolcharter.source.positions import FileText


class HiddenText:
    """The refused characters of one file, reported as the reading comes by."""

    def __init__(self, source: FileText, diagnostics: Diagnostics) -> None:
        self._source = source
        self._diagnostics = diagnostics
        self._runs = deque(refused_runs(source.text))
        self.is_there = bool(self._runs)

    def in_scalar(
        self, start: int, end: int, *, value: str, is_escaped: bool, pointer: str
    ) -> None:
        """Report what stands before ``end``; ``pointer`` is that of the scalar at ``start``."""
        while self._runs and self._runs[0][0] < end:
            run = self._runs.popleft()
            self._report(run, self._source.text[slice(*run)], pointer if run[0] >= start else "")
        if not is_escaped or (value.isascii() and value.isprintable()):
            return
        for first, last, meant in refused_escapes(self._source.text[start:end], value):
            self._report((start + first, start + last), meant, pointer, is_escape=True)

    def rest(self) -> None:
        """Report what no scalar holds."""
        while self._runs:
            run = self._runs.popleft()
            self._report(run, self._source.text[slice(*run)], "")

    def _report(
        self, run: tuple[int, int], chars: str, pointer: str, *, is_escape: bool = False
    ) -> None:
        span = self._source.span(*run, pointer)
        what = described(chars[0])
        if unicodedata.category(chars[0]) == "Cs":
            message, hint = f"half of a character stands here: {what}", "write the character itself"
            self._diagnostics.add("yaml/encoding", span, message, hint)
            return
        message = f"a character that a reviewer cannot see stands here: {what}"
        if len(chars) > 1:
            message = f"{len(chars)} characters that a reviewer cannot see stand here, first {what}"
        self._diagnostics.add("text/bidi-control", span, message, _hint(chars, is_escape))


def _hint(chars: str, is_escape: bool) -> str:
    if chars in ("\u200c", "\u200d"):
        return "delete it; it may only stand between letters that it joins or parts"
    return "delete it; in a pattern write its backslash twice" if is_escape else "delete it"
