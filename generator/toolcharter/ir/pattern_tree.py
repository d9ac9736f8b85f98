"""A pattern as a tree."""

from __future__ import annotations

from dataclasses import dataclass

CodeRange = tuple[int, int]
"""The first and the last code point of a range."""


@dataclass(frozen=True, slots=True)
class Characters:
    """One code point out of ranges and general categories, or out of all others."""

    ranges: tuple[CodeRange, ...]
    categories: tuple[str, ...] = ()
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """``^`` or ``$``."""

    is_start: bool


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part that stands between ``low`` and ``high`` times; None is without end."""

    part: Part
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Concat:
    """Parts one after the other; without any it matches the empty text."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of several options."""

    options: tuple[Part, ...]


Part = Characters | Anchor | Repeat | Concat | Either
