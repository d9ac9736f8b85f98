"""A proposal as its approver is shown it.

Walks in: the stored row and the decisions about it. Walks out: a frozen view. What it says about the
write is read from the canonical document, the bytes that are hashed and executed, and from nowhere
else; the row tells only where the proposal stands. No word in it is the model's own summary.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from toolcharter_runtime._call import JSON
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._proposal.fields import FieldChange, compared
from toolcharter_runtime._store.records import DecisionRow, ProposalRow, ProposalState, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversibility:
    """Whether the write can be taken back: ``how``, ``by`` which tool, or ``because`` of what not."""

    kind: str
    how: str | None
    by: str | None
    because: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTarget:
    """The record. ``version_checked_by`` says who compares the version when the write happens, and
    ``because`` why that is nobody, or not the service itself."""

    kind: str
    id: JSON
    version: str | None
    version_checked_by: str
    because: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What one person decided, and when."""

    approver: str
    verdict: Verdict
    at: datetime
    verified_by: str
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownProposal:
    """Everything an approver must see. ``effect`` is the sentence that trusted code has filled;
    ``hash`` names exactly these contents and is what a decision is about; ``document`` are the
    canonical bytes. ``seen_at`` is the store's time."""

    proposal_id: str
    hash: str
    state: ProposalState
    seen_at: datetime
    decisions: tuple[Decided, ...]
    document: bytes

    effect: str
    consequence: str
    touches: tuple[str, ...]
    is_external: bool
    reversibility: Reversibility
    creates: JSON
    next_states: tuple[JSON, ...]
    target: ShownTarget
    before: JSON
    after: JSON
    changes: tuple[FieldChange, ...]
    arguments: JSON
    consequences: JSON
    facts: Mapping[str, JSON]
    """``amount``, ``records``, ``recipients``, ``environment``: those that the contract binds."""
    environment: str
    tenant: str
    requester: str
    principal: str | None
    role: str
    run_id: str
    level: str
    approver_roles: tuple[str, ...]
    approvers_needed: int
    created_at: datetime
    expires_at: datetime
    preview: str
    tool: str
    enforced: str
    snapshot: str

    @property
    def approvals(self) -> int:
        """How many persons have approved."""
        return sum(each.verdict == "approve" for each in self.decisions)

    @property
    def excluded(self) -> frozenset[str]:
        """Who may not decide, whatever their roles."""
        return Document.read(self.document).excluded


def shown(row: ProposalRow, decisions: Iterable[DecisionRow], *, now: int) -> ShownProposal:
    """The view of a stored proposal."""
    document = Document.read(row.document)
    content = document.content
    effect: Mapping[str, Any] = content["effect"]
    is_over = row.state in ("pending", "approved") and now >= row.expires_at
    return ShownProposal(
        proposal_id=content["proposal"],
        hash=row.hash,
        state="expired" if is_over else row.state,
        seen_at=_instant(now),
        decisions=tuple(map(decided, decisions)),
        document=row.document,
        effect=effect["summary"],
        consequence=effect["consequence"],
        touches=tuple(effect["touches"]),
        is_external=effect["external"],
        reversibility=Reversibility(**effect["reversibility"]),
        creates=effect["creates"],
        next_states=tuple(effect["next_states"]),
        target=ShownTarget(**content["target"]),
        before=content["before"],
        after=content["after"],
        changes=compared(content["before"], content["after"]),
        arguments=content["arguments"],
        consequences=content["consequences"],
        facts=MappingProxyType(content["facts"]),
        environment=content["environment"],
        tenant=content["tenant"],
        requester=content["requester"],
        principal=content["principal"],
        role=content["role"],
        run_id=content["run"],
        level=content["approval"]["level"],
        approver_roles=tuple(content["approval"]["roles"]),
        approvers_needed=document.approvers_needed,
        created_at=_instant(content["created_at"]),
        expires_at=_instant(content["expires_at"]),
        preview=content["preview"],
        tool=content["commit"],
        enforced=content["enforced"],
        snapshot=content["snapshot"],
    )


def decided(row: DecisionRow) -> Decided:
    """A decision as people are told it."""
    return Decided(
        approver=row.approver,
        verdict=row.verdict,
        at=_instant(row.decided_at),
        verified_by=row.verified_by,
        reason=row.reason,
    )


def _instant(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
