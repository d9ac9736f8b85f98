"""The stand-in of a string: as long in characters and in bytes, and judged the same way.

Walks in: a string, what its schema asks of it, and picks. Walks out: candidates, each with every
character replaced by another of its class. A character stays only where the schema would judge any
other differently: such a character the contract itself spells out, as the ``cus_`` of an identifier.
What a person wrote becomes letters that mean nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from toolcharter_runtime._trace.characters import class_of, others
from toolcharter_runtime._trace.draws import Draws
from toolcharter_runtime._trace.questions import TextQuestions

SHARED = 4
"""No so many characters in a row are in the string and in its stand-in, but those that stay, and
where so few characters are allowed that any two strings share some."""

LONG_WORDS = 200
_LONGEST = 4096
_MOST_DRAWS = 24
_HEAD = 8
_MOST_SPELLED = 500


@dataclass(frozen=True, slots=True)
class Runs:
    """A long string, as pieces and how often each is repeated."""

    pieces: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "".join(piece * times for piece, times in self.pieces)


Text: TypeAlias = str | Runs


def candidates(text: str, asked: TextQuestions, draws: Draws) -> Iterator[Text]:
    """Stand-ins of ``text`` to choose from, the best first; none where it cannot be replaced
    within reason."""
    if len(text) > (LONG_WORDS if asked.in_words else _LONGEST):
        made = (_runs(text, draws) for _ in range(_MOST_DRAWS))
        yield from (each for each in made if is_alike(text, str(each), asked))
        return
    shared = []
    for _ in range(_MOST_DRAWS):
        found = _Search(text, asked, draws).found()
        if not _share(text, found):
            yield found
        else:
            shared.append(found)
    yield from shared
    if len(text) == 1:
        yield from (
            each for each in others(text, in_words=asked.in_words) if is_alike(text, each, asked)
        )
    if len(text) < SHARED:
        # Where every other one is taken: nothing so short says which one it was.
        yield text


def is_alike(text: str, other: str, asked: TextQuestions) -> bool:
    """Whether the schema says the same about both."""
    return other not in asked.words and asked.verdicts(other) == asked.verdicts(text)


class _Search:
    """Replaces as much of a string at once as the schema allows: the whole, or its halves, and so
    on down to single characters. What a pattern is known to spell out is tried once, at the end."""

    def __init__(self, text: str, asked: TextQuestions, draws: Draws) -> None:
        self._now = list(text)
        self._pools = [others(each, in_words=asked.in_words) for each in text]
        self._left = {
            at: self._pools[at] for at, each in enumerate(text) if (at, each) in asked.spelled
        }
        for at in self._left:
            self._pools[at] = ""
        self._asked = asked
        self._draws = draws
        self._verdicts = asked.verdicts(text)

    def found(self) -> str:
        if self._now:
            self._replace(0, len(self._now))
        for at, pool in self._left.items():
            if pool:
                self._accept(at, [self._draws.pick(pool)])
        return "".join(self._now)

    def _replace(self, start: int, end: int) -> None:
        pools = self._pools[start:end]
        if not any(pools):
            return
        if end - start == 1:
            self._replace_one(start)
            return
        drawn = [
            self._draws.pick(pool) if pool else self._now[at]
            for at, pool in enumerate(pools, start)
        ]
        if not self._accept(start, drawn):
            middle = (start + end) // 2
            self._replace(start, middle)
            self._replace(middle, end)

    def _replace_one(self, at: int) -> None:
        before, left = self._now[at], list(self._pools[at])
        while left:
            drawn = self._draws.pick(left)
            if self._accept(at, [drawn]):
                return
            left.remove(drawn)
        # Which digits are possible often follows from the digits beside them: they are not learnt.
        if not before.isdigit() and len(self._asked.spelled) < _MOST_SPELLED:
            self._asked.spelled.add((at, before))

    def _accept(self, start: int, drawn: list[str]) -> bool:
        before = self._now[start : start + len(drawn)]
        self._now[start : start + len(drawn)] = drawn
        text = "".join(self._now)
        if self._asked.verdicts(text) == self._verdicts and text not in self._asked.words:
            return True
        self._now[start : start + len(drawn)] = before
        return False


def _share(text: str, found: str) -> bool:
    stays = [one == other for one, other in zip(text, found, strict=True)]
    return any(
        not all(stays[at : at + SHARED]) and found[at : at + SHARED] in text
        for at in range(len(found) - SHARED + 1)
    )


def _runs(text: str, draws: Draws) -> Runs:
    """As many characters of each class, in no order that says anything."""
    counts: Counter[str] = Counter()
    for character, count in Counter(text).items():
        counts[class_of(character, in_words=True) or character] += count
    pieces: list[tuple[str, int]] = []
    for characters in sorted(counts):
        pieces += _filled(characters, counts[characters], text, draws)
    return Runs(tuple(pieces))


def _filled(characters: str, count: int, text: str, draws: Draws) -> list[tuple[str, int]]:
    if len(characters) < _HEAD:
        return [(draws.pick(characters), count)]
    for _ in range(_MOST_DRAWS):
        head = "".join(draws.pick(characters) for _ in range(min(_HEAD, count)))
        rest = draws.pick(characters)
        edge = head + rest * SHARED
        if not any(edge[at : at + SHARED] in text for at in range(len(edge) - SHARED + 1)):
            break
    # Told apart by their heads, long texts need no more than one letter besides.
    return [(head, 1), (rest, count - len(head))] if count > len(head) else [(head, 1)]
