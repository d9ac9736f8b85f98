"""What became of a call: recorded once, by whoever learns it first.

Walks in: a transaction, an operation, and what was found out. Walks out: the operation as it now
stands, which is what everybody is told. Evidence that arrives after the end changes nothing; where
it says otherwise it is kept as an anomaly.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from toolcharter_runtime._ledger import steps
from toolcharter_runtime._store.records import (
    TERMINAL,
    AnomalyRow,
    OperationRow,
    ProposalState,
)
from toolcharter_runtime._store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Happened:
    """Evidence that the write happened.

    ``evidence`` and ``results`` make their canonical bytes from the store's time, which is the time
    of the commit where the service tells none. ``results`` is None where the rest of the answer
    broke its contract (``error`` says so then). Of long work it is what the acceptance is told as,
    where nobody was told yet: that stays what the write answers; ``progress`` is what was missed.
    """

    evidence: Callable[[int], bytes]
    results: Callable[[int], bytes] | None
    error: bytes | None = None
    progress: Literal["queued", "running"] | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """The service has taken on long work, under a name of its own or under our key. ``results``
    makes what each view shows of that, for the store's time."""

    reference: str | None
    results: Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class GoingOn:
    """The service says that it is still at the long work. ``results`` makes what its acceptance is
    told as, where nobody was told yet."""

    progress: Literal["queued", "running"]
    results: Callable[[int], bytes] | None = None


@dataclass(frozen=True, slots=True)
class NothingHappened:
    """Proof that the attempt had no effect. ``fate`` is what becomes of the proposal; with
    ``approved`` the same approval may be used again."""

    error: bytes
    fate: Literal["approved", "closed"]


@dataclass(frozen=True, slots=True)
class Stopped:
    """Proof that a long operation was stopped before it had an effect."""


@dataclass(frozen=True, slots=True)
class Unproven:
    """No proof of anything. ``reason`` is a word of ours for the operator."""

    reason: str


Finding: TypeAlias = Happened | Accepted | GoingOn | NothingHappened | Stopped | Unproven


def settle(
    tx: Transaction, operation_id: str, finding: Finding, *, attempt: int | None = None
) -> OperationRow:
    """Record a finding about an operation. ``attempt`` is the call it came from; None where the
    service spoke about the operation as a whole."""
    row = tx.operation(operation_id)
    if row is None:
        raise LookupError(f"the operation {operation_id} is not in the ledger")
    now = tx.now()
    if row.state in TERMINAL:
        return _contradiction(tx, row, finding, now)
    if attempt is not None and attempt != row.attempt and not isinstance(finding, Happened):
        # What one attempt did not do proves nothing about the attempt that followed it.
        return row
    after = _after(row, finding, now)
    if after is row:
        return row
    tx.change_operation(after)
    tx.drop_slots(row.id)
    if isinstance(finding, NothingHappened) and row.proposal_id is not None:
        _release_proposal(tx, row.proposal_id, finding.fate)
    return after


def _after(row: OperationRow, finding: Finding, now: int) -> OperationRow:
    match finding:
        case Happened(evidence, results, error, progress):
            return steps.succeeded(
                row,
                evidence=evidence(now),
                results=_told_first(row, results, now),
                error=error,
                progress=progress,
                at=now,
            )
        case Accepted(reference, results):
            # Somebody may have heard of it first, from the status tool, and have told it.
            told = _told_first(row, results, now)
            return steps.accepted(row, reference=reference, results=told, at=now)
        case GoingOn() | Unproven() if row.state == "released":
            # That nothing was done is proven; what is no proof does not undo it.
            return row
        case GoingOn(progress, results):
            told = _told_first(row, results, now)
            return steps.going_on(row, progress=progress, results=told, at=now)
        case NothingHappened(error, "approved") if row.state != "running":
            return steps.released(row, error=error)
        case NothingHappened(error, _):
            return steps.failed(row, error=error, at=now)
        case Stopped():
            return steps.cancelled(row, at=now)
        case Unproven(reason):
            return row if row.state in ("unknown", "running") else steps.unknown(row, reason=reason)


def _told_first(
    row: OperationRow, results: Callable[[int], bytes] | None, now: int
) -> bytes | None:
    """What the operation is told as: what it was told as before, where there is something."""
    return row.results if row.results is not None or results is None else results(now)


def _release_proposal(tx: Transaction, proposal_id: str, fate: ProposalState) -> None:
    """Give the proposal back, or close it for good. One that has expired stays expired: the claim
    that comes next finds that out by the clock."""
    row = tx.proposal(proposal_id)
    if row is not None and row.state == "consumed":
        tx.change_proposal(replace(row, state=fate, serial=row.serial + 1))


def _contradiction(tx: Transaction, row: OperationRow, finding: Finding, now: int) -> OperationRow:
    said = _said(finding)
    if said is None or said == row.state:
        return row
    evidence = finding.evidence(now) if isinstance(finding, Happened) else said.encode()
    tx.add_anomaly(
        AnomalyRow(
            tenant=row.tenant,
            operation_id=row.id,
            number=len(tx.anomalies(row.id)) + 1,
            seen_at=now,
            said=said,
            digest=hashlib.sha256(evidence).hexdigest(),
        )
    )
    return row


def _said(finding: Finding) -> str | None:
    """The terminal state that a finding speaks for; None where it speaks for none."""
    match finding:
        case Happened():
            return "succeeded"
        case NothingHappened():
            return "failed"
        case Stopped():
            return "cancelled"
        case Accepted() | GoingOn() | Unproven():
            return None
