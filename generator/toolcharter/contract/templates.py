"""Templates: sentences with holes that trusted code fills from canonical values.

Walks in: the text of ``effect.summary`` or ``written_as``. Walks out: its parts, in order. There
are no formats, conditions or nesting, so a template cannot compute, and it is one line.

    template = *(character | "{{" | "}}" | "{" hole "}")
    summary:   hole = "target." ("id" | "version") | "facts." fact
                    | ("input" | "plan") 1*8("." name)
    shown id:  hole = name
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from toolcharter.source.quoted import quoted

FACTS = ("amount", "records", "recipients", "environment")

_NAME = r"[a-z][a-z0-9_]{0,39}"
_SUMMARY_HOLE = re.compile(
    rf"target\.(?:id|version)|facts\.(?:{'|'.join(FACTS)})|(?:input|plan)(?:\.{_NAME}){{1,8}}"
)
_FIELD_HOLE = re.compile(_NAME)


@dataclass(frozen=True, slots=True)
class Hole:
    """A place that a value fills. ``path`` is what stands between the braces, split at the dots."""

    path: tuple[str, ...]


Part = str | Hole


def template(text: str) -> tuple[Part, ...]:
    """The parts of an effect's summary; braces that stand for themselves are unescaped."""
    return _parts(
        text,
        _SUMMARY_HOLE,
        "only {target.id}, {target.version}, {facts.<fact>}, {input.<path>} and {plan.<path>} are",
    )


def identifier_template(text: str) -> tuple[Part, ...]:
    """The parts of ``written_as``, whose holes are fields of the identifier."""
    return _parts(text, _FIELD_HOLE, "only names of the identifier's fields are")


def _parts(text: str, hole: re.Pattern[str], allowed: str) -> tuple[Part, ...]:
    if any(mark in text for mark in "\t\n\r"):
        raise ValueError("A template is one line, without tabs.")
    parts: list[Part] = []
    for kind, piece in _pieces(text):
        if kind == "hole":
            if hole.fullmatch(piece) is None:
                raise ValueError(f"A template cannot fill {quoted(piece)}; {allowed} filled.")
            parts.append(Hole(tuple(piece.split("."))))
        elif parts and isinstance(parts[-1], str):
            parts[-1] += piece
        else:
            parts.append(piece)
    return tuple(parts)


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        if text.startswith(("{{", "}}"), at):
            yield "text", text[at]
            at += 2
        elif text[at] == "}":
            raise ValueError("A } closes nothing; write }} for a brace that is part of the text.")
        elif text[at] == "{":
            end = _first(text, at + 1)
            if end == len(text) or text[end] == "{":
                raise ValueError("A { is never closed; write {{ for a brace that is text.")
            yield "hole", text[at + 1 : end]
            at = end + 1
        else:
            end = _first(text, at)
            yield "text", text[at:end]
            at = end


def _first(text: str, start: int) -> int:
    """Where the next brace stands, or the end."""
    found = [place for place in (text.find("{", start), text.find("}", start)) if place >= 0]
    return min(found, default=len(text))
