"""Whether a stored proposal may be carried out now: everything a commit must not take on trust.

Walks in: a transaction and what the commit goes by. Walks out: the proposal's row and document, or
a Refusal. Every look recomputes what can be recomputed: the hash from the bytes, the approvals from
the decisions, the expiry from the store's clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.admit import is_cancelled
from toolcharter_runtime._names import is_one_of, spelled_plainly
from toolcharter_runtime._proposal.document import Document, hash_of
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import DecisionRow, OperationRow, ProposalRow
from toolcharter_runtime._store.transaction import Reading, Transaction


@dataclass(frozen=True, slots=True)
class Loaded:
    """A proposal with its document."""

    row: ProposalRow
    document: Document


def load(rows: Reading, *, proposal_id: str, requester: str, tool: str) -> Loaded:
    """The requester's proposal for this commit, whole; PROPOSAL_UNKNOWN for any other, so that
    nobody learns which ids there are."""
    row = rows.proposal(proposal_id)
    if row is None or row.requester != requester or row.tool != tool:
        raise Refusal(Code.PROPOSAL_UNKNOWN, field="/proposal_id")
    return whole(row)


class AlteredProposalError(Exception):
    """The columns of a proposal and its document do not agree."""


def whole(row: ProposalRow) -> Loaded:
    """A proposal with its document; AlteredProposalError where that is not what was hashed, or says
    something else than the columns. Nobody is shown one, decides about one, or executes one."""
    document = Document.read(row.document)
    if hash_of(row.document) != row.hash or not _says_the_same(row, document):
        raise AlteredProposalError(row.id)
    return Loaded(row, document)


def _says_the_same(row: ProposalRow, document: Document) -> bool:
    content = document.content
    return (
        content["proposal"],
        content["tenant"],
        content["requester"],
        content["run"],
        content["commit"],
        content["enforced"],
        content["approval"]["level"],
        content["expires_at"],
    ) == (
        row.id,
        row.tenant,
        row.requester,
        row.run_id,
        row.tool,
        row.enforced,
        row.level,
        row.expires_at,
    )


def check_usable(rows: Reading, loaded: Loaded, *, run_id: str, enforced: str, now: int) -> None:
    """Refuse a proposal that is not approved, not valid any more, or not for this very tool.
    ``run_id`` is the run that commits, which goes on; that of the proposal may have been cancelled
    while a commit was under way, which gave it back."""
    row = loaded.row
    if row.state == "denied":
        raise Refusal(Code.APPROVAL_DENIED, reason=row.reason)
    if row.state == "closed" and row.reason == Code.VERSION_CONFLICT:
        # Nothing was sent, so no operation tells it.
        raise Refusal(Code.VERSION_CONFLICT)
    if row.state in ("closed", "void", "consumed"):
        raise Refusal(Code.APPROVAL_CONSUMED)
    if row.run_id != run_id and is_cancelled(rows, row.requester, row.run_id):
        raise Refusal(Code.APPROVAL_CONSUMED)
    if row.state == "expired" or now >= row.expires_at:
        raise Refusal(Code.APPROVAL_EXPIRED)
    if row.enforced != enforced:
        # What was approved is not what this process would enforce.
        raise Refusal(Code.APPROVAL_EXPIRED)
    if row.state == "pending":
        raise Refusal(Code.APPROVAL_PENDING)
    if not is_approved(loaded, rows.decisions(row.id)):
        raise AlteredProposalError(row.id)


def is_approved(loaded: Loaded, decisions: Iterable[DecisionRow]) -> bool:
    """Whether enough authorised persons have approved exactly this, and nobody has denied it."""
    row, document = loaded.row, loaded.document
    approvers: set[str] = set()
    for decision in decisions:
        if decision.verdict == "deny":
            return False
        is_about_this = (decision.hash, decision.enforced, decision.expires_at) == (
            row.hash,
            row.enforced,
            row.expires_at,
        )
        may_decide = not document.approver_roles.isdisjoint(decision.roles)
        in_time = decision.decided_at < row.expires_at
        is_party = is_one_of(decision.approver, document.excluded)
        if is_about_this and may_decide and in_time and not is_party:
            approvers.add(spelled_plainly(decision.approver))
    return len(approvers) >= document.approvers_needed > 0


def document_of(rows: Reading, row: OperationRow) -> Document:
    """What an operation executes: of a commit the proposal's document, of a direct write its own."""
    if row.proposal_id is None:
        return Document.read(row.document)
    proposal = rows.proposal(row.proposal_id)
    if proposal is None or hash_of(proposal.document) != row.document_hash:
        raise AlteredProposalError(row.proposal_id)
    return Document.read(proposal.document)


def consumed(row: ProposalRow) -> ProposalRow:
    """The proposal once a commit has claimed it."""
    return replace(row, state="consumed", serial=row.serial + 1)


def note_expiry(tx: Transaction, row: ProposalRow, *, now: int) -> ProposalRow:
    """Store that a proposal has expired, so that no clock that steps back revives it."""
    if row.state not in ("pending", "approved") or now < row.expires_at:
        return row
    expired = replace(row, state="expired", decided_at=now, serial=row.serial + 1)
    tx.change_proposal(expired)
    return expired


def store_expiry(tx: Transaction, proposal_id: str, *, seen_at: int) -> ProposalRow | None:
    """Store an expiry that a reader saw at an instant of the store's clock. Gives the proposal as
    it now stands, which somebody may have claimed since."""
    row = tx.proposal(proposal_id)
    return None if row is None else note_expiry(tx, row, now=seen_at)
