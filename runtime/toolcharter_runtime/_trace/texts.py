"""The stand-in of a string: as long in characters and in bytes, and judged the same way.

Walks in: a string, what its schema asks of it, and picks. Walks out: candidates, each with every
character replaced by another of its class. A character stays only where the schema would judge any
other differently: such a character the contract itself spells out, as the ``cus_`` of an identifier. Of
a small alphabet any letter may stand for any, itself included: else the one of two would tell the other.
What a person wrote becomes letters that mean nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from toolcharter_runtime._trace.characters import class_of, others
from toolcharter_runtime._trace.effort import Effort
from toolcharter_runtime._trace.questions import TextQuestions
from toolcharter_runtime._trace.table import Draws

SHARED = 4
"""No so many characters in a row are in the string and in its stand-in, but those that stay, and
where so few characters are allowed that any two strings share some."""

LONG_WORDS = 200
_LONGEST = 4096
_LONG = 32
"""From so many characters on, what a string is made of says little about it."""

_MOST_DRAWS = 24
_ENOUGH = 40_000
"""What a search costs that is not begun again for a better end."""

_COST = 32
_SAMPLES = 8
_HEAD = 8
_MOST_SPELLED = 500


@dataclass(frozen=True, slots=True)
class Runs:
    """A long string, as pieces and how often each is repeated."""

    pieces: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "".join(piece * times for piece, times in self.pieces)


Text: TypeAlias = str | Runs


def candidates(text: str, asked: TextQuestions, draws: Draws, effort: Effort) -> Iterator[Text]:
    """Stand-ins of ``text`` to choose from, the best first; none where there is none that the
    schema judges alike."""
    if len(text) > (LONG_WORDS if asked.in_words else _LONGEST):
        yield from _long(text, asked, draws, effort)
        return
    before, shared = effort.spent, []
    for _ in range(_MOST_DRAWS):
        search = _Search(text, asked, draws, effort)
        found = search.found()
        if not _share(text, found, search.stays):
            yield found
        else:
            shared.append(found)
        if effort.spent - before > _ENOUGH:
            break
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
    """Replaces as much of a string at once as the schema allows: the whole, or its letters and
    digits apart from the rest, or halves of these, and so on down to single characters. What a
    pattern is known to spell out is tried once, at the end. ``stays`` is what could not be
    replaced."""

    def __init__(self, text: str, asked: TextQuestions, draws: Draws, effort: Effort) -> None:
        self.stays: set[int] = set()
        self._text = text
        self._now = list(text)
        self._asked, self._draws, self._effort = asked, draws, effort
        self._pools = [others(each, in_words=asked.in_words) for each in text]
        self._verdicts = asked.verdicts(text)
        self._is_learnt = len(text) < _LONG

    def found(self) -> str:
        spelled, free = [], []
        for at, pool in enumerate(self._pools):
            if not pool:
                self.stays.add(at)
            elif (at, self._text[at]) in self._asked.spelled:
                spelled.append(at)
            else:
                free.append(at)
        self._replace(free)
        if spelled and not self._accept(self._drawn(spelled)):
            self.stays.update(spelled)
        return "".join(self._now)

    def _replace(self, places: list[int]) -> None:
        if len(places) == 1:
            self._replace_one(places[0])
        if len(places) < 2 or self._accept(self._drawn(places)):
            return
        if not self._is_learnt:
            self._learn(places)
            if self._accept(self._drawn(places)):
                return
        plain = [at for at in places if self._text[at].isalnum()]
        rest = [at for at in places if not self._text[at].isalnum()]
        if plain and rest:
            self._replace(plain)
            self._replace(rest)
        elif rest and len(self._text) > LONG_WORDS:
            # What holds a long word together tells less than it costs.
            self.stays.update(rest)
        else:
            middle = len(places) // 2
            self._replace(places[:middle])
            self._replace(places[middle:])

    def _drawn(self, places: list[int]) -> dict[int, str]:
        return {at: self._draws.pick(self._pools[at]) for at in places}

    def _learn(self, places: list[int]) -> None:
        """Find the classes of which the schema takes few characters but those of a long word: from
        then on any of these stands for any."""
        self._is_learnt, pick = True, self._draws.pick
        for characters, known in _alphabets(self._text).items():
            inside = [at for at in places if self._text[at] in known]
            outside = "".join(sorted(set(characters).difference(known)))
            if not inside or not outside:
                continue
            tried = [pick(outside) for _ in range(_SAMPLES)]
            taken = {each for each in tried if self._accept({pick(inside): each})}
            if 2 * len(taken) < _SAMPLES and len(known) + len(taken) > 1:
                for at in inside:
                    self._pools[at] = "".join(sorted({*known, *taken}))

    def _replace_one(self, at: int) -> None:
        before = self._text[at]
        order = self._draws.shuffled(self._pools[at])
        for place, other in enumerate(order):
            if self._accept({at: other}):
                if 2 * place >= len(order):
                    # So late that there may be no third: then which one stands there says nothing.
                    self._now[at] = before
                return
        self.stays.add(at)
        # Which digits are possible often follows from the digits beside them: they are not learnt.
        if not before.isdigit() and len(self._asked.spelled) < _MOST_SPELLED:
            self._asked.spelled.add((at, before))

    def _accept(self, changes: Mapping[int, str]) -> bool:
        before = {at: self._now[at] for at in changes}
        for at, each in changes.items():
            self._now[at] = each
        text = "".join(self._now)
        self._effort.spend(len(text) + _COST)
        if self._asked.verdicts(text) == self._verdicts and text not in self._asked.words:
            return True
        for at, each in before.items():
            self._now[at] = each
        return False


def _alphabets(text: str) -> dict[str, str]:
    """The characters of a text, by their classes."""
    known: dict[str, str] = {}
    for each in sorted(set(text)):
        characters = class_of(each, in_words=False)
        known[characters] = known.get(characters, "") + each
    return known


def _share(text: str, found: str, stays: set[int]) -> bool:
    known = {text[at : at + SHARED] for at in range(len(text) - SHARED + 1)}
    return any(
        found[at : at + SHARED] in known and not stays.issuperset(range(at, at + SHARED))
        for at in range(len(found) - SHARED + 1)
    )


def _long(text: str, asked: TextQuestions, draws: Draws, effort: Effort) -> Iterator[Runs]:
    """Runs of the classes of characters; where the schema wants others, of those in the text."""
    own = {} if asked.in_words else _alphabets(text)
    for alphabets in ({}, own):
        for _ in range(_MOST_DRAWS):
            effort.spend(len(text) + _COST)
            made = _runs(text, asked, alphabets, draws)
            if is_alike(text, str(made), asked):
                yield made


def _runs(text: str, asked: TextQuestions, alphabets: Mapping[str, str], draws: Draws) -> Runs:
    """As many characters of each class, in no order that says anything."""
    counts: Counter[str] = Counter()
    for each, count in Counter(text).items():
        characters = class_of(each, in_words=asked.in_words) or each
        counts[alphabets.get(characters, characters)] += count
    pieces: list[tuple[str, int]] = []
    for characters in sorted(counts):
        pieces += _filled(characters, counts[characters], text, draws)
    return Runs(tuple(pieces))


def _filled(characters: str, count: int, text: str, draws: Draws) -> list[tuple[str, int]]:
    if len(characters) < 2:
        return [(characters, count)]
    for _ in range(_MOST_DRAWS):
        head = "".join(draws.pick(characters) for _ in range(min(_HEAD, count)))
        rest = draws.pick(characters)
        edge = head + rest * SHARED
        if not any(edge[at : at + SHARED] in text for at in range(len(edge) - SHARED + 1)):
            break
    # Told apart by their heads, long texts need no more than one letter besides.
    return [(head, 1), (rest, count - len(head))] if count > len(head) else [(head, 1)]
