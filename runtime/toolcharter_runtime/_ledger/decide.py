"""A person's decision about a proposal. The first one that ends it wins.

Walks in: a transaction, a verified approver and what they saw. Walks out: the proposal as it now
stands, or a DecisionError that says why the decision does not count. A denial is final; approvals
count until there are as many as the level needs. Nothing here can be reached by a tool call, and no
silence, timeout or restart ends here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from toolcharter_runtime._ledger.proposals import (
    AlteredProposalError,
    Loaded,
    is_approved,
    note_expiry,
    whole,
)
from toolcharter_runtime._names import is_one_of
from toolcharter_runtime._store.records import DecisionRow, ProposalRow, ProposalState, Verdict
from toolcharter_runtime._store.transaction import Transaction

Reason = Literal[
    "unknown", "altered", "already_decided", "expired", "other_document", "not_authorised", "own"
]


class DecisionError(Exception):
    """The decision was not stored. ``reason`` is a word of ours, ``state`` what the proposal is."""

    def __init__(self, reason: Reason, state: ProposalState | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.state = state


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """``hash`` is that of the document that the approver saw, ``verified_by`` who vouched for
    ``approver`` and ``roles``."""

    proposal_id: str
    hash: str
    approver: str
    roles: frozenset[str]
    verified_by: str
    verdict: Verdict
    reason: str | None = None


def decide(tx: Transaction, decision: Decision) -> ProposalRow | DecisionError:
    """Store a decision. A DecisionError is given back, not raised: an expiry that was seen on the
    way is stored with it."""
    row = tx.proposal(decision.proposal_id)
    if row is None:
        return DecisionError("unknown")
    now = tx.now()
    try:
        loaded = whole(row)
    except AlteredProposalError:
        return DecisionError("altered")
    row = note_expiry(tx, row, now=now)
    loaded = replace(loaded, row=row)
    refusal = _refusal(tx, loaded, decision)
    if refusal is not None:
        return refusal
    tx.add_decision(_decision_row(tx, loaded, decision, now))
    state: ProposalState = "denied" if decision.verdict == "deny" else "approved"
    if state == "approved" and not is_approved(loaded, tx.decisions(row.id)):
        return row
    decided = replace(
        row, state=state, decided_at=now, reason=decision.reason, serial=row.serial + 1
    )
    tx.change_proposal(decided)
    return decided


def _refusal(tx: Transaction, loaded: Loaded, decision: Decision) -> DecisionError | None:
    row = loaded.row
    if row.state == "expired":
        return DecisionError("expired", row.state)
    if row.state != "pending":
        return DecisionError("already_decided", row.state)
    if decision.hash != row.hash:
        return DecisionError("other_document", row.state)
    if is_one_of(decision.approver, loaded.document.excluded):
        return DecisionError("own", row.state)
    if loaded.document.approver_roles.isdisjoint(decision.roles):
        return DecisionError("not_authorised", row.state)
    if is_one_of(decision.approver, (each.approver for each in tx.decisions(row.id))):
        return DecisionError("already_decided", row.state)
    return None


def _decision_row(tx: Transaction, loaded: Loaded, decision: Decision, now: int) -> DecisionRow:
    row = loaded.row
    return DecisionRow(
        tenant=tx.tenant,
        proposal_id=row.id,
        number=len(tx.decisions(row.id)) + 1,
        approver=decision.approver,
        roles=tuple(sorted(decision.roles)),
        verified_by=decision.verified_by,
        verdict=decision.verdict,
        reason=decision.reason,
        hash=row.hash,
        enforced=row.enforced,
        target=loaded.document.target_key,
        expires_at=row.expires_at,
        decided_at=now,
    )
