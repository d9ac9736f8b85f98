"""Places in the text of a file as lines and columns, counted as an editor does."""

from __future__ import annotations

from dataclasses import dataclass

from toolcharter.diagnostics import Span


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of one file, under the name that spans carry."""

    file: str
    text: str

    def position(self, place: int) -> tuple[int, int]:
        """Line and column, both from 1, of a character; the end of the text has one too."""
        return self.text.count("\n", 0, place) + 1, place - self.text.rfind("\n", 0, place)

    def span(self, start: int, end: int, pointer: str = "") -> Span:
        """From the character at ``start`` to before the one at ``end``."""
        return Span(self.file, *self.position(start), *self.position(end), pointer)
