"""How many calls are allowed in a history: of a run, and of each tool at a time.

Walks in: a generator of its own, so that whatever else a seed means stays as it was. Walks out: the
limits, and what makes calls reach them: answers that take their time, calls that are made twice at
once, and agents who try again. In many histories nothing is tight.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from simulation.catalog import CATALOG, TOOLS, row_of

_WORN = {tool: dict(row_of(tool)["limits"]) for tool in TOOLS}
"""The limits that the catalog has."""


@dataclass(slots=True)
class Limits:
    """``places`` are how many calls of a tool may be at work at a time, of a run and of the tenant;
    a tool that is not in it has the catalog's. Where ``agents_insist`` they try again what had no
    effect, in any run; where ``is_service_busy`` the services have limits of their own."""

    random: Random
    calls_per_run: int = 1000
    agents_insist: bool = False
    is_service_busy: bool = False
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, source: Random) -> Limits:
        limits = cls(source, agents_insist=source.random() < 0.6)
        if source.random() < 0.35:
            limits.calls_per_run = source.choice((2, 5, 9, 14))
        if source.random() < 0.35:
            for tool in TOOLS:
                of_run = source.choice((1, 1, 2))
                limits.places[tool] = (of_run, source.choice((1, 1, 2, 3)))
        limits.is_service_busy = source.random() < 0.3
        return limits

    @property
    def role(self) -> dict[str, Any]:
        """The role of agents, with as many calls as a run may make."""
        return {**CATALOG["roles"]["agent"], "calls_per_run": self.calls_per_run}

    def set(self) -> None:
        """Put the places into the rows of the catalog, which every history shares."""
        for tool, usual in _WORN.items():
            per_run, per_tenant = self.places.get(tool, (usual["per_run"], usual["per_tenant"]))
            row_of(tool)["limits"].update(per_run=per_run, per_tenant=per_tenant)

    def interrupts(self) -> bool:
        """Whether a run is cancelled while it commits, and its agent goes on in another one."""
        return self.agents_insist and self.random.random() < 0.04

    def service_refuses(self) -> bool:
        """Whether a write is one too many for the service."""
        return self.is_service_busy and self.random.random() < 0.25

    def thinking_s(self) -> float:
        """How long a service thinks about a question, before it does anything else."""
        return self.random.choice((0.0, 0.0, 0.4, 1.2)) if self.places else 0.0

    def echoes(self) -> int:
        """How many more times a call is made at once."""
        return self.random.choice((0, 0, 0, 0, 1, 2)) if self.places else 0
