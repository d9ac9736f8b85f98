"""The walk of a follower: what became of an operation.

operation known to this requester? -> what the ledger holds -> the service -> recorded -> told. An
end that the ledger holds is told, whatever the service says today. A state is never made of elapsed
time: where the service says nothing, the last that is known is told, with its age.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import orjson

from toolcharter_runtime import _asking, _cancelling, _findings
from toolcharter_runtime._admission import Admission, inside
from toolcharter_runtime._call import ToolError
from toolcharter_runtime._codes import Code
from toolcharter_runtime._evidence import claim_of
from toolcharter_runtime._ledger.proposals import document_of
from toolcharter_runtime._ledger.settle import settle
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._reads import declared
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._retries import TRANSIENT
from toolcharter_runtime._store.records import TERMINAL
from toolcharter_runtime._told import Told, instant, meaning_of
from toolcharter_runtime._within import TimeIsUpError, within
from toolcharter_runtime._write_tools import WriteTool
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._ledger.keys import RequestName
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._store.transaction import Reading
    from toolcharter_runtime._write_path import WritePath
    from toolcharter_runtime._write_tools import FollowerTool


async def follow(
    path: WritePath,
    tool: FollowerTool,
    grant: Grant,
    arguments: Any,
    *,
    view: str,
    request: RequestName,
    notes: Notes,
) -> Told:
    """What the follower answers about the operation that ``arguments`` name."""
    operation_id = arguments["operation_id"]

    def look(rows: Reading) -> tuple[OperationRow, Document]:
        row = rows.operation(operation_id)
        followed = tool.row["follows"]
        is_known = row is not None and followed is not None and row.tool in followed["of"]
        if row is None or not is_known or row.requester != grant.requester.identity:
            raise Refusal(Code.OPERATION_UNKNOWN, field="/operation_id")
        return row, document_of(rows, row)

    if tool.row["form"] == "cancel":
        known = await _cancelling.known(path, tool, grant, operation_id, view=view, request=request)
        if known is not None:
            return known
    async with inside(tool, grant, path.clock):
        # It asks whether the requester may see this, then the service: each within the timeout.
        admission = Admission(path, tool, grant, notes.counting, tries=2)
        try:
            row, document = await admission.go_in(look)
            notes.recording.about(row, document)
            return await _followed(
                path, tool, grant, row, document, view=view, request=request, notes=notes
            )
        finally:
            admission.go_out()


async def _followed(
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
    try:
        await _check_facts(path, tool, grant, row, document, notes)
    except Refusal as refusal:
        if tool.row["form"] == "cancel" or refusal.code not in TRANSIENT:
            raise
        # The service cannot be asked who may see this; the ledger knows whose operation it is.
        return _told(tool, row, None, view)
    if tool.row["form"] == "cancel":
        return await _cancelling.cancel(
            path, tool, grant, row, document, view=view, request=request, notes=notes
        )
    answer = await _asking.ask(path, tool.wire_name, grant.caller, row, document, notes=notes)
    if answer is not None and row.state != "claimed":
        try:
            row = await _recorded(path, row, document, answer, notes)
        except Refusal:
            # What could not be stored is told to nobody: only what was known before.
            answer = None
    return _told(tool, row, answer, view)


async def _check_facts(
    path: WritePath,
    tool: FollowerTool,
    grant: Grant,
    row: OperationRow,
    document: Document,
    notes: Notes,
) -> None:
    call, operation = (
        _asking.call_of(path, tool, grant.caller),
        _asking.operation_of(tool, row, document),
    )
    facts = notes.recording.doors(tool).preconditions
    work = facts.check(call, operation, {"operation_id": row.id})
    try:
        await within(tool.timeout.total_seconds(), work)
    except TimeIsUpError:
        raise Refusal(Code.UPSTREAM_TIMEOUT) from None
    except ToolError as error:
        raise declared(tool, error) from None


async def _recorded(
    path: WritePath,
    row: OperationRow,
    document: Document,
    answer: Mapping[str, Any],
    notes: Notes,
) -> OperationRow:
    """The operation, once what the service says is in the ledger."""
    written = path.tool(row.tool)
    if not isinstance(written, WriteTool):
        raise CatalogError(f"{row.tool} stands in the ledger and is no write")
    claim = claim_of(written, document.target)
    finding = _findings.of_status(written, row, answer, claim)
    notes.recording.proven(written, row, document, finding)
    # An attempt that was begun while the service was asked is not what the answer is about.
    settled = await path.transact(
        row.tenant, lambda tx: settle(tx, row.id, finding, attempt=row.attempt)
    )
    notes.recording.settled(settled)
    return settled


def _told(
    tool: FollowerTool, row: OperationRow, answer: Mapping[str, Any] | None, view: str
) -> Told:
    """A fixed answer: state, evidence and error from the ledger, the rest from the service."""
    said = answer or {}
    fixed: dict[str, JSON] = {
        "operation_id": row.id,
        "state": _state(tool, row, said),
        "evidence": orjson.loads(row.evidence) if row.evidence is not None else None,
        "error": _error(tool, row),
    }
    if tool.row["form"] == "poll":
        fixed |= {name: said.get(name) for name in ("started_at", "finished_at")}
    agrees = row.state == "succeeded" == said.get("state")
    result = tool.shown({"result": said.get("result") if agrees else None}, view, fixed=fixed)
    is_confirmed = row.state in TERMINAL or said.get("state") == fixed["state"]
    is_today = answer is not None and is_confirmed
    return Told(result=result, as_of=None if is_today else _last_known(row))


def _state(tool: FollowerTool, row: OperationRow, said: Mapping[str, Any]) -> str:
    if row.state in TERMINAL:
        is_poll = tool.row["form"] == "poll"
        return "failed" if row.state == "cancelled" and not is_poll else row.state
    if tool.row["form"] == "poll":
        return row.progress or "queued"
    return str(said["state"]) if said.get("state") in ("pending", "not_found") else "pending"


def _error(tool: FollowerTool, row: OperationRow) -> JSON:
    if row.state not in ("failed", "cancelled"):
        return None
    code = orjson.loads(row.error)["code"] if row.error else Code.OPERATION_CANCELLED
    return meaning_of(code, tool.error_rows)


def _last_known(row: OperationRow) -> datetime:
    return instant(row.finished_at or row.seen_at or row.claimed_at)
