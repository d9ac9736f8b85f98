"""Patterns that a backtracking engine may need exponential time for.

Walks in: the tree of a pattern. Walks out: why it is refused, or nothing. Our engine is linear, but
exports run in engines that are not. Two things are refused: a repetition without end inside another
one, and a repetition whose text can be read in two ways, such as ``(?:a|aa)*``.

The second is decided on the automaton of the pattern (Glushkov's: one state for each character
class). It is exponential exactly where two different ways lead from a state back to itself over one
text. Such ways stay among states that all lead to each other, so only those are looked at: there, it
is a pair of different states that two equal ones lead to over one text, and that leads to two equal
ones. Sets of states are bits of one number, which keeps the work small for any pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from toolcharter.ir.pattern_tree import Anchor, Characters, Concat, Either, Part, Repeat
from toolcharter.ir.pattern_width import overlap

MOST_STATES = 150
"""A larger automaton is not looked at; the work grows with its square."""

_FEW = 3
"""A part that may stand more often than this counts as a repetition without end."""

Bits = int
"""A set of states: bit n stands for state n."""


def trouble(tree: Part) -> str | None:
    """Why the pattern may take very long on some text, or None."""
    if _nests(tree, inside=False):
        return "a repetition without end holds another one"
    automaton = _Automaton()
    try:
        automaton.read(tree)
    except _TooLargeError:
        return None
    if automaton.is_read_twice or automaton.has_two_ways():
        return "a repetition reads the same text in more than one way"
    return None


def _nests(part: Part, *, inside: bool) -> bool:
    match part:
        case Repeat():
            is_endless = part.high is None
            return (inside and is_endless) or _nests(part.part, inside=inside or is_endless)
        case Concat():
            return any(_nests(each, inside=inside) for each in part.parts)
        case Either():
            return any(_nests(each, inside=inside) for each in part.options)
        case Characters() | Anchor():
            return False


def _width(part: Part) -> int | None:
    """The length of every match, if they all have one length."""
    match part:
        case Characters():
            return 1
        case Anchor():
            return 0
        case Repeat():
            once = _width(part.part)
            return None if once is None or part.low != part.high else once * part.low
        case Concat():
            widths = [_width(each) for each in part.parts]
            return None if None in widths else sum(each or 0 for each in widths)
        case Either():
            widths = [_width(each) for each in part.options]
            return widths[0] if len(set(widths)) == 1 else None


class _TooLargeError(Exception):
    """The automaton has more states than are looked at."""


@dataclass(frozen=True, slots=True)
class _Ends:
    """Where a part begins and ends, and whether it can be empty."""

    first: frozenset[int]
    last: frozenset[int]
    is_empty: bool


_NOTHING = _Ends(frozenset(), frozenset(), is_empty=True)


@dataclass(slots=True)
class _Automaton:
    """States by number, and which may follow which."""

    states: list[Characters] = field(default_factory=list)
    follow: list[set[int]] = field(default_factory=list)
    is_read_twice: bool = False

    def read(self, part: Part) -> _Ends:
        """Add the states of a part."""
        match part:
            case Anchor():
                return _NOTHING
            case Characters():
                return self._state(part)
            case Concat():
                return self._joined(part.parts)
            case Either():
                options = [self.read(each) for each in part.options]
                return _Ends(
                    frozenset().union(*(each.first for each in options)),
                    frozenset().union(*(each.last for each in options)),
                    any(each.is_empty for each in options),
                )
            case Repeat():
                return self._repeated(part)

    def has_two_ways(self) -> bool:
        """Whether two ways lead from a state back to itself over one text."""
        onward = _among_each_other([_bits(following) for following in self.follow])
        back = _turned_round(onward)
        if all(following & following - 1 == 0 for following in onward):
            return False
        alike = [self._overlapping(state, onward) for state in range(len(onward))]
        reached = _pairs(onward, alike)
        returning = _pairs(back, reached)
        return any(pairs & ~(1 << state) for state, pairs in enumerate(returning))

    def _state(self, characters: Characters) -> _Ends:
        number = len(self.states)
        if number == MOST_STATES:
            raise _TooLargeError
        self.states.append(characters)
        self.follow.append(set())
        return _Ends(frozenset((number,)), frozenset((number,)), is_empty=False)

    def _joined(self, parts: tuple[Part, ...]) -> _Ends:
        found = _NOTHING
        for part in parts:
            found = self._then(found, self.read(part))
        return found

    def _then(self, before: _Ends, after: _Ends) -> _Ends:
        for state in before.last:
            self.follow[state] |= after.first
        return _Ends(
            before.first | after.first if before.is_empty else before.first,
            before.last | after.last if after.is_empty else after.last,
            before.is_empty and after.is_empty,
        )

    def _repeated(self, part: Repeat) -> _Ends:
        if part.low == part.high and _width(part.part) is not None:
            return self.read(part.part) if part.high else _NOTHING  # read in one way only
        if part.high is None or part.high > _FEW:
            return self._loop(part)
        found = _NOTHING
        for count in range(part.high):
            copy = self.read(part.part)
            is_empty = copy.is_empty or count >= part.low
            found = self._then(found, _Ends(copy.first, copy.last, is_empty))
        return found

    def _loop(self, part: Repeat) -> _Ends:
        body = self.read(part.part)
        for state in body.last:
            if self.follow[state] & body.first:
                self.is_read_twice = True
            self.follow[state] |= body.first
        # An engine tries every way of leaving copies empty, as long as their number is fixed.
        if body.is_empty and part.high is not None and body.first:
            self.is_read_twice = True
        return _Ends(body.first, body.last, body.is_empty or part.low == 0)

    def _overlapping(self, state: int, onward: list[Bits]) -> Bits:
        """The states that read a character which this one reads too; itself among them."""
        if not onward[state]:
            return 1 << state
        found = (
            other
            for other, characters in enumerate(self.states)
            if other == state or (onward[other] and overlap(self.states[state], characters))
        )
        return _bits(found)


def _pairs(steps: list[Bits], allowed: list[Bits]) -> list[Bits]:
    """Of each state the states that it makes a pair with, where two equal states lead to the pair
    by steps of one length over allowed pairs."""
    found = [1 << state for state in range(len(steps))]
    new = list(found)
    waiting = set(range(len(steps)))
    while waiting:
        one = waiting.pop()
        others, new[one] = new[one], 0
        following = 0
        for other in _numbers(others):
            following |= steps[other]
        for target in _numbers(steps[one]):
            added = following & allowed[target] & ~found[target]
            if added:
                found[target] |= added
                new[target] |= added
                waiting.add(target)
    return found


def _among_each_other(steps: list[Bits]) -> list[Bits]:
    """The steps between states that lead back to each other."""
    reached = list(steps)
    for middle in range(len(steps)):
        for state, known in enumerate(reached):
            if known >> middle & 1:
                reached[state] |= reached[middle]
    returning = _turned_round(reached)
    return [following & returning[state] for state, following in enumerate(steps)]


def _turned_round(steps: list[Bits]) -> list[Bits]:
    found = [0] * len(steps)
    for state, following in enumerate(steps):
        for target in _numbers(following):
            found[target] |= 1 << state
    return found


def _bits(states: Iterable[int]) -> Bits:
    found = 0
    for state in states:
        found |= 1 << state
    return found


def _numbers(states: Bits) -> Iterator[int]:
    while states:
        lowest = states & -states
        yield lowest.bit_length() - 1
        states ^= lowest
