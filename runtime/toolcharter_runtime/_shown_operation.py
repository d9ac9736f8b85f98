"""An operation of the ledger as an operator is shown it.

Walks in: its row and its document. Walks out: a frozen view: what was attempted, on what, and what is
known about it. Nothing of a service's answer is in it but evidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import orjson

from toolcharter_runtime._told import instant

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON, Target
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._store.records import AnomalyRow, OperationRow, OperationState


@dataclass(frozen=True, slots=True, kw_only=True)
class Anomaly:
    """What the service said later, against the end that the ledger holds; never applied."""

    said: str
    at: datetime
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownOperation:
    """One write. ``reason`` is a word of ours for why nobody knows (``timeout``, ``status_down``),
    or, once ``resolved_by`` is there, that person's words. ``age`` counts from the claim, by the
    store's clock; ``key`` is what the service knows the write by."""

    tenant: str
    operation_id: str
    tool: str
    state: OperationState
    reason: str | None
    target: Target
    key: str
    attempts: int
    proposal_id: str | None
    requester: str
    run_id: str
    reference: str | None
    arguments: JSON
    claimed_at: datetime
    age: timedelta
    finished_at: datetime | None
    resolved_by: str | None
    evidence: JSON
    error: str | None
    """The code that the caller is told."""
    anomalies: tuple[Anomaly, ...]


def shown(
    row: OperationRow, document: Document, anomalies: tuple[AnomalyRow, ...], *, now: int
) -> ShownOperation:
    """The view of an operation."""
    return ShownOperation(
        tenant=row.tenant,
        operation_id=row.id,
        tool=row.tool,
        state=row.state,
        reason=row.reason,
        target=document.target,
        key=row.key,
        attempts=row.attempt,
        proposal_id=row.proposal_id,
        requester=row.requester,
        run_id=row.run_id,
        reference=row.reference,
        arguments=document.arguments,
        claimed_at=instant(row.claimed_at),
        age=timedelta(milliseconds=max(0, now - row.claimed_at)),
        finished_at=None if row.finished_at is None else instant(row.finished_at),
        resolved_by=row.resolved_by,
        evidence=None if row.evidence is None else orjson.loads(row.evidence),
        error=None if row.error is None else orjson.loads(row.error)["code"],
        anomalies=tuple(
            Anomaly(said=each.said, at=instant(each.seen_at), digest=each.digest)
            for each in anomalies
        ),
    )
