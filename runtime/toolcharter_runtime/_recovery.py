"""Finding out what became of writes that a process left behind.

Walks in: the ledger. Walks out: how many operations were taken up. A claim whose lease is over is
taken over by one process, which asks the service and records what that proves; where nothing is
proven the operation stays in the operator's queue. Any process may run this, as often as it likes.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from toolcharter_runtime import _calling, _carrying
from toolcharter_runtime._admission import LEASE_MARGIN_MS
from toolcharter_runtime._ledger.again import take_over
from toolcharter_runtime._ledger.proposals import AlteredProposalError, document_of
from toolcharter_runtime._ledger.settle import Unproven, settle
from toolcharter_runtime._store.seals import BrokenSealError
from toolcharter_runtime._told import instant
from toolcharter_runtime._work import Work
from toolcharter_runtime._write_tools import WriteTool
from toolcharter_runtime.errors import CatalogError
from toolcharter_runtime.outcomes import LOGGER

if TYPE_CHECKING:
    from datetime import datetime

    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._recording import Recording
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._store.transaction import Transaction
    from toolcharter_runtime._write_path import WritePath

_LOG = logging.getLogger(LOGGER)

_AT_A_TIME = 32

_SWEEP_EVERY_S = 600
_OVER_FOR_MS = 3_600_000


async def recover(path: WritePath) -> int:
    """Take up every operation whose lease is over; how many there were. Now and then this also
    tidies the store up."""
    count = left = 0
    while overdue := await path.store.overdue(_AT_A_TIME, skip=left):
        for tenant, operation_id in overdue:
            is_taken = await _try_to_recover(path, tenant, operation_id)
            count += is_taken
            left += not is_taken
    await _sweep(path)
    return count


async def _try_to_recover(path: WritePath, tenant: str, operation_id: str) -> bool:
    """Whether the operation was taken up. One that nobody here can ask about, that somebody
    altered, or that is of another catalog keeps no other from its turn."""
    try:
        return await _recover(path, tenant, operation_id)
    except (BrokenSealError, AlteredProposalError, CatalogError) as error:
        _LOG.error("%s", error)
        return False


async def _sweep(path: WritePath) -> None:
    now = path.clock.monotonic()
    if path.swept_at is None or now - path.swept_at >= _SWEEP_EVERY_S:
        path.swept_at = now
        await path.store.sweep(older_than_ms=_OVER_FOR_MS)


async def _recover(path: WritePath, tenant: str, operation_id: str) -> bool:
    def take(tx: Transaction) -> tuple[OperationRow, Document, datetime | None] | None:
        left = tx.operation(operation_id)
        if left is None or not _is_wired(path, left):
            return None
        lease_ms = path.tool(left.tool).row["limits"]["timeout_ms"] + LEASE_MARGIN_MS
        row = take_over(tx, operation_id, owner=path.owner, lease_ms=lease_ms)
        if row is None:
            return None
        proposal = tx.proposal(row.proposal_id) if row.proposal_id is not None else None
        expires_at = None if proposal is None else instant(proposal.expires_at)
        return row, document_of(tx, row), expires_at

    taken = await path.store.transact(tenant, take)
    if taken is None:
        return False
    row, document, expires_at = taken
    recording = path.recording("recovery", row, document)
    try:
        await _ended(path, row, document, expires_at, recording)
    finally:
        recording.ends()
    return True


async def _ended(
    path: WritePath,
    row: OperationRow,
    document: Document,
    expires_at: datetime | None,
    recording: Recording,
) -> None:
    """Find out what became of an operation that is ours now, and record it."""
    tool = path.tool(row.tool)
    if not isinstance(tool, WriteTool):
        # A cancel: what it was to stop speaks for itself, and nobody is waiting for its answer.
        unanswered = Unproven("cancel_unanswered")
        recording.settled(
            await path.store.transact(row.tenant, lambda tx: settle(tx, row.id, unanswered))
        )
        return
    work = Work.left_behind(path, tool, row, document, recording, expires_at=expires_at)
    row, finding = await _calling.find_out(work, row)
    if work.notes.exception is not None:
        _LOG.error("%s: %s at %s", row.tool, work.notes.exception, work.notes.raised_at)
    await _carrying.recorded(work, row, finding)


def _is_wired(path: WritePath, row: OperationRow) -> bool:
    """Whether this process could ask about the operation. One that has no adapter for it, since it
    serves other roles, leaves it to the others."""
    tool = path.tool(row.tool)
    ask = tool.asked_with if isinstance(tool, WriteTool) else None
    return tool.is_wired and (ask is None or path.tool(ask).is_wired)
