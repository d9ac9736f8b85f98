"""Where something stands in a file."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A range of characters in one file, and the JSON Pointer of the node it belongs to.

    Lines and columns count from 1; a column counts code points, as an editor does. The end is
    exclusive. ``file`` is relative to the catalog root, with forward slashes. ``pointer`` is an
    RFC 6901 pointer into the file ("" is the whole document).

    A named tuple, since every node and every key of every file has one: a frozen dataclass takes
    three times as long to make.
    """

    file: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    pointer: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
