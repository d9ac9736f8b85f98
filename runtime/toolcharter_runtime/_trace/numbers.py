"""The stand-in of a number: on the same side of everything at which an answer may change.

Walks in: a number, what its schema asks of it, and picks. Walks out: candidates with the same sign,
the same count of digits and the same answer to every question. A number on a boundary, or next to
one, is what it is because of the boundary, which the contract publishes: it stays.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from toolcharter_runtime._json_number import LARGEST
from toolcharter_runtime._trace.draws import Draws
from toolcharter_runtime._trace.questions import NumberQuestions
from toolcharter_runtime._trace.texts import SHARED

_MOST_DRAWS = 48
_LONG = 6
"""From so many digits on, some in a row could say which number it was."""


def candidates(value: float, asked: NumberQuestions, draws: Draws) -> Iterator[int | float]:
    """Stand-ins of ``value`` to choose from; none where it stays."""
    if _is_boundary(value, asked):
        return
    drawn = _integers(value, asked, draws) if isinstance(value, int) else _fractions(value, draws)
    shared = []
    for each in drawn:
        if is_alike(value, each, asked):
            if not _share(repr(value), repr(each)):
                yield each
            shared.append(each)
    # Of some numbers the schema fixes so many digits that every other one shares some.
    yield from shared


def is_alike(value: float, other: float, asked: NumberQuestions) -> bool:
    """Whether another number is on the same side of everything."""
    return (
        other != value
        and not _is_boundary(value, asked)
        and not _is_boundary(other, asked)
        and _sides(value, asked) == _sides(other, asked)
        and asked.verdicts(value) == asked.verdicts(other)
    )


def _is_boundary(value: float, asked: NumberQuestions) -> bool:
    return any(abs(value - boundary) in (0, 1, *asked.steps) for boundary in asked.boundaries)


def _sides(value: float, asked: NumberQuestions) -> int:
    """How many boundaries are below the value."""
    return sum(boundary < value for boundary in asked.boundaries)


def _integers(value: int, asked: NumberQuestions, draws: Draws) -> Iterator[int]:
    step = math.lcm(*(int(each) for each in asked.steps if each >= 1 and value % each == 0))
    digits = len(str(abs(value)))
    sides = [abs(each) for each in asked.boundaries if (each < 0) == (value < 0)]
    least = max(10 ** (digits - 1), *(math.floor(each) for each in sides if each < abs(value)), 0)
    most = min(10**digits - 1, *(math.ceil(each) for each in sides if each > abs(value)), LARGEST)
    first = -(-least // step)
    count = most // step - first + 1
    sign = -1 if value < 0 else 1
    for _ in range(_MOST_DRAWS):
        if count > 0:
            yield sign * step * (first + draws.below(count))


def _fractions(value: float, draws: Draws) -> Iterator[float]:
    mantissa, mark, exponent = repr(value).partition("e")
    places = [at for at, each in enumerate(mantissa) if each.isdigit()]
    zeros = {at for at in places if not mantissa[:at].strip("-0.") and mantissa[at] == "0"}
    for _ in range(_MOST_DRAWS):
        drawn = list(mantissa)
        for at in places:
            if at not in zeros:
                drawn[at] = draws.pick("123456789")
        yield float("".join(drawn) + mark + exponent)


def _share(text: str, other: str) -> bool:
    return len(text) >= _LONG and any(
        other[at : at + SHARED] in text for at in range(len(other) - SHARED + 1)
    )
