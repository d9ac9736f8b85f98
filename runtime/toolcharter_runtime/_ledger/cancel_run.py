"""Cancelling a run: no later call, no later commit, and an honest list of what goes on.

Walks in: a transaction and a run. Walks out: what was voided and what was not. A write that was
claimed goes on to recorded evidence; nothing is called undone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolcharter_runtime._ledger.admit import run_lock
from toolcharter_runtime._store.records import RunRow
from toolcharter_runtime._store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class CancelledRun:
    """``voided`` are proposals that can no longer be committed; ``going_on`` are operations that
    were claimed before, with their states."""

    voided: tuple[str, ...]
    going_on: tuple[tuple[str, str], ...]


def cancel_run(tx: Transaction, *, requester: str, run_id: str) -> CancelledRun:
    """Cancel a run; a run that is cancelled already answers again."""
    tx.lock(run_lock(requester, run_id))
    now = tx.now()
    run = tx.run(requester, run_id) or RunRow(tenant=tx.tenant, requester=requester, run_id=run_id)
    if run.cancelled_at is None:
        tx.put_run(replace(run, cancelled_at=now))
    open_proposals = tx.proposals_of_run(requester, run_id)
    for row in open_proposals:
        tx.change_proposal(replace(row, state="void", decided_at=now, serial=row.serial + 1))
    return CancelledRun(
        voided=tuple(row.id for row in open_proposals),
        going_on=tuple((row.id, row.state) for row in tx.operations_of_run(requester, run_id)),
    )
