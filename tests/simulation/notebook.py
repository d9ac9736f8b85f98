"""What the judges write down, and how they say that something is broken.

``violations`` are sentences that begin with the invariant that was broken.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson
from toolcharter_runtime._store.records import TERMINAL, OperationRow

if TYPE_CHECKING:
    from simulation.loop import AgentCall, Life
    from simulation.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """Somebody has pressed a button: what they saw, who they are, and until when they are known."""

    proposal: str
    hash: str
    document: bytes
    approver: str
    roles: frozenset[str]
    verdict: str
    valid_until: int


@dataclass(slots=True)
class Told:
    """What a key was last told as, and what holds for ever."""

    number: int
    is_final: bool


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AtWork:
    """A service is at work on a call. ``holder`` is under whose name the store keeps its places;
    ``record`` what no other call may be at work on."""

    tool: str
    run: tuple[str, str]
    record: str | None
    holder: str
    attempt: int
    life: Life | None


@dataclass(frozen=True, slots=True)
class Held:
    """Who has taken places: a call, or a process by itself."""

    call: AgentCall | None
    life: Life | None


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
    calls: list[AgentCall] = field(default_factory=list)
    reaching: dict[tuple[str, str], set[AgentCall]] = field(default_factory=dict)
    counted_again: dict[tuple[str, str], int] = field(default_factory=dict)
    inside: list[AtWork] = field(default_factory=list)
    held: dict[str, Held] = field(default_factory=dict)
    unleased: set[str] = field(default_factory=set)
    unleased_holders: set[str] = field(default_factory=set)
    claimers: dict[str, tuple[str, str]] = field(default_factory=dict)
    sent_attempts: set[tuple[str, int]] = field(default_factory=set)
    since_release: dict[str, int] = field(default_factory=dict)
    released_at: dict[str, int] = field(default_factory=dict)
    nothing: dict[str, Told] = field(default_factory=dict)
    said: dict[tuple[str, str], bytes] = field(default_factory=dict)
    requests_seen: dict[tuple[str, str, str], bytes] = field(default_factory=dict)
    stopped: set[str] = field(default_factory=set)
    asked_in_the_end: set[str] = field(default_factory=set)
    conflicted: set[str] = field(default_factory=set)
    ended_at: dict[str, int] = field(default_factory=dict)
    first_sent: dict[str, float] = field(default_factory=dict)

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
        """Leases go by the store's clock: what was exclusive need not be so any more."""
        rows = self.world.store.rows
        self.inside.clear()
        # How old a key is goes by that clock as well.
        self.first_sent = dict.fromkeys(self.first_sent, float("inf"))
        self.unleased |= {row.id for row in rows.operations.values() if row.state == "claimed"}
        self.unleased_holders |= {slot.holder for slot in rows.slots.values()}
        for call in self.calls:
            # Of one whose caller went away the work may go on.
            call.is_leased = call.is_leased and call.code is not None
