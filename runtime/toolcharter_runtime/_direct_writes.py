"""The walk of a direct write: no proposal, since nobody but the requester is concerned.

ledger: same request before? -> preconditions -> carried out, in a task of its own -> told. The key
is made of the run, the tool version and the host's request id, never of anything the model chose.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from toolcharter_runtime import _carrying
from toolcharter_runtime._call import Target
from toolcharter_runtime._json_value import canonical_bytes
from toolcharter_runtime._ledger import admit
from toolcharter_runtime._ledger.claim import Standing, standing
from toolcharter_runtime._ledger.keys import request_id, write_key
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._proposal.facts import value_at
from toolcharter_runtime._store.records import OperationRow
from toolcharter_runtime._work import Work

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._ledger.keys import RequestName
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._store.transaction import Reading
    from toolcharter_runtime._told import Told
    from toolcharter_runtime._write_path import WritePath
    from toolcharter_runtime._write_tools import LedgerTool, WriteTool

_DOMAIN = b"toolcharter write 1\n"


async def write(
    path: WritePath,
    tool: WriteTool,
    grant: Grant,
    arguments: JSON,
    *,
    view: str,
    request: RequestName,
    notes: Notes,
) -> Told:
    """What became of the write that this request asks for."""
    operation, document = operation_of(path, tool, grant, arguments, request=request)

    def look(rows: Reading) -> Standing | None:
        row = rows.operation_of_key(operation.key)
        known = None
        if row is not None:
            known = standing(row, document_hash=operation.document_hash, now=rows.now())
        if known is None:
            admit.check_calls(rows, operation.requester, grant.run_id, notes.counting.calls)
        else:
            # A run that was cancelled elsewhere is not even told again what it did.
            admit.check_going(rows.run(operation.requester, grant.run_id))
        return known

    known = await path.read(operation.tenant, look)
    work = Work(
        path=path,
        tool=tool,
        caller=grant.caller,
        grant=grant,
        operation=operation,
        document=document,
        expires_at=None,
        notes=notes,
    )
    return await _carrying.write(work, view=view, known=known)


def operation_of(
    path: WritePath, tool: LedgerTool, grant: Grant, arguments: JSON, *, request: RequestName
) -> tuple[OperationRow, Document]:
    """The row that a first claim stores, and its document."""
    tenant, requester = grant.requester.tenant, grant.requester.identity
    target = _target(tool, arguments)
    content = {
        "arguments": arguments,
        "target": {"kind": target.kind, "id": target.id, "version": None},
    }
    stored = canonical_bytes(content)
    document = Document(content)
    made = request_id(
        request,
        run_id=grant.run_id,
        tool=tool.wire_name,
        arguments=canonical_bytes(arguments),
    )
    row = OperationRow(
        tenant=tenant,
        id=path.new_id("op"),
        key=write_key(
            tenant=tenant,
            requester=requester,
            run_id=grant.run_id,
            request_id=made,
            tool=tool.wire_name,
        ),
        tool=tool.wire_name,
        enforced=tool.row["enforced"],
        snapshot=path.snapshot,
        requester=requester,
        run_id=grant.run_id,
        proposal_id=None,
        consequence=tool.write["policy"]["consequence"],
        target=document.target_key,
        document=stored,
        document_hash=f"sha256:{hashlib.sha256(_DOMAIN + stored).hexdigest()}",
        state="claimed",
        attempt=1,
        owner=path.owner,
        lease_until=None,
        claimed_at=0,
    )
    return row, document


def _target(tool: LedgerTool, arguments: JSON) -> Target:
    """The record that is written; one that the write makes has no id yet. A cancel is about the
    operation that it stops."""
    row = tool.write["target"] or {"kind": "operation", "field": ("operation_id",)}
    field = row["field"]
    named = None if field is None else value_at({"input": arguments}, ("input", *field))
    return Target(kind=row["kind"], id=named, version=None)
