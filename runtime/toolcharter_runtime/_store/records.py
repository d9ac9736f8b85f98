"""The rows of a store: frozen values, the same for every kind of store.

Instants are milliseconds since 1970-01-01 UTC by the store's clock. Bytes are canonical JSON (RFC
8785). What a column means stands here and nowhere else; which states may follow which is decided by
the protocol that writes them. A ``seal`` (``seals.py``) is the store's own and no part of what a row says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

ProposalState: TypeAlias = Literal[
    "pending", "approved", "denied", "expired", "consumed", "closed", "void"
]
"""``consumed``: claimed by a commit. ``closed``: stopped for good by a conflict or a failure.
``void``: its run was cancelled."""

OperationState: TypeAlias = Literal[
    "claimed", "released", "running", "unknown", "succeeded", "failed", "cancelled"
]
"""``released``: an attempt that is proven to have done nothing; the same key may be claimed again.
``running``: long work that the service has accepted."""

TERMINAL: frozenset[OperationState] = frozenset({"succeeded", "failed", "cancelled"})
"""The states that never change."""

Verdict: TypeAlias = Literal["approve", "deny"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalRow:
    """One proposal. ``document`` is what is shown, approved and executed, ``hash`` its digest.

    ``request_id`` is the host's name for the preview call, ``request_hash`` the digest of its
    arguments. ``tool`` and ``enforced`` name the commit and its enforcement digest. ``reason`` says
    why a proposal that is denied or closed is so. ``serial`` counts the changes of the row.
    """

    tenant: str
    id: str
    requester: str
    run_id: str
    preview: str
    request_id: str
    request_hash: str
    tool: str
    enforced: str
    consequence: str
    level: str
    document: bytes
    hash: str
    state: ProposalState
    created_at: int
    expires_at: int
    decided_at: int | None = None
    reason: str | None = None
    serial: int = 0
    seal: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """What one approver decided about one proposal: ``number`` counts from 1.

    It repeats what it was about (hash, digest, target, expiry), so that its seal binds the decision
    to exactly that. ``roles`` are the approver's, sorted; ``verified_by`` says who vouched.
    """

    tenant: str
    proposal_id: str
    number: int
    approver: str
    roles: tuple[str, ...]
    verified_by: str
    verdict: Verdict
    reason: str | None
    hash: str
    enforced: str
    target: str
    expires_at: int
    decided_at: int
    seal: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationRow:
    """One write in the ledger.

    ``key`` is the idempotency key: what the service gets and what makes the row unique.
    ``document`` holds the canonical arguments and the target; ``document_hash`` is compared when
    the key comes again. ``owner`` and ``lease_until`` say who is at work on it; ``attempt`` counts
    calls from 1. ``reference`` is what the service called it. ``results`` maps each view of the
    tool to what that view shows; ``evidence`` and ``error`` are as the agent is told them.
    ``resolved_by`` names the person who ended an unknown outcome.
    """

    tenant: str
    id: str
    key: str
    tool: str
    enforced: str
    snapshot: str
    requester: str
    run_id: str
    proposal_id: str | None
    consequence: str
    target: str
    document: bytes
    document_hash: str
    state: OperationState
    attempt: int
    owner: str | None
    lease_until: int | None
    claimed_at: int
    reference: str | None = None
    progress: Literal["queued", "running"] | None = None
    seen_at: int | None = None
    finished_at: int | None = None
    evidence: bytes | None = None
    results: bytes | None = None
    error: bytes | None = None
    resolved_by: str | None = None
    reason: str | None = None
    serial: int = 0
    seal: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """What all hosts share about one run."""

    tenant: str
    requester: str
    run_id: str
    calls: int = 0
    cancelled_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotRow:
    """A call in flight that counts against ``gate`` until it ends, or its lease does."""

    tenant: str
    gate: str
    holder: str
    lease_until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnomalyRow:
    """Evidence that contradicts a terminal state: kept for a person, never applied."""

    tenant: str
    operation_id: str
    number: int
    seen_at: int
    said: str
    """What the service said: a state or a code."""
    digest: str
    """SHA-256 of the evidence."""
