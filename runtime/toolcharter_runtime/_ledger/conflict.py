"""A conflict of versions that was found before the claim, by asking for the version.

Walks in: a transaction and the operation that was to be claimed. Walks out: what the ledger holds of
the write, where somebody has carried it out meanwhile and so moved the version itself; else None,
and the proposal is closed. Whatever its contract declares for a conflict, the approval never applies
to another version; nor does it live on until the version is, by chance, the approved one again.
"""

from __future__ import annotations

from dataclasses import replace

from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.claim import Standing, standing
from toolcharter_runtime._store.records import OperationRow, ProposalRow
from toolcharter_runtime._store.transaction import ConflictError, Transaction


def end_in_conflict(tx: Transaction, wanted: OperationRow) -> Standing | None:
    """Close the proposal of a commit that nobody has claimed."""
    found = tx.operation_of_key(wanted.key)
    known = None
    if found is not None:
        known = standing(found, document_hash=wanted.document_hash, now=tx.now())
    row = None if known else tx.proposal(str(wanted.proposal_id))
    if row is None:
        return known
    if row.state == "consumed":
        # It was claimed after the ledger was asked about the operation, which is to be found now.
        raise ConflictError(f"{row.id} was claimed meanwhile")
    if row.state == "approved":
        tx.change_proposal(_closed(row))
    return None


def _closed(row: ProposalRow) -> ProposalRow:
    return replace(row, state="closed", reason=str(Code.VERSION_CONFLICT), serial=row.serial + 1)
