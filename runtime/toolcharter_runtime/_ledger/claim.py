"""The claim: the one step after which a call may be made, and before which none is.

Walks in: a transaction and an order. Walks out: what the caller has to do next: make the call,
repeat what is stored, come back later, or find out what became of an earlier call. Every check that
was made before is made here again, on rows that are locked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import admit, gates, steps
from toolcharter_runtime._ledger.admit import Calls, check_going
from toolcharter_runtime._ledger.gates import Gate
from toolcharter_runtime._ledger.proposals import check_usable, consumed, load, note_expiry
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import TERMINAL, OperationRow, ProposalRow, RunRow
from toolcharter_runtime._store.transaction import Transaction

_DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be claimed, by whom.

    ``operation`` is the row as it would be stored by a first claim; its instants are filled in by
    the store's clock. ``policy`` is the policy row of the write. ``lease_ms`` covers the call and
    the bookkeeping after it. ``calls`` are to be counted; None where an admission has done that.
    """

    operation: OperationRow
    gates: tuple[Gate, ...]
    policy: Mapping[str, Any]
    lease_ms: int
    calls: Calls | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """The call is ours to make."""

    row: OperationRow


@dataclass(frozen=True, slots=True)
class Stored:
    """What the ledger says is the answer, now and for ever: the end of the operation, or that long
    work was accepted."""

    row: OperationRow


@dataclass(frozen=True, slots=True)
class InProgress:
    """Somebody is at work on it. ``until`` is when their lease ends."""

    row: OperationRow
    until: int


@dataclass(frozen=True, slots=True)
class Unproven:
    """An earlier call was made, and nobody knows what became of it."""

    row: OperationRow


Standing: TypeAlias = Stored | InProgress | Unproven
Verdict: TypeAlias = Claimed | Standing


def standing(row: OperationRow, *, document_hash: str, now: int) -> Standing | None:
    """What an operation that exists already means for a caller; None where it may be claimed
    again. A key that comes with other arguments is refused, whatever became of the first."""
    if row.document_hash != document_hash:
        raise Refusal(Code.IDEMPOTENCY_MISMATCH)
    if row.state in TERMINAL or row.state == "running":
        return Stored(row)
    if row.state == "released":
        return None
    if row.state == "claimed" and row.lease_until is not None and now < row.lease_until:
        return InProgress(row, row.lease_until)
    return Unproven(row)


def claim(tx: Transaction, order: Order) -> Verdict | Refusal:
    """Claim the commit of an approved proposal, or a direct write, which nobody has to approve. A
    Refusal is given back, not raised, where what was found out on the way (an expiry) has to be
    stored."""
    wanted = order.operation
    run = _open(tx, order)
    now = tx.now()
    found = tx.operation_of_key(wanted.key)
    if found is not None:
        known = standing(found, document_hash=wanted.document_hash, now=now)
        if known is not None:
            return known
    check_going(run)
    proposal = None if wanted.proposal_id is None else _usable(tx, wanted, now)
    if isinstance(proposal, Refusal):
        return proposal
    _check_counts(tx, order, found, now)
    row = _take(tx, order, found, now)
    if row is None:
        return _standing_of_winner(tx, wanted, now)
    if proposal is not None:
        tx.change_proposal(consumed(proposal))
    return Claimed(row)


def _usable(tx: Transaction, wanted: OperationRow, now: int) -> ProposalRow | Refusal:
    """The proposal of a commit, which may be carried out now."""
    loaded = load(
        tx, proposal_id=str(wanted.proposal_id), requester=wanted.requester, tool=wanted.tool
    )
    current = note_expiry(tx, loaded.row, now=now)
    if current.state == "expired":
        return Refusal(Code.APPROVAL_EXPIRED)
    # A released attempt left the proposal as its contract says: approved, or closed.
    check_usable(tx, loaded, run_id=wanted.run_id, enforced=wanted.enforced, now=now)
    if loaded.row.hash != wanted.document_hash:
        raise Refusal(Code.IDEMPOTENCY_MISMATCH)
    return loaded.row


def _open(tx: Transaction, order: Order) -> RunRow | None:
    """Lock what the claim is about, and count the call. Gives the run."""
    wanted = order.operation
    names = [admit.run_lock(wanted.requester, wanted.run_id)]
    if order.policy["per_day"] is not None:
        names.append(f"consequence {wanted.consequence}")
    gates.lock(tx, order.gates, *names)
    if order.calls is None:
        return tx.run(wanted.requester, wanted.run_id)
    return admit.count_calls(tx, wanted.requester, wanted.run_id, order.calls)


def _check_counts(tx: Transaction, order: Order, found: OperationRow | None, now: int) -> None:
    """The policy's counts of claims. A further attempt under the same key is no further claim, but
    the first one of the run that makes it, where an earlier attempt was another run's."""
    wanted, policy = order.operation, order.policy
    run = (wanted.requester, wanted.run_id)
    is_new_to_run = found is None or found.run_id != wanted.run_id
    if (
        policy["per_run"] is not None
        and is_new_to_run
        and policy["per_run"] <= tx.count_claims(wanted.consequence, run=run)
    ):
        raise Refusal(Code.LIMIT_REACHED)
    if (
        policy["per_day"] is not None
        and found is None
        and policy["per_day"] <= tx.count_claims(wanted.consequence, since=now - now % _DAY_MS)
    ):
        raise Refusal(Code.LIMIT_REACHED)


def _take(
    tx: Transaction, order: Order, found: OperationRow | None, now: int
) -> OperationRow | None:
    """The claimed row; None where another transaction stored the key first."""
    wanted, lease_until = order.operation, now + order.lease_ms
    holder = wanted.id if found is None else found.id
    gates.enter(tx, order.gates, holder=holder, now=now, lease_until=lease_until)
    if found is None:
        row = replace(wanted, claimed_at=now, lease_until=lease_until)
        return row if tx.add_operation(row) else None
    # It goes on in the run that claims it now; that of an earlier attempt may be over.
    mine = replace(found, run_id=wanted.run_id)
    row = steps.claimed_again(mine, owner=str(wanted.owner), lease_until=lease_until)
    tx.change_operation(row)
    return row


def _standing_of_winner(tx: Transaction, wanted: OperationRow, now: int) -> Standing:
    winner = tx.operation_of_key(wanted.key)
    if winner is not None:
        known = standing(winner, document_hash=wanted.document_hash, now=now)
        if known is not None:
            return known
    raise Refusal(Code.STORE_UNAVAILABLE)
