"""The walk of a cancel: an attempt to stop an operation, with one of four honest answers.

ended already? -> asked before under this request? -> claimed as an operation of its own -> the
service's answer -> recorded -> told. ``stopped`` is told only where the service says so, and then
the operation has had no effect; where it says nothing, the answer is ``unknown`` and the operation
is as it was.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, cast

from toolcharter_runtime import _asking, _direct_writes
from toolcharter_runtime._admission import LEASE_MARGIN_MS
from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_value import canonical_bytes
from toolcharter_runtime._ledger import admit, claim
from toolcharter_runtime._ledger.again import claim_again
from toolcharter_runtime._ledger.gates import GateFullError, record_gate
from toolcharter_runtime._ledger.settle import Happened, Stopped, Unproven, settle
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import TERMINAL
from toolcharter_runtime._told import Told, instant, told

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._ledger.keys import RequestName
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._store.transaction import Reading, Transaction
    from toolcharter_runtime._write_path import WritePath
    from toolcharter_runtime._write_tools import FollowerTool

Answer = Literal["stopped", "already_finished", "cannot_interrupt", "unknown"]


async def known(
    path: WritePath,
    tool: FollowerTool,
    grant: Grant,
    operation_id: str,
    *,
    view: str,
    request: RequestName,
) -> Told | None:
    """What the same request came to before; None for one that has to be carried out. It takes no
    place among the calls of the tool, and asks nobody."""
    wanted, _ = _direct_writes.operation_of(
        path, tool, grant, {"operation_id": operation_id}, request=request
    )

    def look(rows: Reading) -> claim.Standing | None:
        # A run that was cancelled elsewhere is not even told again what it did.
        admit.check_going(rows.run(wanted.requester, grant.run_id))
        row = rows.operation_of_key(wanted.key)
        if row is None:
            return None
        return claim.standing(row, document_hash=wanted.document_hash, now=rows.now())

    match await path.read(wanted.tenant, look):
        case claim.Stored(row):
            return told(row, view, replayed=True, ask=None)
        case claim.InProgress(_, until):
            raise Refusal(Code.IN_PROGRESS, retry_at=instant(until), operation=operation_id)
        case _:
            return None


async def cancel(
    path: WritePath,
    tool: FollowerTool,
    grant: Grant,
    row: OperationRow,
    document: Document,
    *,
    view: str,
    request: RequestName,
    notes: Notes,
) -> Told:
    """What became of the attempt to stop ``row``."""
    wanted, _ = _direct_writes.operation_of(
        path, tool, grant, {"operation_id": row.id}, request=request
    )
    if row.state == "claimed":
        # The service has not said yet that it took the work on: there is nothing to stop.
        raise Refusal(Code.IN_PROGRESS, retry_at=instant(row.lease_until or 0), operation=row.id)

    try:
        verdict = await path.transact(row.tenant, partial(_claim, tool=tool, wanted=wanted))
    except GateFullError as full:
        free_at = instant(full.free_at)
        raise Refusal(Code.IN_PROGRESS, retry_at=free_at, operation=row.id) from None
    if isinstance(verdict, Refusal):
        raise verdict
    notes.recording.stands(verdict)
    match verdict:
        case claim.Stored(stored):
            return told(stored, view, replayed=True, ask=None)
        case claim.InProgress(_, until):
            raise Refusal(Code.IN_PROGRESS, retry_at=instant(until), operation=row.id)
        case claim.Unproven():
            return _unknown(tool, view, row)
    mine = verdict.row
    answer = await _answer(path, tool, grant, row, document, notes)
    try:
        own = await path.transact(row.tenant, lambda tx: _record(tx, tool, row.id, mine, answer))
    except Refusal:
        # The service was asked; what it said is not stored, so it is told to nobody.
        own = None
    notes.recording.settled(own)
    if own is None or own.state not in TERMINAL:
        return _unknown(tool, view, row)
    return told(own, view, replayed=False, ask=None)


def _unknown(tool: FollowerTool, view: str, row: OperationRow) -> Told:
    return Told(result=_shown(tool, view, row.id, "unknown"), outcome="unknown")


def _claim(tx: Transaction, *, tool: FollowerTool, wanted: OperationRow) -> claim.Verdict | Refusal:
    limits = tool.row["limits"]
    order = claim.Order(
        operation=wanted,
        gates=(record_gate(wanted.target),),
        policy=tool.write["policy"],
        lease_ms=limits["timeout_ms"] + LEASE_MARGIN_MS,
    )
    verdict = claim.claim(tx, order)
    if not isinstance(verdict, claim.Unproven):
        return verdict
    # Nobody knows what came of asking before: it may be asked again, by one at a time.
    mine = claim_again(
        tx,
        verdict.row.id,
        owner=str(wanted.owner),
        lease_ms=order.lease_ms,
        attempt=verdict.row.attempt,
        through=order.gates,
    )
    return verdict if mine is None else claim.Claimed(mine)


async def _answer(
    path: WritePath,
    tool: FollowerTool,
    grant: Grant,
    row: OperationRow,
    document: Document,
    notes: Notes,
) -> Answer:
    """The service's answer. What has ended cannot be stopped, and nobody is asked."""
    if row.state in TERMINAL:
        return "already_finished"
    notes.attempts += 1
    said = await _asking.ask(path, tool.wire_name, grant.caller, row, document, notes=notes)
    return "unknown" if said is None else cast("Answer", said["answer"])


def _record(
    tx: Transaction, tool: FollowerTool, stopped_id: str, mine: OperationRow, answer: Answer
) -> OperationRow:
    """Both operations as they now stand. An end that came first stays: then nothing was stopped."""
    if answer == "stopped":
        stopped = settle(tx, stopped_id, Stopped())
        answer = "stopped" if stopped.state == "cancelled" else "already_finished"
    if answer == "unknown":
        return settle(tx, mine.id, Unproven("cancel_unanswered"), attempt=mine.attempt)
    shown = {view: _shown(tool, view, stopped_id, answer) for view in tool.view_names}
    proof = canonical_bytes({"answer": answer})
    return settle(tx, mine.id, Happened(lambda _: proof, lambda _: canonical_bytes(shown)))


def _shown(tool: FollowerTool, view: str, operation_id: str, answer: Answer) -> JSON:
    return tool.shown({}, view, fixed={"operation_id": operation_id, "answer": answer})
