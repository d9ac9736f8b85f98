"""Colours, only where a person looks: on a terminal, and not where ``NO_COLOR`` says no."""

from __future__ import annotations

import os
import sys

_BOLD, _WARNING, _DIM, _PLAIN = "\x1b[1m", "\x1b[1;31m", "\x1b[2m", "\x1b[0m"


class Ink:
    """Dyes words of ours; foreign text is never dyed."""

    def __init__(self, *, is_coloured: bool) -> None:
        self._is_coloured = is_coloured

    @classmethod
    def of_stdout(cls) -> Ink:
        is_dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
        return cls(is_coloured=_is_terminal() and not is_dumb)

    def title(self, text: str) -> str:
        return self._dye(_BOLD, text)

    def warning(self, text: str) -> str:
        return self._dye(_WARNING, text)

    def aside(self, text: str) -> str:
        return self._dye(_DIM, text)

    def _dye(self, tint: str, text: str) -> str:
        return f"{tint}{text}{_PLAIN}" if self._is_coloured and text else text


def _is_terminal() -> bool:
    return sys.stdout.isatty()
