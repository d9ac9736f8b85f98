"""A progress bar on a terminal, for work that takes longer than a second.

Walks in: how much of how much is done. Walks out: a bar on standard error, or nothing where that is
no terminal, the work is short, or quiet was asked for.
"""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

_SILENT_S = 1.0


class Progress:
    """Shown while it is open; ``show`` is called with what is done and what there is."""

    def __init__(self, *, is_quiet: bool) -> None:
        self._is_shown = not is_quiet and sys.stderr.isatty()
        self._begun = time.monotonic()
        self._bar: ProgressBar[int] | None = None
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    def show(self, done: int, of: int) -> None:
        """Says how far the work is."""
        if not self._is_shown or time.monotonic() - self._begun < _SILENT_S:
            return
        if self._bar is None:
            bar = click.progressbar(length=of, label="compiling", file=sys.stderr)
            self._bar = self._open.enter_context(bar)
        self._bar.update(done - self._bar.pos)
