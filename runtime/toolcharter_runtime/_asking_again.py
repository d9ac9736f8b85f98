"""Asking once more what became of an operation, because a person wants to know.

Walks in: an operation whose outcome is unknown. Walks out: the operation as it stands once the
service's answer is in the ledger. Only a question is asked: nothing is written again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcharter_runtime import _calling, _carrying
from toolcharter_runtime._ledger.proposals import document_of
from toolcharter_runtime._work import Work
from toolcharter_runtime._write_tools import WriteTool
from toolcharter_runtime.errors import CatalogError, ResolutionRefusedError

if TYPE_CHECKING:
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._store.transaction import Reading
    from toolcharter_runtime._write_path import WritePath


async def ask_again(path: WritePath, tenant: str, operation_id: str) -> OperationRow | None:
    """The operation after the question; None where the answer could not be stored."""

    def look(rows: Reading) -> tuple[OperationRow, Document]:
        row = rows.operation(operation_id)
        if row is None:
            raise ResolutionRefusedError("unknown_id", operation_id=operation_id)
        return row, document_of(rows, row)

    row, document = await path.store.read(tenant, look)
    try:
        tool = path.tool(row.tool)
    except KeyError:
        raise CatalogError(f"the dispatcher serves no {row.tool}") from None
    if not isinstance(tool, WriteTool) or tool.asked_with is None:
        raise ResolutionRefusedError("cannot_ask", operation_id=row.id, state=row.state)
    recording = path.recording("question", row, document)
    work = Work.left_behind(path, tool, row, document, recording)
    try:
        return await _carrying.recorded(work, row, await _calling.ask(work, row))
    finally:
        recording.ends()
