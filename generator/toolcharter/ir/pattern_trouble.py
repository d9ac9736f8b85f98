"""Patterns that a backtracking engine may need exponential time for.

Walks in: the tree of a pattern. Walks out: why it is refused, or nothing. Our engine is linear, but
exports run in engines that are not. Two things are refused: a repetition without end inside another
one, and a repetition whose text can be read in two ways, such as ``(?:a|aa)*``.

The second is decided on the automaton of the pattern (Glushkov's: one state for each character
class). It is exponential exactly where two different ways lead from a state back to itself over one
text, that is, where a pair of equal states and a pair of different ones lie on one circle of the
product of the automaton with itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

from toolcharter.ir.pattern_tree import Anchor, Characters, Concat, Either, Part, Repeat
from toolcharter.ir.pattern_width import overlap

MOST_STATES = 150
"""A larger automaton is not looked at; the work grows with its square."""

_FEW = 3
"""A part that may stand more often than this counts as a repetition without end."""

Pair = tuple[int, int]


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
        if all(self._is_clear(following) for following in self.follow):
            return False
        circles = _circles([(state, state) for state in range(len(self.states))], self._steps)
        return any(
            any(one == other for one, other in circle)
            and any(one != other for one, other in circle)
            for circle in circles
        )

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

    def _is_clear(self, following: set[int]) -> bool:
        pairs = combinations(sorted(following), 2)
        return not any(overlap(self.states[one], self.states[other]) for one, other in pairs)

    def _steps(self, pair: Pair) -> Iterator[Pair]:
        for one, other in product(sorted(self.follow[pair[0]]), sorted(self.follow[pair[1]])):
            if one == other or overlap(self.states[one], self.states[other]):
                yield one, other


def _circles(starts: list[Pair], steps: Callable[[Pair], Iterator[Pair]]) -> Iterator[set[Pair]]:
    """The strongly connected parts that can be reached (Tarjan's algorithm, without recursion)."""
    number: dict[Pair, int] = {}
    lowest: dict[Pair, int] = {}
    waiting: list[Pair] = []
    is_waiting: set[Pair] = set()
    for start in starts:
        if start in number:
            continue
        way: list[tuple[Pair, Iterator[Pair]]] = [(start, steps(start))]
        number[start] = lowest[start] = len(number)
        waiting.append(start)
        is_waiting.add(start)
        while way:
            pair, onward = way[-1]
            following = next(onward, None)
            if following is None:
                way.pop()
                if way:
                    before = way[-1][0]
                    lowest[before] = min(lowest[before], lowest[pair])
                if lowest[pair] == number[pair]:
                    at = waiting.index(pair)
                    circle = set(waiting[at:])
                    del waiting[at:]
                    is_waiting -= circle
                    yield circle
            elif following not in number:
                number[following] = lowest[following] = len(number)
                waiting.append(following)
                is_waiting.add(following)
                way.append((following, steps(following)))
            elif following in is_waiting:
                lowest[pair] = min(lowest[pair], number[following])
