"""The approver's side: which proposals wait, what exactly they say, and the decision about one.

Walks in: a store, and an approver for whom a verifier of the host vouches. Walks out: proposals as
their canonical documents say them, and decisions that the store holds. An approver sees proposals of
their own tenant, at the levels that one of their roles decides about. A decision names the hash of
what was shown. Nothing is decided by silence, and no tool call reaches this module.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from toolcharter_runtime._ledger.decide import Decision, DecisionError
from toolcharter_runtime._ledger.decide import decide as _decide
from toolcharter_runtime._ledger.keys import may_be_id
from toolcharter_runtime._ledger.proposals import AlteredProposalError, note_expiry, whole
from toolcharter_runtime._names import is_one_of
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._proposal.fields import ABSENT, FieldChange, Length
from toolcharter_runtime._proposal.shown import (
    Decided,
    Reversibility,
    ShownProposal,
    ShownTarget,
    shown,
)
from toolcharter_runtime._store.records import ProposalRow, Verdict
from toolcharter_runtime._store.seals import BrokenSealError
from toolcharter_runtime._store.transaction import Reading, Store, Transaction
from toolcharter_runtime._verified import (
    Claims,
    VerifiedApprover,
    Verifier,
    check_still_valid,
    check_verified,
    verify,
)
from toolcharter_runtime._words import words
from toolcharter_runtime.errors import AlteredRecordError, DecisionRefusedError

if TYPE_CHECKING:
    from toolcharter_runtime._trace.recorder import Recorder

__all__ = [
    "ABSENT",
    "Approvals",
    "Claims",
    "Decided",
    "FieldChange",
    "Length",
    "Reversibility",
    "ShownProposal",
    "ShownTarget",
    "VerifiedApprover",
    "Verifier",
    "verify",
]

T = TypeVar("T")


class Approvals:
    """The proposals of a store, for the people who decide about them.

    ``trace`` is told every decision, refused ones included. Every method raises NotVerifiedError for
    an approver whom no verifier has made, and AlteredRecordError where a row is not as the runtime
    wrote it.
    """

    def __init__(self, store: Store, *, trace: Recorder | None = None) -> None:
        self._store = store
        self._trace = trace

    async def pending(self, approver: VerifiedApprover) -> tuple[ShownProposal, ...]:
        """The proposals that wait for this very person, the oldest first: of their tenant, at a
        level of one of their roles, not asked for by them, and not decided by them before."""

        def look(rows: Reading) -> tuple[ShownProposal, ...]:
            found = (_shown(rows, row) for row in rows.pending() if _may_see(approver, row))
            return tuple(each for each in found if _waits_for(approver, each))

        return await self._read(approver, look)

    async def show(self, approver: VerifiedApprover, proposal_id: str) -> ShownProposal:
        """One proposal, whatever has become of it; DecisionRefusedError for who has no business
        with it."""

        check_verified(approver)
        _check_id(proposal_id)

        def look(rows: Reading) -> ShownProposal:
            return _shown(rows, _visible_row(rows, approver, proposal_id))

        def note(tx: Transaction) -> ShownProposal:
            row = _visible_row(tx, approver, proposal_id)
            return _shown(tx, note_expiry(tx, row, now=tx.now()))

        seen = await self._read(approver, look)
        # An expiry that somebody was shown is stored, so that no clock takes it back.
        return await self._transact(approver, note) if seen.state == "expired" else seen

    async def approve(
        self, approver: VerifiedApprover, proposal_id: str, *, hash: str
    ) -> ShownProposal:
        """Approve what ``hash`` names. The proposal is approved once as many different persons as
        its level needs have done so."""
        return await self._told(approver, proposal_id, hash, "approve", None)

    async def deny(
        self, approver: VerifiedApprover, proposal_id: str, *, hash: str, reason: str
    ) -> ShownProposal:
        """Deny what ``hash`` names, for good. ``reason`` is one line of 1 to 300 visible
        characters; the agent reads it."""
        return await self._told(approver, proposal_id, hash, "deny", reason)

    async def _told(
        self,
        approver: VerifiedApprover,
        proposal_id: str,
        hash: str,
        verdict: Verdict,
        reason: str | None,
    ) -> ShownProposal:
        """What a decision comes to, once the trace is told."""
        if self._trace is None:
            return await self._decide(approver, proposal_id, hash, verdict, reason)
        tell = partial(self._trace.decision, approver, proposal_id, verdict=verdict, reason=reason)
        try:
            decided = await self._decide(approver, proposal_id, hash, verdict, reason)
        except BaseException as error:
            tell(came_to=error)
            raise
        tell(came_to=decided)
        return decided

    async def _decide(
        self,
        approver: VerifiedApprover,
        proposal_id: str,
        hash: str,
        verdict: Verdict,
        reason: str | None,
    ) -> ShownProposal:
        if verdict == "deny":
            words(reason, "the reason")
        check_verified(approver)
        _check_id(proposal_id)
        decision = Decision(
            proposal_id=proposal_id,
            hash=hash,
            approver=approver.identity,
            roles=approver.roles,
            verified_by=approver.verified_by,
            verdict=verdict,
            reason=reason,
        )

        def step(tx: Transaction) -> ShownProposal | DecisionRefusedError:
            found = _decide(tx, decision)
            if isinstance(found, DecisionError):
                # Given back, not raised: an expiry that was seen on the way is stored.
                return _refused(tx, approver, proposal_id, found)
            return _shown(tx, found)

        taken = await self._transact(approver, step)
        if isinstance(taken, DecisionRefusedError):
            raise taken
        return taken

    async def _read(self, approver: VerifiedApprover, work: Callable[[Reading], T]) -> T:
        check_verified(approver)

        def checked(rows: Reading) -> T:
            check_still_valid(approver, now_ms=rows.now())
            return work(rows)

        try:
            return await self._store.read(approver.tenant, checked)
        except BrokenSealError as error:
            raise AlteredRecordError(f"{error.kind} {error.key}") from None

    async def _transact(self, approver: VerifiedApprover, work: Callable[[Transaction], T]) -> T:
        check_verified(approver)

        def checked(tx: Transaction) -> T:
            check_still_valid(approver, now_ms=tx.now())
            return work(tx)

        try:
            return await self._store.transact(approver.tenant, checked)
        except BrokenSealError as error:
            raise AlteredRecordError(f"{error.kind} {error.key}") from None


def _shown(rows: Reading, row: ProposalRow) -> ShownProposal:
    try:
        whole(row)
    except AlteredProposalError:
        raise DecisionRefusedError("altered", proposal_id=row.id, state=row.state) from None
    return shown(row, rows.decisions(row.id), now=rows.now())


def _check_id(proposal_id: str) -> None:
    if not may_be_id(proposal_id):
        raise DecisionRefusedError("unknown", proposal_id=proposal_id)


def _visible_row(rows: Reading, approver: VerifiedApprover, proposal_id: str) -> ProposalRow:
    row = rows.proposal(proposal_id)
    if row is None:
        raise DecisionRefusedError("unknown", proposal_id=proposal_id)
    if not _may_see(approver, row):
        raise DecisionRefusedError("not_authorised", proposal_id=row.id, state=row.state)
    return row


def _may_see(approver: VerifiedApprover, row: ProposalRow) -> bool:
    return not Document.read(row.document).approver_roles.isdisjoint(approver.roles)


def _waits_for(approver: VerifiedApprover, proposal: ShownProposal) -> bool:
    has_decided = is_one_of(approver.identity, (each.approver for each in proposal.decisions))
    is_party = is_one_of(approver.identity, proposal.excluded)
    return proposal.state == "pending" and not has_decided and not is_party


def _refused(
    tx: Transaction, approver: VerifiedApprover, proposal_id: str, error: DecisionError
) -> DecisionRefusedError:
    """The protocol's refusal, with what this approver may know of earlier decisions."""
    row = tx.proposal(proposal_id)
    decisions: tuple[Decided, ...] = ()
    if row is not None and error.reason == "already_decided" and _may_see(approver, row):
        decisions = shown(row, tx.decisions(row.id), now=tx.now()).decisions
    return DecisionRefusedError(
        error.reason, proposal_id=proposal_id, state=error.state, decisions=decisions
    )
