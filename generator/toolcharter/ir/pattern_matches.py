"""The smallest text that a pattern finds.

Walks in: a pattern and the length it is held to. Walks out: a shortest match of at least that
length, the same one every time, checked by the validator of the boundary; or None where it is out
of reach. Which lengths a part can have is a bit set: bit n says that n code points are possible.
"""

from __future__ import annotations

from functools import lru_cache

import jsonschema_rs

from toolcharter.ir.pattern_dialect import PatternError
from toolcharter.ir.pattern_syntax import parse
from toolcharter.ir.pattern_tree import Anchor, Characters, Concat, Either, Part, Repeat
from toolcharter.ir.pattern_width import holds

LONGEST = 512
"""No match longer than this is looked for; the work grows with its square."""

_PREFERRED = "a0A"


@lru_cache(maxsize=4096)
def smallest_match(pattern: str, min_length: int = 0, max_length: int | None = None) -> str | None:
    """A smallest text that the pattern finds, between two lengths in code points."""
    try:
        tree = parse(pattern)
    except PatternError:
        return None
    shortest = shortest_length(tree)
    most = LONGEST if max_length is None else min(max_length, LONGEST)
    if shortest is None or max(shortest, min_length) > most:
        return None
    found = _within(tree, min_length, most)
    return found if found is not None and _is_found(pattern, found) else None


def _within(tree: Part, min_length: int, most: int) -> str | None:
    builder = _Builder(most)
    lengths = builder.lengths(tree)
    for length in range(min_length, most + 1):
        if lengths >> length & 1:
            return builder.text(tree, length)
    exact = (lengths & -lengths).bit_length() - 1
    # Nothing says what stands around an unanchored match; the caller asks whether it is one.
    return builder.text(tree, exact) + "a" * (min_length - exact) if lengths else None


class _Builder:
    """Texts of exact lengths, no longer than ``most``."""

    def __init__(self, most: int) -> None:
        self.mask = (1 << (most + 1)) - 1
        self.known: dict[Part, int] = {}

    def lengths(self, part: Part) -> int:
        if part not in self.known:
            self.known[part] = self._lengths(part) & self.mask
        return self.known[part]

    def text(self, part: Part, length: int) -> str:
        match part:
            case Characters():
                return _smallest_character(part) or ""
            case Anchor():
                return ""
            case Either():
                return self.text(self._option(part, length), length)
            case Concat():
                return self._joined(part.parts, length)
            case Repeat():
                return self._joined(self._copies(part, length), length)

    def _lengths(self, part: Part) -> int:
        match part:
            case Characters():
                return 0b10 if _smallest_character(part) is not None else 0
            case Anchor():
                return 1
            case Either():
                found = 0
                for option in part.options:
                    found |= self.lengths(option)
                return found
            case Concat():
                found = 1
                for each in part.parts:
                    found = self._sums(found, self.lengths(each))
                return found
            case Repeat():
                return self._repeated(self.lengths(part.part), part.low, part.high)

    def _repeated(self, once: int, low: int, high: int | None) -> int:
        total = 1
        for _ in range(low):
            before, total = total, self._sums(total, once)
            if total in (0, before):
                break
        found = total
        rounds = self.mask.bit_length() if high is None else high - low
        for _ in range(rounds):
            total = self._sums(total, once)
            if total | found == found:
                break
            found |= total
        return found

    def _sums(self, left: int, right: int) -> int:
        if right == 0b10:
            return left << 1 & self.mask
        found = 0
        while right:
            lowest = right & -right
            found |= left << (lowest.bit_length() - 1)
            right ^= lowest
        return found & self.mask

    def _option(self, part: Either, length: int) -> Part:
        return next(each for each in part.options if self.lengths(each) >> length & 1)

    def _copies(self, part: Repeat, length: int) -> tuple[Part, ...]:
        """The part as often as the length needs, the fewest times."""
        once = self.lengths(part.part)
        total = 1
        for _ in range(part.low):
            before, total = total, self._sums(total, once)
            if total == before:  # the part can be empty, so further copies are too
                break
        count = part.low
        while not total >> length & 1:
            total = self._sums(total, once)
            count += 1
        return (part.part,) * count

    def _joined(self, parts: tuple[Part, ...], length: int) -> str:
        """The parts one after the other, each as short as the rest allows."""
        rests = [1]
        for each in reversed(parts):
            rests.append(self._sums(rests[-1], self.lengths(each)))
        rests.reverse()
        pieces: list[str] = []
        left = length
        for each, rest in zip(parts, rests[1:], strict=True):
            options = self.lengths(each)
            size = next(n for n in range(left + 1) if options >> n & 1 and rest >> (left - n) & 1)
            pieces.append(self.text(each, size))
            left -= size
        return "".join(pieces)


@lru_cache(maxsize=4096)
def _smallest_character(found: Characters) -> str | None:
    """A printable character of the class, if it has one: a, 0, A, then by code point."""
    for sign in _PREFERRED:
        if holds(found, ord(sign)):
            return sign
    for first, last in ((0x21, 0x7E), (0x20, 0x20), (0xA1, 0xD7FF), (0xE000, 0x10FFFF), (0, 0x1F)):
        for code in range(first, last + 1):
            if holds(found, code):
                return chr(code)
    return None


@lru_cache(maxsize=4096)
def shortest_length(part: Part) -> int | None:
    """The fewest code points of a match; None where nothing matches."""
    match part:
        case Characters():
            return 1
        case Anchor():
            return 0
        case Repeat():
            once = shortest_length(part.part)
            return 0 if part.low == 0 else None if once is None else once * part.low
        case Concat():
            lengths = [shortest_length(each) for each in part.parts]
            return None if None in lengths else sum(each or 0 for each in lengths)
        case Either():
            lengths = [shortest_length(each) for each in part.options]
            known = [each for each in lengths if each is not None]
            return min(known, default=None)


def _is_found(pattern: str, text: str) -> bool:
    checker = jsonschema_rs.Draft202012Validator(
        {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
    )
    return checker.is_valid(text)
