"""A further try within one claim, or one that recovery makes for a process that died.

Walks in: a transaction and an operation. Walks out: the operation under a fresh lease, or None where
it must not be tried again: somebody else has it, it has come to an end, its run was cancelled, or
its approval has expired.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolcharter_runtime._ledger import gates, steps
from toolcharter_runtime._ledger.admit import is_cancelled
from toolcharter_runtime._ledger.gates import Gate
from toolcharter_runtime._ledger.proposals import consumed, note_expiry
from toolcharter_runtime._store.records import OperationRow
from toolcharter_runtime._store.transaction import Transaction


def claim_again(
    tx: Transaction,
    operation_id: str,
    *,
    owner: str,
    lease_ms: int,
    attempt: int,
    through: Sequence[Gate] = (),
    keys_kept_ms: int | None = None,
    by_run: str | None = None,
) -> OperationRow | None:
    """The operation claimed for one more call after its ``attempt``; not in a run that was
    cancelled, nor for one (``by_run`` is who asks). After ``keys_kept_ms`` the service has forgotten
    the key, and a repeat would be another write. The call needs its slots at the gates ``through``
    for as long as its lease; GateFullError where somebody else has them."""
    gates.lock(tx, through)
    row = tx.operation(operation_id)
    now = tx.now()
    if row is None or row.attempt != attempt or row.state not in ("claimed", "unknown", "released"):
        return None
    is_held = row.state == "claimed" and row.owner != owner and now < (row.lease_until or 0)
    # A clock that was set back since the claim does not tell how old the key is.
    if keys_kept_ms is not None and not 0 <= now - row.claimed_at < keys_kept_ms:
        return None
    if is_held or any(is_cancelled(tx, row.requester, each) for each in {row.run_id, by_run}):
        return None
    if row.proposal_id is not None:
        proposal = tx.proposal(row.proposal_id)
        if proposal is None:
            return None
        # An expiry that somebody has seen stays, whatever the clock says now.
        proposal = note_expiry(tx, proposal, now=now)
        if proposal.state not in ("consumed", "approved") or now >= proposal.expires_at:
            return None
        if proposal.state == "approved":
            if is_cancelled(tx, proposal.requester, proposal.run_id):
                return None
            tx.change_proposal(consumed(proposal))
    gates.enter(tx, through, holder=row.id, now=now, lease_until=now + lease_ms)
    claimed = steps.claimed_again(row, owner=owner, lease_until=now + lease_ms)
    tx.change_operation(claimed)
    return claimed


def take_over(
    tx: Transaction, operation_id: str, *, owner: str, lease_ms: int
) -> OperationRow | None:
    """The operation under our lease, to find out what became of it; None where somebody else is at
    work on it or it needs nobody. No call is made under this: the attempt stays the same."""
    row = tx.operation(operation_id)
    now = tx.now()
    if row is None or row.state != "claimed" or now < (row.lease_until or 0):
        return None
    taken = steps.taken_over(row, owner=owner, lease_until=now + lease_ms)
    tx.change_operation(taken)
    return taken
