"""A write whose effect is stored in the same transaction as the ledger's row.

claimed -> the adapter writes on the open connection -> settled -> committed, all of it or nothing.
There is no moment in which the one is known and the other is not, so nothing is ever unproven here.
What the adapter raises undoes its effect: a declared failure is recorded, anything else undoes the
claim as well, and nothing has happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from toolcharter_runtime import _findings
from toolcharter_runtime._call import ToolError
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.claim import Claimed, Standing, claim
from toolcharter_runtime._ledger.settle import Finding, Unproven, settle
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    from toolcharter_runtime._ledger.claim import Order
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._store.transaction import SharedTransaction, Transaction
    from toolcharter_runtime._work import Work


@dataclass(frozen=True, slots=True)
class Done:
    """The operation has come to its end in the transaction that claimed it."""

    row: OperationRow


def carry_out(tx: Transaction, work: Work, order: Order) -> Done | Standing | Refusal:
    """Claim, write and settle on one transaction."""
    if not hasattr(tx, "connection"):
        raise CatalogError(
            f"{work.tool.wire_name} shares the ledger's transaction, which this store has not"
        )
    work.notes.recording.begins_transaction()
    verdict = claim(tx, order)
    if not isinstance(verdict, Claimed):
        return verdict
    work.notes.attempts += 1
    finding = _written(work, verdict.row, cast("SharedTransaction", tx))
    return Done(settle(tx, verdict.row.id, finding, attempt=verdict.row.attempt))


def _written(work: Work, row: OperationRow, tx: SharedTransaction) -> Finding:
    """What the adapter's statements came to. Without evidence they are undone: then it is proven
    that nothing happened."""
    tool = work.tool
    call, model = work.call(row.key), tool.model(work.document.arguments)
    tx.set_savepoint()
    try:
        doors = work.notes.recording.doors(tool)
        answer = doors.adapter.op(call, model, tx.connection)
        finding = _findings.of_answer(tool, row, answer, work.claim)
        work.notes.recording.proven(tool, row, work.document, finding)
    except ToolError as error:
        finding = _findings.of_error(tool, error)
        if isinstance(finding, Unproven):
            finding = _findings.nothing_happened(tool, Refusal(error.code), is_transient=True)
        tx.go_back()
        return finding
    if isinstance(finding, Unproven):
        tx.go_back()
        return _findings.nothing_happened(tool, Refusal(Code.OUTPUT_INVALID), is_transient=False)
    return finding
