"""The labelled crash points: where a process is killed, at which deed, and what that moment means.

``labels.tsv`` is the one table of them. A place is one of ``doors.py``, with a number where the process
is killed as it comes there for the second time; or it is ``sent`` or ``applied``: the service holds the
request, and has done nothing yet, or everything.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from crashes.orders import Stop

_HELD: dict[str, Literal["before", "after"]] = {"sent": "before", "applied": "after"}
_READING = ("look", "overdue")
_SHARING = ("commit_opportunity", "draft_email")
_OUTSIDE = ("", "before", "after", "done")


@dataclass(frozen=True, slots=True)
class Label:
    """``means`` is what is so at that moment."""

    name: str
    deed: str
    place: str
    nth: int
    means: str

    @property
    def held(self) -> Literal["before", "after"] | None:
        """When the service makes the process stand still; None where a place of its own does."""
        return _HELD.get(self.place)

    @property
    def stop(self) -> Stop | None:
        return None if self.held else Stop(place=self.place, nth=self.nth)

    @property
    def is_inside(self) -> bool:
        """Whether a transaction is open that writes."""
        door, _, moment = self.place.partition(".")
        if door.startswith(_SHARING):
            return True
        is_store = door not in _READING and not door.endswith(("_v1", "_v2"))
        return is_store and moment not in _OUTSIDE


def _read() -> tuple[Label, ...]:
    with Path(__file__).with_name("labels.tsv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return tuple(_label(**row) for row in rows)


def _label(*, label: str, deed: str, place: str, means: str) -> Label:
    where, _, nth = place.partition(" ")
    return Label(name=label, deed=deed, place=where, nth=int(nth or 1), means=means)


LABELS = _read()
