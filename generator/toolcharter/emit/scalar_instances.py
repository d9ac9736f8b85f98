"""Small texts and numbers that members of a schema may accept together.

Walks in: members that hold together. Walks out: candidates, the smallest first; where there is more
than one, the validator of the boundary chooses.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from toolcharter.emit.joined import Joined, NoInstanceError
from toolcharter.ir.model import JsonSchema
from toolcharter.ir.patterns import smallest_match
from toolcharter.ir.validators import validator

_OF_FORMAT = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "duration": "P1D",
    "email": "a@example.com",
    "hostname": "example.com",
    "idn-email": "a@example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "iri": "https://example.com/",
    "iri-reference": "https://example.com/",
    "json-pointer": "/a",
    "relative-json-pointer": "0",
    "time": "12:00:00Z",
    "uri": "https://example.com/",
    "uri-reference": "https://example.com/",
    "uri-template": "https://example.com/{a}",
    "uuid": "00000000-0000-4000-8000-000000000000",
}

_LONGEST = 1 << 16
_MOST = 1_000
"""How many candidates are looked at."""


def first_fitting(
    candidates: Iterable[Any], members: tuple[JsonSchema, ...], document: JsonSchema
) -> Any:
    """The first candidate that the members accept; an only one is not asked about. Raises
    NoInstanceError."""
    known = list(candidates)[:_MOST]
    if len(known) == 1:
        return known[0]
    found = {"allOf": list(members), "$defs": document.get("$defs", {})}
    accepts = validator(found).is_valid if known else None
    for each in known:
        if accepts is not None and accepts(each):
            return each
    raise NoInstanceError


def texts(found: Joined) -> Iterator[str]:
    """A text for each format and pattern."""
    shortest = max(found.values("minLength"), default=0)
    longest = min(found.values("maxLength"), default=_LONGEST)
    formats, patterns = found.values("format"), dict.fromkeys(found.values("pattern"))
    if shortest > longest:
        return
    yield from dict.fromkeys(_OF_FORMAT[each] for each in formats)
    for pattern in patterns:
        if (match := smallest_match(pattern, shortest, longest)) is not None:
            yield match
    if not formats and not patterns:
        yield "a" * shortest


def number(found: Joined, *, whole: bool) -> int | float:
    """The smallest number, not negative where no lower bound is given. Raises NoInstanceError.

    What is written in a catalog is whole, so a number that is not stands between two bounds only.
    """
    step: int = math.lcm(*found.values("multipleOf"))
    highs = [*found.values("maximum"), *found.values("exclusiveMaximum")]
    low: int = max(
        [*found.values("minimum"), *found.values("exclusiveMinimum")], default=min([0, *highs])
    )
    first = -(-low // step) * step
    candidates: list[int | float] = [first, first + step, min(highs, default=first) // step * step]
    if not whole:
        candidates.append(low + 0.5)
    for each in candidates:
        if _is_within(each, found):
            return each
    raise NoInstanceError


def _is_within(value: float, found: Joined) -> bool:
    return (
        all(value >= each for each in found.values("minimum"))
        and all(value > each for each in found.values("exclusiveMinimum"))
        and all(value <= each for each in found.values("maximum"))
        and all(value < each for each in found.values("exclusiveMaximum"))
    )
