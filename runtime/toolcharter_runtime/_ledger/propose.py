"""Storing a proposal: once per request, within the caps on what may wait for people.

Walks in: a transaction and a draft. Walks out: the stored proposal, the new one or the one that the
same request has made before. The same request with other arguments is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import admit
from toolcharter_runtime._proposal.document import Draft, hash_of
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import ProposalRow
from toolcharter_runtime._store.transaction import Reading, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request of a run: the host's id for it, and the digest of tool and arguments."""

    requester: str
    run_id: str
    request_id: str
    request_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposing:
    """What is to be stored. ``draft`` makes the draft for the store's time; ``level`` is the row of
    the level it needs, ``pending_per_run`` the cap of the consequence."""

    request: Request
    preview: str
    consequence: str
    level: Mapping[str, Any]
    pending_per_run: int | None
    draft: Callable[[int], Draft]


def proposal_of_request(rows: Reading, request: Request) -> ProposalRow | None:
    """What the same request made before; IDEMPOTENCY_MISMATCH where it was another one."""
    found = rows.proposal_of_request(request.requester, request.run_id, request.request_id)
    if found is not None and found.request_hash != request.request_hash:
        raise Refusal(Code.IDEMPOTENCY_MISMATCH)
    return found


def propose(tx: Transaction, wanted: Proposing) -> ProposalRow:
    """Store the proposal, or find it."""
    level, request = wanted.level, wanted.request
    locks = [admit.run_lock(request.requester, request.run_id)]
    if level["pending"] is not None:
        locks.append(f"level {level['level']}")
    tx.lock(*sorted(locks))
    found = proposal_of_request(tx, request)
    if found is not None:
        return found
    admit.check_going(tx.run(request.requester, request.run_id))
    _check_caps(tx, wanted)
    row = _row(tx, wanted)
    tx.add_proposal(row)
    return row


def _check_caps(tx: Transaction, wanted: Proposing) -> None:
    run = (wanted.request.requester, wanted.request.run_id)
    most_of_run, most_of_level = wanted.pending_per_run, wanted.level["pending"]
    if most_of_run is not None and most_of_run <= tx.count_pending(
        consequence=wanted.consequence, run=run
    ):
        raise Refusal(Code.LIMIT_REACHED)
    if most_of_level is not None and most_of_level <= tx.count_pending(level=wanted.level["level"]):
        raise Refusal(Code.LIMIT_REACHED)


def _row(tx: Transaction, wanted: Proposing) -> ProposalRow:
    draft = wanted.draft(tx.now())
    document = draft.document()
    return ProposalRow(
        tenant=tx.tenant,
        id=draft.proposal_id,
        requester=wanted.request.requester,
        run_id=wanted.request.run_id,
        preview=wanted.preview,
        request_id=wanted.request.request_id,
        request_hash=wanted.request.request_hash,
        tool=draft.commit,
        enforced=draft.enforced,
        consequence=wanted.consequence,
        level=wanted.level["level"],
        document=document,
        hash=hash_of(document),
        state="pending",
        created_at=draft.created_at,
        expires_at=draft.expires_at,
    )
