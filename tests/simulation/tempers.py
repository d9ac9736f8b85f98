"""What kind of history it is: what happens more often in it than usual, or one thing after another.

Walks in: a generator of its own, so that whatever else a seed means stays as it was. Walks out: a temper.
Faults that are drawn one by one hardly ever come in the order that hurts; in a history with a temper
they do.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

Mood = Literal["plain", "cancels", "deadly", "grudges", "insists", "plans_slowly", "shares"]

_MOODS: tuple[Mood, ...] = (
    *("plain", "plain", "plain"),
    *("cancels", "deadly", "grudges", "insists", "plans_slowly", "shares"),
)
_WEIGHTS: dict[Mood, dict[str, float]] = {
    "cancels": {"cancel_run": 6.0, "follow": 3.0, "stop": 3.0},
    "deadly": {"kill": 6.0, "recover": 3.0, "write": 2.0},
    "insists": {"write": 4.0},
    "plans_slowly": {"preview": 2.0},
    "shares": {"approve": 3.0, "commit": 1.5},
}


@dataclass(slots=True)
class Temper:
    """``mood`` is what the history is about; most are about nothing."""

    random: Random
    mood: Mood = "plain"

    @classmethod
    def of(cls, source: Random) -> Temper:
        return cls(source, source.choice(_MOODS))

    def calm(self) -> None:
        """From now on it is a history like others."""
        self.mood = "plain"

    def weight(self, name: str) -> float:
        """How many times more often than usual something happens."""
        return _WEIGHTS.get(self.mood, {}).get(name, 1.0)

    def fault_of_write(self, drawn: str | None, *, is_again: bool) -> str | None:
        """What strikes a write. A service that holds a grudge takes the first request of a key late,
        and refuses for a while whoever comes again with it."""
        if self.mood != "grudges" or self.random.random() < 0.2:
            return drawn
        return "limited" if is_again else "late"

    def fault_of_status(self, drawn: str | None) -> str | None:
        """What strikes a question about a key. Who holds a grudge says nothing."""
        return "down" if self.mood == "grudges" and self.random.random() < 0.8 else drawn

    def planning_s(self) -> float:
        """How long a plan takes."""
        return self.random.choice((0.0, 1.0, 3.0)) if self.mood == "plans_slowly" else 0.0

    def interrupts_plan(self) -> bool:
        """Whether a run is cancelled while it plans."""
        return self.mood == "plans_slowly" and self.random.random() < 0.3

    def insists(self) -> bool:
        """Whether a host sends an earlier write once more instead of another one."""
        return self.mood in ("insists", "deadly") and self.random.random() < 0.7
