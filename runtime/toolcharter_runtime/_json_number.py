"""Numbers that every party reads alike.

The canonical form of 1.0, 1e2 and -0 is 1, 100 and 0. A number that a double cannot carry exactly
is refused, never rounded: two ids one apart would otherwise be one.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

LARGEST = 2**53 - 1
"""The largest integer that a double tells apart from its neighbours."""

_ALWAYS_EXACT = 15
"""A decimal of at most fifteen digits survives the way into a double and back."""

_LONGEST = 128
"""No number needs more characters; the rest would be zeros, and time."""


class NumberRangeError(Exception):
    """The text is a JSON number that cannot be carried exactly."""


def integer(value: int) -> int:
    """The integer, if a double carries it exactly; else NumberRangeError."""
    if -LARGEST <= value <= LARGEST:
        return value
    raise NumberRangeError


def number(text: str) -> int | float:
    """The number that ``text``, a number of JSON's grammar, stands for."""
    if len(text) <= _ALWAYS_EXACT and "e" not in text and "E" not in text:
        nearest = float(text)
        return int(nearest) if nearest.is_integer() else nearest
    if len(text) > _LONGEST:
        raise NumberRangeError
    try:
        exact = Decimal(text)
    except InvalidOperation:
        raise NumberRangeError from None
    nearest = float(text)
    # repr gives the shortest text of this double, which is what RFC 8785 writes.
    if Decimal(repr(nearest)) != exact:
        raise NumberRangeError
    return integer(int(nearest)) if nearest.is_integer() else nearest
