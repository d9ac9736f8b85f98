"""The diagnostics of one file while it is read.

A file has as many diagnostics as its policy allows; one more ends the reading with a last
diagnostic that says so. Every way to end early goes through ``ReadingStopped``, which never leaves
the reader.
"""

from __future__ import annotations

from typing import NoReturn

from toolcharter.diagnostics import Diagnostic, Related, Span


class ReadingStopped(Exception):  # noqa: N818 - it is no error: what was found is the answer
    """The rest of the file is not looked at."""


class Diagnostics:
    """Collects what is wrong with one file."""

    def __init__(self, *, limit: int) -> None:
        self.found: list[Diagnostic] = []
        self._limit = limit

    def add(
        self, code: str, span: Span, message: str, hint: str = "", related: tuple[Related, ...] = ()
    ) -> None:
        """Keep a diagnostic; stop the reading when there are too many."""
        if len(self.found) >= self._limit:
            self._say_that_there_are_more(span)
            raise ReadingStopped
        self._keep(code, span, message, hint, related)

    def stop(self, code: str, span: Span, message: str, hint: str = "") -> NoReturn:
        """Keep a diagnostic that ends the reading."""
        self.add(code, span, message, hint)
        raise ReadingStopped

    def _say_that_there_are_more(self, span: Span) -> None:
        if len(self.found) == self._limit:
            message = f"reading stopped here, after {self._limit} findings in this file"
            self._keep("yaml/finding-limit", span, message, "correct those first")

    def _keep(
        self, code: str, span: Span, message: str, hint: str, related: tuple[Related, ...] = ()
    ) -> None:
        self.found.append(
            Diagnostic(
                code=code,
                span=span,
                message=_sentence(message),
                hint=_sentence(hint),
                related=related,
            )
        )


def _sentence(text: str) -> str:
    """Texts are put together from parts; here they get their capital and their full stop."""
    return f"{text[0].upper()}{text[1:]}." if text else ""
