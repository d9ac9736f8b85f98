"""How facts stand on a page: a label and a value in a line, a value as its fields, two values side by
side.

Walks in: values of a proposal or an operation. Walks out: lines. Every leaf of a value is on a line of
its own, with its place, and exact (``printable.py``); remarks stand behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from toolcharter_runtime._call import JSON
from toolcharter_runtime._proposal.effect_text import written
from toolcharter_runtime._proposal.fields import (
    Absent,
    FieldChange,
    Leaf,
    Length,
    Path,
    leaves,
)
from toolcharter_runtime.cli.ink import Ink
from toolcharter_runtime.cli.printable import inline, quoted, remarks

_NAME = re.compile(r"[A-Za-z0-9_.\-]{1,64}")
_LABEL = 20


class Page:
    """Makes lines; ``ink`` dyes what is ours."""

    def __init__(self, ink: Ink) -> None:
        self._ink = ink

    def title(self, text: str) -> Iterator[str]:
        yield ""
        yield self._ink.title(text)

    def row(self, label: str, value: JSON, note: str = "", *, warns: bool = False) -> str:
        """A labelled value."""
        shown = f"{label:<{_LABEL}}"
        label_text = self._ink.warning(shown) if warns else shown
        return f"{'!' if warns else ' '} {label_text}{self._leaf(value, note)}"

    def fields(self, value: JSON) -> Iterator[str]:
        """A value, one leaf a line."""
        money = dict(_amounts(value))
        found = list(leaves(value))
        width = _width(path for path, _ in found)
        for path, leaf in found:
            yield f"  {place(path):<{width}}  {self._leaf(leaf, money.get(path, ''))}"

    def pairs(
        self, changes: tuple[FieldChange, ...], *, before: JSON, after: JSON
    ) -> Iterator[str]:
        """Fields before and after: ``~`` changes, ``=`` stays, ``+`` is new, ``-`` goes."""
        width = _width(each.path for each in changes)
        old, new = dict(_amounts(before)), dict(_amounts(after))
        for each in changes:
            was = self._side(each.before, old.get(each.path, ""))
            will_be = self._side(each.after, new.get(each.path, ""))
            if was and will_be:
                sign, values = ("~", f"{was} -> {will_be}") if each.is_changed else ("=", was)
            else:
                sign, values = ("-", was) if was else ("+", will_be)
            dyed = sign if sign == "=" else self._ink.title(sign)
            yield f"{dyed} {place(each.path):<{width}}  {values}"

    def _side(self, leaf: Leaf | Absent, note: str) -> str:
        return "" if isinstance(leaf, Absent) else self._leaf(leaf, note)

    def _leaf(self, leaf: JSON | Length, note: str = "") -> str:
        if isinstance(leaf, Length):
            return f"[{leaf.items} {'item' if leaf.items == 1 else 'items'}]"
        notes = [note] if note else []
        notes += remarks(leaf) if isinstance(leaf, str) else []
        behind = f"  ({'; '.join(notes)})" if notes else ""
        return inline(leaf) + self._ink.aside(behind)


def place(path: Path) -> str:
    """Where a leaf stands: ``/lines/0/sku``; a name that is no plain word is in quotes."""
    if not path:
        return "/"
    return "".join(
        f"/{each if isinstance(each, int) or _NAME.fullmatch(each) else quoted(each)}"
        for each in path
    )


def instant(moment: datetime) -> str:
    """An instant in UTC, to the millisecond."""
    moment = moment.astimezone(UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def span(length: timedelta) -> str:
    """A length of time as people say it, in two units at most."""
    seconds = max(0, int(length.total_seconds()))
    days, hours, minutes = seconds // 86_400, seconds // 3600 % 24, seconds // 60 % 60
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else f"{seconds} s"


def amount(value: JSON) -> str:
    """Money with its currency and that currency's decimals; empty for what is no money."""
    is_money = (
        isinstance(value, dict)
        and value.keys() == {"amount_minor", "currency"}
        and isinstance(value["amount_minor"], int)
        and isinstance(value["currency"], str)
        and _NAME.fullmatch(value["currency"]) is not None
    )
    return f"= {written(value)}" if is_money else ""


def _amounts(value: JSON, path: Path = ()) -> Iterator[tuple[Path, str]]:
    if note := amount(value):
        yield (*path, "amount_minor"), note
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _amounts(part, (*path, name))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _amounts(part, (*path, number))


def _width(paths: Iterator[Path]) -> int:
    return min(40, max((len(place(path)) for path in paths), default=0))
