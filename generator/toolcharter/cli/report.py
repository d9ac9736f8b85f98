"""Diagnostics on standard output, in the format that was asked for.

Walks in: diagnostics and the texts they point into. Walks out: nothing; they are printed. One place
knows the formats.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

import click

from toolcharter.cli.exits import Exit
from toolcharter.cli.options import Options
from toolcharter.diagnostics import Diagnostic, in_reading_order


def report(options: Options, diagnostics: Sequence[Diagnostic], tree: Mapping[str, bytes]) -> Exit:
    """Prints the diagnostics and gives the exit code: ``FINDINGS`` where one is an error."""
    found = in_reading_order(list(diagnostics))
    if options.output_format == "json":
        from toolcharter.diagnostics.render import json

        sys.stdout.write(json.render(found))
    elif found:
        from toolcharter.diagnostics.render import text

        named = {each.span.file for each in found}
        named |= {related.span.file for each in found for related in each.related}
        texts = _texts_of({path: tree[path] for path in named if path in tree})
        sys.stdout.write(text.render(found, texts, colour=has_colour()))
    return Exit.FINDINGS if any(each.is_error for each in found) else Exit.CLEAN


def _texts_of(tree: Mapping[str, bytes]) -> dict[str, str]:
    """The files as text, for excerpts; what is no UTF-8 is replaced."""
    return {path: data.decode("utf-8", errors="replace") for path, data in tree.items()}


def say(options: Options, message: str) -> None:
    """A line for people, on standard error."""
    if not options.is_quiet:
        click.echo(message, err=True)


def counted(number: int, noun: str) -> str:
    """``1 contract``, ``2 contracts``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def has_colour() -> bool:
    """Colour is for a terminal that did not say no to it."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
