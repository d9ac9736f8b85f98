"""Asking a service what became of an operation.

Walks in: an operation of the ledger and the name of the tool that can be asked. Walks out: the
tool's valid answer, or None where there is none: a service that is down, slow or wrong has said
nothing. The same adapter method serves the runtime here and the agent through the tool.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from toolcharter_runtime._call import Call, Operation, ToolError
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._within import TimeIsUpError, within
from toolcharter_runtime._write_tools import FollowerTool
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    from toolcharter_runtime._caller import Caller
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._write_path import WritePath


async def ask(
    path: WritePath,
    wire_name: str,
    caller: Caller,
    row: OperationRow,
    document: Document,
    *,
    notes: Notes,
) -> Mapping[str, Any] | None:
    """The answer of the follower ``wire_name`` about an operation."""
    tool = follower_of(path, wire_name)
    try:
        call, operation = call_of(path, tool, caller), operation_of(tool, row, document)
        asked = notes.recording.doors(tool).adapter.op(call, operation)
        said = await within(tool.timeout.total_seconds(), asked)
        answer, _ = tool.answers.read(said)
    except (TimeIsUpError, ToolError, Refusal):
        return None
    # The edge to the host's code: what a status adapter raises proves nothing.
    except Exception as error:  # noqa: BLE001
        notes.raised(error)
        return None
    return cast("Mapping[str, Any]", answer)


def follower_of(path: WritePath, wire_name: str) -> FollowerTool:
    """The follower of this name, whatever the run may call itself."""
    tool = path.tool(wire_name)
    if not isinstance(tool, FollowerTool):
        raise CatalogError(f"{wire_name} is asked about operations and is no follower")
    return tool


def call_of(path: WritePath, tool: FollowerTool, caller: Caller) -> Call:
    """A call in the requester's name."""
    return caller.call(tool.wire_name, now=path.clock.now(), timeout=tool.timeout)


def operation_of(tool: FollowerTool, row: OperationRow, document: Document) -> Operation[Any]:
    """An operation as an adapter sees it."""
    return Operation(
        id=row.id,
        idempotency_key=row.key,
        tool=row.tool,
        arguments=tool.operation_model(row.tool, document.arguments),
        target=document.target,
        reference=row.reference,
    )
