"""Exact decimals as one pattern.

Walks in: two bounds and a number of places. Walks out: the pattern of every canonical decimal
between them (``places`` digits after the point, no leading zero, no ``-0``), both bounds included,
so that the schema alone enforces them; or None where no such decimal exists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

_EXACT = Context(prec=60)


@dataclass(frozen=True, slots=True)
class DecimalPattern:
    """The pattern, and the most characters that a match has."""

    pattern: str
    max_length: int


def decimal_pattern(low: str, high: str, places: int) -> DecimalPattern | None:
    """The pattern of the decimals from ``low`` to ``high`` with exactly ``places`` places."""
    least = _scaled(low, places, ROUND_CEILING)
    most = _scaled(high, places, ROUND_FLOOR)
    if least > most:
        return None
    options = []
    if least < 0:
        options.append("-" + _magnitudes(max(1, -most), -least, places))
    if most >= 0:
        options.append(_magnitudes(max(0, least), most, places))
    body = options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"
    longest = max(len(decimal_text(least, places)), len(decimal_text(most, places)))
    return DecimalPattern(f"^{body}$", longest)


def decimal_text(units: int, places: int) -> str:
    """A number of smallest units as canonical text: 25 with 2 places is 0.25."""
    digits = str(abs(units)).zfill(places + 1)
    sign = "-" if units < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def _scaled(bound: str, places: int, rounding: str) -> int:
    units = Decimal(bound).scaleb(places, _EXACT)
    return int(units.to_integral_value(rounding, _EXACT))


def _magnitudes(low: int, high: int, places: int) -> str:
    """The pattern of the unsigned numbers of units from ``low`` to ``high``."""
    options = list(_by_width(low, high, places))
    return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"


def _by_width(low: int, high: int, places: int) -> Iterator[str]:
    """One option for the widths that are wholly inside, one for each width that is cut."""
    point = places
    whole: list[int] = []
    cut: list[str] = []
    for width in range(places + 1, len(str(high)) + 1 if high else places + 2):
        least = 0 if width == places + 1 else 10 ** (width - 1)
        most = 10**width - 1
        if least >= low and most <= high:
            whole.append(width)
        elif max(least, low) <= min(most, high):
            first = str(max(least, low)).zfill(width)
            last = str(min(most, high)).zfill(width)
            cut.append(_between(_pointed(first, point), _pointed(last, point)))
    if not whole and not cut:  # everything is below one whole unit
        cut.append(_between(*(_pointed(str(n).zfill(places + 1), point) for n in (low, high))))
    if whole:
        yield _whole(whole[0] - places, whole[-1] - places) + rf"\.[0-9]{_times(places)}"
    yield from cut


def _whole(first: int, last: int) -> str:
    """Whole numbers from ``first`` to ``last`` digits wide; one digit includes the zero."""
    if last == 1:
        return "[0-9]"
    if first == 1:
        return f"(?:0|[1-9][0-9]{{0,{last - 1}}})"
    if first == last:
        return f"[1-9][0-9]{_times(first - 1)}"
    return f"[1-9][0-9]{{{first - 1},{last - 1}}}"


def _times(count: int) -> str:
    return "" if count == 1 else f"{{{count}}}"


def _pointed(digits: str, places: int) -> str:
    return f"{digits[:-places]}.{digits[-places:]}"


def _between(low: str, high: str) -> str:
    """The texts from ``low`` to ``high``: equally long, with the point at one place."""
    shared = 0
    while shared < len(low) and low[shared] == high[shared]:
        shared += 1
    prefix = _literal(low[:shared])
    if shared == len(low):
        return prefix
    rest_low, rest_high = low[shared + 1 :], high[shared + 1 :]
    first, last = int(low[shared]), int(high[shared])
    options = []
    if not _is_all(rest_low, "0"):
        options.append(f"{first}{_at_least(rest_low)}")
        first += 1
    tail = None
    if not _is_all(rest_high, "9"):
        tail = f"{last}{_at_most(rest_high)}"
        last -= 1
    if first <= last:
        options.append(_digit(first, last) + _any(rest_low))
    if tail is not None:
        options.append(tail)
    return prefix + (options[0] if len(options) == 1 else f"(?:{'|'.join(options)})")


def _at_least(digits: str) -> str:
    """The texts of this form from ``digits`` upwards."""
    return _between(digits, "".join("." if each == "." else "9" for each in digits))


def _at_most(digits: str) -> str:
    return _between("".join("." if each == "." else "0" for each in digits), digits)


def _is_all(digits: str, digit: str) -> bool:
    return set(digits) <= {digit, "."}


def _digit(first: int, last: int) -> str:
    return str(first) if first == last else f"[{first}-{last}]"


def _any(form: str) -> str:
    """Any digits in the form of a text with a point."""
    runs = [f"[0-9]{_times(len(run))}" if run else "" for run in form.split(".")]
    return r"\.".join(runs)


def _literal(text: str) -> str:
    return text.replace(".", r"\.")
