"""Long lists and long texts, written short.

Walks in: JSON in which a long list may stand as a ``Cut`` and a long text as ``Runs``. Walks out: the
whole JSON again, or what a trace holds of it: the JSON with the first items and without the texts, and
beside it, by JSON Pointer, how each is made whole. Of what a view shows the same is made by counting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from toolcharter_runtime._call import JSON
from toolcharter_runtime._pointer import escaped
from toolcharter_runtime._trace.texts import LONG_WORDS, Runs

LONG_LIST = 100
KEPT = 20
_MOST_PIECES = 64

Standing: TypeAlias = Any
"""JSON in which a long list is a ``Cut`` and a long text ``Runs``."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A list of ``length`` items, of which the first are here; then they come again in turn."""

    items: list[Standing]
    length: int


def whole(standing: Standing) -> JSON:
    """The JSON that it stands for."""
    match standing:
        case Runs():
            return str(standing)
        case Cut(items, length):
            kept = [whole(each) for each in items]
            return [kept[at % len(kept)] for at in range(length)]
        case dict():
            return {name: whole(part) for name, part in standing.items()}
        case list():
            return [whole(each) for each in standing]
        case _:
            return standing  # type: ignore[no-any-return]


def cut(value: JSON) -> Standing:
    """A value with its long lists and texts cut, those that are alike in all but a few places."""
    if isinstance(value, str) and len(value) > LONG_WORDS:
        pieces = [(each, sum(1 for _ in run)) for each, run in groupby(value)]
        return Runs(tuple(pieces)) if len(pieces) <= _MOST_PIECES else value
    if isinstance(value, dict):
        return {name: cut(part) for name, part in value.items()}
    if isinstance(value, list):
        kept = [cut(each) for each in (value[:KEPT] if len(value) > LONG_LIST else value)]
        return Cut(kept, len(value)) if len(value) > LONG_LIST else kept
    return value


def written(standing: Standing) -> dict[str, JSON]:
    """``{"value": ...}``, and ``"long"`` where something is cut."""
    long = dict(_long(standing, ""))
    value = _short(standing)
    return {"value": value, "long": long} if long else {"value": value}


def read(form: Mapping[str, Any]) -> JSON:
    """The JSON that was written so."""
    return _lengthened(form["value"], form.get("long", {}), "")


def _short(standing: Standing) -> JSON:
    match standing:
        case Runs():
            return ""
        case Cut(items, _):
            return [_short(each) for each in items]
        case dict():
            return {name: _short(part) for name, part in standing.items()}
        case list():
            return [_short(each) for each in standing]
        case _:
            return standing  # type: ignore[no-any-return]


def _long(standing: Standing, at: str) -> Iterator[tuple[str, JSON]]:
    match standing:
        case Runs(pieces):
            yield at, [[piece, times] for piece, times in pieces]
        case Cut(items, length):
            yield at, length
            yield from _long(items, at)
        case dict():
            for name, part in standing.items():
                yield from _long(part, f"{at}/{escaped(name)}")
        case list():
            for index, each in enumerate(standing):
                yield from _long(each, f"{at}/{index}")


def _lengthened(value: Any, long: Mapping[str, Any], at: str) -> JSON:
    rule = long.get(at)
    if isinstance(value, dict):
        return {
            name: _lengthened(part, long, f"{at}/{escaped(name)}") for name, part in value.items()
        }
    if isinstance(value, list):
        items = [_lengthened(each, long, f"{at}/{index}") for index, each in enumerate(value)]
        return items if rule is None else [items[each % len(items)] for each in range(rule)]
    if rule is not None:
        return "".join(piece * times for piece, times in rule)
    return value  # type: ignore[no-any-return]
