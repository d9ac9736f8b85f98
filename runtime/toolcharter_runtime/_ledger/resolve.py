"""A person's word on an outcome that nobody knows.

Walks in: a transaction, an operation and what a named person says about it. Walks out: the operation
at its end, with who said so, when and why, and without evidence; or the row as it is where its
outcome is not unknown. What the service says later and contradicts becomes an anomaly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import steps
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import OperationRow
from toolcharter_runtime._store.transaction import Transaction
from toolcharter_runtime._told import error_bytes

Resolution: TypeAlias = Literal["succeeded", "failed"]

_FAILED = error_bytes(Refusal(Code.INTERNAL))


@dataclass(frozen=True, slots=True)
class NotUnknown:
    """The row of an operation that nobody has to speak for."""

    row: OperationRow


def resolve(
    tx: Transaction, operation_id: str, *, as_: Resolution, by: str, reason: str
) -> OperationRow | NotUnknown | None:
    """End an unknown outcome; None where there is no such operation."""
    row = tx.operation(operation_id)
    if row is None:
        return None
    if row.state != "unknown":
        return NotUnknown(row)
    now = tx.now()
    if as_ == "succeeded":
        ended = steps.succeeded(row, evidence=None, results=None, error=None, at=now)
    else:
        ended = steps.failed(row, error=_FAILED, at=now)
    ended = steps.resolved(ended, by=by, reason=reason)
    tx.change_operation(ended)
    tx.drop_slots(row.id)
    if as_ == "failed" and row.proposal_id is not None:
        _close(tx, row.proposal_id)
    return ended


def _close(tx: Transaction, proposal_id: str) -> None:
    """What was approved was tried once: it is proposed anew, not tried again."""
    row = tx.proposal(proposal_id)
    if row is not None and row.state == "consumed":
        tx.change_proposal(replace(row, state="closed", serial=row.serial + 1))
