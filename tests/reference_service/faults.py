"""Faults that a test arms, and the station of a request at which each strikes.

    station      faults
    hold_before  slow
    arrival      cut, late, rate_limited, refused, unavailable
    apply        bump
    hold_after   slow with when: after
    answer       malformed, cut and unavailable with when: after
    status       status_down, status_says

A fault strikes the next ``times`` requests that it is for: writes of its kind and key, or every
write where it names neither. Reads are the kind ``reads`` and are struck only where a fault names
it. Nothing here is random.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Station: TypeAlias = Literal["hold_before", "arrival", "apply", "hold_after", "answer", "status"]
Name: TypeAlias = Literal[
    "slow",
    "cut",
    "late",
    "rate_limited",
    "refused",
    "unavailable",
    "bump",
    "malformed",
    "status_down",
    "status_says",
]

_STATIONS: Mapping[tuple[str, str], Station] = {
    ("slow", "before"): "hold_before",
    ("slow", "after"): "hold_after",
    ("cut", "before"): "arrival",
    ("cut", "after"): "answer",
    ("late", "before"): "arrival",
    ("rate_limited", "before"): "arrival",
    ("refused", "before"): "arrival",
    ("unavailable", "before"): "arrival",
    ("unavailable", "after"): "answer",
    ("bump", "before"): "apply",
    ("malformed", "before"): "answer",
    ("malformed", "after"): "answer",
    ("status_down", "before"): "status",
    ("status_says", "before"): "status",
}


@dataclass(slots=True, kw_only=True)
class Fault:
    """``when`` is before or after the effect. ``times`` None lasts until the faults are cleared.

    ``seconds`` is how long a slow request waits, when a late one is delivered, or what Retry-After
    says; without it the control door decides. ``how`` says what is malformed, how a Retry-After is
    written (``seconds``, ``http_date``), how a status endpoint is down (``unavailable``, ``cut``),
    the word of a refusal, or the reason for a failure that a status endpoint invents. ``says`` is
    the state that the status endpoint tells, ``text`` a canary.
    """

    name: Name
    times: int | None = 1
    kind: str | None = None
    key: str | None = None
    when: Literal["before", "after"] = "before"
    how: str = ""
    seconds: float | None = None
    says: str = ""
    text: str = "canary"

    def __post_init__(self) -> None:
        if (self.name, self.when) not in _STATIONS:
            raise ValueError(f"there is no fault {self.name} {self.when} the effect")

    @property
    def station(self) -> Station:
        return _STATIONS[self.name, self.when]

    def strikes(self, station: Station, kind: str, key: str | None) -> bool:
        if self.station != station or self.times == 0:
            return False
        is_for_kind = self.kind == kind or (self.kind is None and kind != "reads")
        return is_for_kind and self.key in (None, key)


class Faults:
    """The faults that are armed, in the order in which they were."""

    def __init__(self) -> None:
        self.armed: list[Fault] = []

    def take(self, station: Station, *, kind: str, key: str | None) -> Fault | None:
        """The first fault that strikes here; one of its times is used up."""
        for fault in self.armed:
            if fault.strikes(station, kind, key):
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None
