"""The walk of a commit: from a proposal id to what the ledger says became of it.

ledger: done already? -> proposal usable? -> preconditions again -> carried out, in a task of its
own -> told. The agent brings nothing but the id; everything else is read from the proposal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolcharter_runtime import _carrying
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import admit
from toolcharter_runtime._ledger.claim import Standing, standing
from toolcharter_runtime._ledger.keys import commit_key
from toolcharter_runtime._ledger.proposals import Loaded, check_usable, load, store_expiry
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import OperationRow
from toolcharter_runtime._store.transaction import ConflictError
from toolcharter_runtime._told import Told, instant
from toolcharter_runtime._work import Work

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._store.transaction import Reading, Transaction
    from toolcharter_runtime._write_path import WritePath
    from toolcharter_runtime._write_tools import WriteTool

_PROPOSE_AGAIN = frozenset(
    {Code.APPROVAL_EXPIRED, Code.APPROVAL_CONSUMED, Code.APPROVAL_DENIED, Code.VERSION_CONFLICT}
)


async def commit(
    path: WritePath, tool: WriteTool, grant: Grant, arguments: JSON, *, view: str, notes: Notes
) -> Told:
    """What became of the proposal's commit; a Refusal where nothing was sent."""
    try:
        return await _commit(path, tool, grant, arguments, view, notes)
    except Refusal as refusal:
        if refusal.code in _PROPOSE_AGAIN and refusal.next_tool is None:
            refusal.next_tool = tool.write["preview"]
        raise


async def _commit(
    path: WritePath, tool: WriteTool, grant: Grant, arguments: Any, view: str, notes: Notes
) -> Told:
    tenant, requester = grant.requester.tenant, grant.requester.identity
    proposal_id = arguments["proposal_id"]

    def look(rows: Reading) -> tuple[Loaded, Standing | None, Refusal | None, int]:
        loaded = load(rows, proposal_id=proposal_id, requester=requester, tool=tool.wire_name)
        now = rows.now()
        notes.recording.approval(rows, loaded, now)
        row = rows.operation_of_key(_key(loaded, tool))
        known = None if row is None else standing(row, document_hash=loaded.row.hash, now=now)
        refusal = None
        if known is not None:
            # A run that was cancelled elsewhere is not even told again what it did.
            admit.check_going(rows.run(requester, grant.run_id))
        else:
            admit.check_calls(rows, requester, grant.run_id, notes.counting.calls)
            try:
                check_usable(
                    rows, loaded, run_id=grant.run_id, enforced=tool.row["enforced"], now=now
                )
            except Refusal as reason:
                refusal = reason
        return loaded, known, refusal, now

    loaded, known, refusal, now = await path.read(tenant, look)
    wanted = _operation(path, tool, grant, loaded)
    if refusal is not None and refusal.code == Code.APPROVAL_EXPIRED:
        known = await path.transact(tenant, lambda tx: _end_in_expiry(tx, wanted, seen_at=now))
    if refusal is not None and known is None:
        raise refusal
    work = Work(
        path=path,
        tool=tool,
        caller=grant.caller,
        grant=grant,
        operation=wanted,
        document=loaded.document,
        expires_at=instant(loaded.row.expires_at),
        notes=notes,
    )
    return await _carrying.write(work, view=view, known=known)


def _end_in_expiry(tx: Transaction, wanted: OperationRow, *, seen_at: int) -> Standing | None:
    """Store the expiry that was seen. Where a claim that was made in time was stored after the
    ledger was looked into, it is no refusal: what became of that claim is told."""
    known = _carrying.standing_of(tx, wanted)
    if known is not None:
        admit.check_going(tx.run(wanted.requester, wanted.run_id))
        return known
    row = store_expiry(tx, str(wanted.proposal_id), seen_at=seen_at)
    if row is not None and row.state == "consumed":
        raise ConflictError(f"{row.id} was claimed meanwhile")
    return None


def _key(loaded: Loaded, tool: WriteTool) -> str:
    """The proposal's own run stands in the key: whichever run commits it, it is one operation."""
    row = loaded.row
    return commit_key(
        tenant=row.tenant,
        requester=row.requester,
        run_id=row.run_id,
        proposal_id=row.id,
        tool=tool.wire_name,
    )


def _operation(path: WritePath, tool: WriteTool, grant: Grant, loaded: Loaded) -> OperationRow:
    """The row that a first claim stores; the store fills in its instants."""
    row = loaded.row
    return OperationRow(
        tenant=row.tenant,
        id=path.new_id("op"),
        key=_key(loaded, tool),
        tool=tool.wire_name,
        enforced=tool.row["enforced"],
        snapshot=path.snapshot,
        requester=row.requester,
        run_id=grant.run_id,
        proposal_id=row.id,
        consequence=row.consequence,
        target=loaded.document.target_key,
        document=b"",
        document_hash=row.hash,
        state="claimed",
        attempt=1,
        owner=path.owner,
        lease_until=None,
        claimed_at=0,
    )
