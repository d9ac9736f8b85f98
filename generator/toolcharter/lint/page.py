"""The page of a rule: the docstring of its module, taken apart.

The layout is fixed. The first line is the promise in one sentence; then come four parts, each
headed by a line of its own at the left margin, its text indented::

    The promise.

    Why
        What goes wrong otherwise.

    Bad
        # tools/customers/get_customer.v1.yaml
        key: value

    Good
        # tools/customers/get_customer.v1.yaml
        key: other value

    Silence
        How, or that it cannot be silenced.

``Bad`` and ``Good`` hold pieces of files, each headed by the file's name; a piece says what differs
from the catalog under ``tests/lint/base``, and a test compiles them.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass

HEADINGS = ("Why", "Bad", "Good", "Silence")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A piece of one file of a catalog."""

    file: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What there is to say about a rule."""

    promise: str
    why: str
    bad: tuple[Example, ...]
    good: tuple[Example, ...]
    silence: str


def page_of(docstring: str) -> Page:
    """The parts of a page; ValueError where the layout is not kept."""
    promise, _, rest = inspect.cleandoc(docstring).partition("\n")
    parts: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in rest.splitlines():
        if line in HEADINGS:
            current = parts[line] = []
        elif current is not None:
            current.append(line.removeprefix("    "))
        elif line.strip():
            raise ValueError(f"a page has text before its first heading: {line!r}")
    if tuple(parts) != HEADINGS:
        raise ValueError(f"a page has the headings {', '.join(HEADINGS)}; found {', '.join(parts)}")
    return Page(
        promise=promise.strip(),
        why=_text(parts["Why"]),
        bad=tuple(_examples(parts["Bad"])),
        good=tuple(_examples(parts["Good"])),
        silence=_text(parts["Silence"]),
    )


def _text(lines: list[str]) -> str:
    return "\n".join(lines).strip()


def _examples(lines: list[str]) -> Iterator[Example]:
    """The pieces of files; a line ``# some/file.yaml`` begins one."""
    file, piece = "", list[str]()
    for line in lines:
        if line.startswith("# ") and line.endswith((".yaml", ".json")) and " " not in line[2:]:
            if file:
                yield Example(file=file, text=_text(piece) + "\n")
            file, piece = line[2:], []
        else:
            piece.append(line)
    if file:
        yield Example(file=file, text=_text(piece) + "\n")
