"""What goes wrong in a history, drawn from its seed.

Walks in: the seed. Walks out: for each call of a service and each transaction a fault or none. A
history has its own temper: most are calm enough to come to an end, some are storms.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

WRITE_FAULTS = (
    "refused",  # not reached: the adapter says so
    "late",  # carried out long after the caller has given up
    "cut",  # carried out, the answer is lost
    "slow",  # carried out; the answer comes after the caller's time
    "limited",  # 429 with a time, near or far
    "unavailable",  # 503
    "domain",  # a code that the contract declares; the service remembers it where it keeps keys
    "malformed",  # carried out, and the answer proves nothing
    "void",  # not carried out, and answered as if it were, without proof
    "foreign",  # answered with the proof of another record
    "broken",  # carried out; the adapter raises something of its own
    "bumped",  # somebody else changes the record just before
    "kill_before",  # the caller's process dies when the request has left
    "kill_after",  # the caller's process dies with the answer on the wire
)
STATUS_FAULTS = ("down", "slow", "pending", "not_found", "contrary", "malformed")
STORE_FAULTS = (
    "unavailable",
    "lost",  # the connection broke at the commit, which did not happen
    "kept",  # the connection broke at the commit, which happened
    "slow",
    "kill_before",
    "kill_after",
)


@dataclass(slots=True)
class Faults:
    """``service``, ``status`` and ``store`` are how often each is struck; where the services are
    ``sluggish``, hardly anything is answered in time. Once it ``is_over`` nothing is struck."""

    random: Random
    service: float = 0.0
    status: float = 0.0
    store: float = 0.0
    kills: bool = True
    sluggish: bool = False
    is_over: bool = False

    @classmethod
    def of(cls, source: Random) -> Faults:
        temper = source.choice((0.1, 0.35, 0.6))
        return cls(
            random=source,
            service=temper,
            status=source.choice((0.05, 0.4, 0.8)),
            store=source.choice((0.0, 0.03, 0.12)),
            kills=source.random() < 0.6,
            sluggish=source.random() < 0.08,
        )

    def calm(self) -> None:
        """From now on nothing goes wrong."""
        self.service = self.status = self.store = 0.0
        self.sluggish = False
        self.is_over = True

    def of_write(self) -> str | None:
        if self.sluggish and self.random.random() < 0.85:
            return "late"
        return self._draw(self.service, WRITE_FAULTS)

    def of_status(self) -> str | None:
        if self.sluggish and self.random.random() < 0.85:
            return "slow"
        return self._draw(self.status, STATUS_FAULTS)

    def of_store(self) -> str | None:
        return self._draw(self.store, STORE_FAULTS)

    def _draw(self, often: float, names: tuple[str, ...]) -> str | None:
        if self.random.random() >= often:
            return None
        found = self.random.choice(names)
        if found.startswith("kill") and not self.kills:
            return None
        return found
