"""Which code points a character class holds, and how many bytes they take in canonical JSON.

RFC 8785 writes a quote, a backslash and five control characters as two bytes, the other control
characters as six, everything else as UTF-8.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from toolcharter.ir.pattern_tree import Characters, CodeRange

ANY_CHARACTER_BYTES = 6
"""What a string that no pattern limits may need for one code point."""

_SHORT_ESCAPES = frozenset(map(ord, '"\\\b\t\n\f\r'))

_SEGMENTS = (
    (4, 0x10000, 0x10FFFF),
    (3, 0x800, 0xFFFF),
    (2, 0x80, 0x7FF),
)


def holds(found: Characters, code: int) -> bool:
    """Whether a code point is one of the class."""
    inside = any(low <= code <= high for low, high in found.ranges) or (
        bool(found.categories) and _in_category(code, found.categories)
    )
    return inside is not found.is_negated


@lru_cache(maxsize=8192)
def overlap(one: Characters, other: Characters) -> bool:
    """Whether two classes share a code point; never a wrong no."""
    if one.is_negated and other.is_negated:
        return True
    if one.is_negated or other.is_negated:
        positive, negated = (other, one) if one.is_negated else (one, other)
        if positive.categories:
            return True
        return any(holds(negated, code) for code in _codes(positive.ranges))
    if one.categories and other.categories and _share(one.categories, other.categories):
        return True
    return any(holds(other, code) for code in _codes(one.ranges)) or any(
        holds(one, code) for code in _codes(other.ranges)
    )


def _codes(ranges: tuple[CodeRange, ...]) -> Iterator[int]:
    """The code points of ranges: each one of the first thousand, and both ends."""
    for low, high in ranges:
        yield from range(low, min(high, low + 1000) + 1)
        yield high


def _share(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return any(one.startswith(other) or other.startswith(one) for one in some for other in others)


@lru_cache(maxsize=4096)
def character_bytes(found: Characters) -> int:
    """The most bytes that one code point of the class takes."""
    ascii_bytes = max((_ascii_bytes(code) for code in _ascii(found)), default=0)
    if ascii_bytes > 4:
        return ascii_bytes
    for size, low, high in _SEGMENTS:
        if size <= ascii_bytes:
            break
        if _reaches(found, low, high):
            return size
    return max(ascii_bytes, 1)


def _ascii(found: Characters) -> Iterator[int]:
    return (code for code in range(0x80) if holds(found, code))


def _ascii_bytes(code: int) -> int:
    if code in _SHORT_ESCAPES:
        return 2
    return 6 if code < 0x20 else 1


def _reaches(found: Characters, low: int, high: int) -> bool:
    """Whether the class may hold a code point of the segment; never a wrong no."""
    if not found.is_negated:
        if any(first <= high and last >= low for first, last in found.ranges):
            return True
        return any(_category_reaches(name, low) for name in found.categories)
    if found.categories:
        return True
    at = low
    for first, last in sorted(found.ranges):
        if first > at:
            return True
        at = max(at, last + 1)
    return at <= high


def _category_reaches(name: str, low: int) -> bool:
    match name:
        case "Cc":
            return low < 0x100
        case "Zl" | "Zp" | "Zs" | "Z":
            return low < 0x10000
    return True


def _in_category(code: int, names: tuple[str, ...]) -> bool:
    found = unicodedata.category(chr(code))
    return any(found.startswith(name) for name in names)
