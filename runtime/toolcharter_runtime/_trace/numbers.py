"""The stand-in of a number: on the same side of everything at which an answer may change.

Walks in: a number, what its schema asks of it, and picks. Walks out: candidates with the same sign,
the same count of digits and the same answer to every question. A number on a boundary, or next to
one, is what it is because of the boundary, which the contract publishes: it stays. So does one that is
the only one of its kind between two boundaries.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from toolcharter_runtime._json_number import LARGEST
from toolcharter_runtime._trace.questions import NumberQuestions
from toolcharter_runtime._trace.table import Draws
from toolcharter_runtime._trace.texts import SHARED

_MOST_DRAWS = 64
_LONG = 6
"""From so many digits on, some in a row could say which number it was."""


def is_boundary(value: float, asked: NumberQuestions) -> bool:
    """Whether the number stays, for it is on a boundary or next to one."""
    return any(abs(value - boundary) in (0, 1, *asked.steps) for boundary in asked.boundaries)


def candidates(value: float, asked: NumberQuestions, draws: Draws) -> Iterator[int | float]:
    """Stand-ins of ``value`` to choose from; none where nothing like it was found."""
    step, first, count = _grid(value, asked)
    is_small = count <= _MOST_DRAWS
    drawn = (
        draws.shuffled(range(count))
        if is_small
        else (draws.below(count) for _ in range(_MOST_DRAWS))
    )
    shared = []
    for each in drawn:
        found = type(value)(math.copysign((first + each) * step, value))
        if len(repr(found)) == len(repr(value)) and is_alike(value, found, asked):
            if not _share(repr(value), repr(found)):
                yield found
            shared.append(found)
    # Of some numbers the schema fixes so many digits that every other one shares some.
    yield from shared
    if is_small:
        yield value


def is_alike(value: float, other: float, asked: NumberQuestions) -> bool:
    """Whether another number is on the same side of everything."""
    return (
        other != value
        and isinstance(value, int) == (other == int(other))
        and not is_boundary(other, asked)
        and _sides(value, asked) == _sides(other, asked)
        and asked.verdicts(value) == asked.verdicts(other)
    )


def _sides(value: float, asked: NumberQuestions) -> int:
    """How many boundaries are below the value."""
    return sum(boundary < value for boundary in asked.boundaries)


def _grid(value: float, asked: NumberQuestions) -> tuple[Fraction, int, int]:
    """Where numbers like this one lie, without its sign: at multiples of a step, from the first
    on, so many."""
    size = abs(Fraction(repr(value)))
    unit = Fraction(1, 10 ** max(0, -int(Decimal(repr(value)).as_tuple().exponent)))
    steps = [unit, *(each for each in map(_exactly, asked.steps) if size % each == 0)]
    step = Fraction(
        math.lcm(*(each.numerator for each in steps)),
        math.gcd(*(each.denominator for each in steps)),
    )
    digits = len(str(size / unit))
    beside = [abs(_exactly(each)) for each in asked.boundaries if (each < 0) == (value < 0)]
    least = max(10 ** (digits - 1) * unit, *(each for each in beside if each < size), 0)
    most = min((10**digits - 1) * unit, *(each for each in beside if each > size), LARGEST)
    first = math.ceil(least / step)
    return step, first, max(0, math.floor(most / step) - first + 1)


def _exactly(number: float) -> Fraction:
    return Fraction(repr(number))


def _share(text: str, other: str) -> bool:
    return len(text) >= _LONG and any(
        other[at : at + SHARED] in text for at in range(len(other) - SHARED + 1)
    )
