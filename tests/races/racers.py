"""Many processes that do something at the same moment."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from statistics import quantiles

from crashes.nursery import Child, Told
from crashes.orders import Order, Stop
from crashes.world import World

_HEAD_START_S = 0.05
"""Enough for every process to have read its order."""


@dataclass(frozen=True, slots=True)
class Racers:
    """Processes of a host over one world; they live through all rounds of a race."""

    world: World
    children: Sequence[Child]
    ms: dict[str, list[float]] = field(default_factory=dict)
    """How long calls took that began together, by what they began with."""

    def at_once(self, orders: Iterable[Order]) -> list[Told]:
        """What came of one order for each process, all begun at one instant."""
        starts_at = time.monotonic() + _HEAD_START_S
        told = self.each(replace(order, starts_at=starts_at) for order in orders)
        self.ms.setdefault("the call", []).extend(each.ms for each in told)
        return told

    def lined_up(self, orders: Iterable[Order], *, at: str) -> list[Told]:
        """The same where all go as far as a place, and on from there at one instant."""
        for child, order in zip(self.children, orders, strict=True):
            child.begin(order, stop=Stop(place=at))
        for child in self.children:
            child.stands()
        for child in self.children:
            child.go_on()
        told = [child.told() for child in self.children]
        self.ms.setdefault(at, []).extend(each.ms for each in told)
        return told

    def each(self, orders: Iterable[Order]) -> list[Told]:
        """What came of one order for each process, begun whenever it can."""
        for child, order in zip(self.children, orders, strict=True):
            child.begin(order)
        return [child.told() for child in self.children]

    def report(self, what: str, rounds: int) -> None:
        """Print how long the calls took."""
        print(f"\n{what}: {rounds} rounds of {len(self.children)} processes on {self.world.kind}")
        for begun_with, ms in self.ms.items():
            cuts = quantiles(ms, n=100)
            print(
                f"  from {begun_with} on: {len(ms)} calls, p50 {cuts[49]:.0f} ms,"
                f" p99 {cuts[98]:.0f} ms, longest {max(ms):.0f} ms"
            )


def kinds(told: Iterable[Told]) -> Counter[str]:
    """How often each kind of answer was given: a code, or an outcome, or that it was a repetition."""
    return Counter(_kind(each) for each in told)


def _kind(told: Told) -> str:
    envelope = told.envelope
    if not envelope["ok"]:
        code: str = envelope["error"]["code"]
        return code
    return "replayed" if envelope.get("replayed") else str(envelope["outcome"])
