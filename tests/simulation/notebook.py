"""What the judges write down, and how they say that something is broken.

``violations`` are sentences that begin with the invariant that was broken.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson
from toolcharter_runtime._store.records import TERMINAL, OperationRow

if TYPE_CHECKING:
    from simulation.kinds import Request
    from simulation.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """Somebody has pressed a button: what they saw, who they are, and when by the store's clock."""

    proposal: str
    hash: str
    document: bytes
    approver: str
    roles: frozenset[str]
    verdict: str


@dataclass(slots=True)
class Told:
    """What a key was last told as, and what holds for ever."""

    number: int
    is_final: bool


@dataclass
class Notebook:
    """What the judges know: what people did, what was sent, what was told."""

    world: World
    violations: list[str] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    denied: set[str] = field(default_factory=set)
    seen_expired: set[str] = field(default_factory=set)
    cancelled_runs: set[tuple[str, str]] = field(default_factory=set)
    tampered: set[str] = field(default_factory=set)
    documents: dict[str, bytes] = field(default_factory=dict)
    inside: list[Request] = field(default_factory=list)
    unleased: set[str] = field(default_factory=set)
    sent_attempts: set[tuple[str, int]] = field(default_factory=set)
    since_release: dict[str, int] = field(default_factory=dict)
    released_at: dict[str, int] = field(default_factory=dict)
    nothing: dict[str, Told] = field(default_factory=dict)
    said: dict[tuple[str, str], bytes] = field(default_factory=dict)
    requests_seen: dict[tuple[str, str, str], bytes] = field(default_factory=dict)
    stopped: set[str] = field(default_factory=set)
    conflicted: set[str] = field(default_factory=set)
    is_clock_steady: bool = True

    def broken(self, invariant: str, *words: object) -> None:
        self.violations.append(f"{invariant}: {' '.join(str(each) for each in words)}")
        self.world.note("VIOLATION", self.violations[-1])

    def content(self, proposal: str) -> dict[str, Any]:
        """What a proposal said when it was made."""
        content: dict[str, Any] = orjson.loads(self.documents[proposal])
        return content

    def executes(self, row: OperationRow) -> dict[str, Any]:
        """What an operation is to do."""
        if row.proposal_id is not None:
            return self.content(row.proposal_id)
        content: dict[str, Any] = orjson.loads(row.document)
        return content

    def has_ended(self, operation_id: str) -> bool:
        row = self.world.store.rows.operations.get(operation_id)
        return row is not None and row.state in TERMINAL

    def clock_was_set(self) -> None:
        self.is_clock_steady = False
        self.inside.clear()
        operations = self.world.store.rows.operations.values()
        self.unleased |= {row.id for row in operations if row.state == "claimed"}
