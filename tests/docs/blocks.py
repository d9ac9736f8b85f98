"""The fenced blocks of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^```(\S*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^# file: (\S+)$", re.MULTILINE)
_REFUSED = re.compile(r"^# refused: (\S+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """``note`` stands behind the language; ``file`` and ``refused`` are what the block says."""

    language: str
    note: str
    text: str
    line: int
    file: str | None
    refused: str | None


def blocks(page: Path) -> Iterator[Block]:
    """Every fenced block, in order."""
    source = page.read_text()
    for found in _FENCE.finditer(source):
        text = found[3]
        file, refused = _FILE.search(text), _REFUSED.search(text)
        yield Block(
            language=found[1],
            note=found[2].strip(),
            text=text,
            line=source.count("\n", 0, found.start()) + 1,
            file=file[1] if file else None,
            refused=refused[1] if refused else None,
        )
