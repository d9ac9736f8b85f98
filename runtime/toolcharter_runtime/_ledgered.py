"""Which walk a tool takes that is no plain read: the form of the tool decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcharter_runtime import (
    _commits,
    _direct_writes,
    _followers,
    _previews,
    _reads,
    _recovery,
)
from toolcharter_runtime._admission import Admission, inside
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import cancel_run as _cancel_run
from toolcharter_runtime._ledger.cancel_run import CancelledRun
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._write_tools import FollowerTool, WriteTool
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._ledger.keys import RequestName
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._told import Told
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._write_path import WritePath


async def answer(
    path: WritePath | None,
    tool: Tool,
    grant: Grant,
    arguments: JSON,
    request: RequestName,
    *,
    view: str,
    notes: Notes,
) -> Told:
    """What the call is told; STORE_NOT_CONFIGURED where this host keeps no ledger."""
    if path is None:
        raise Refusal(Code.STORE_NOT_CONFIGURED)
    match tool:
        case WriteTool() if tool.row["form"] == "preview":
            async with inside(tool, grant, path.clock):
                return await _previews.preview(
                    path, tool, grant, arguments, view=view, request=request, notes=notes
                )
        case WriteTool() if tool.row["form"] == "commit":
            return await _commits.commit(path, tool, grant, arguments, view=view, notes=notes)
        case WriteTool():
            return await _direct_writes.write(
                path, tool, grant, arguments, view=view, request=request, notes=notes
            )
        case FollowerTool():
            followed = _followers.follow(
                path, tool, grant, arguments, view=view, request=request, notes=notes
            )
            # Stopping something goes on to recorded evidence, like every write.
            is_cancel = tool.row["form"] == "cancel"
            return await (path.to_the_end(followed, notes.recording) if is_cancel else followed)
        case _:
            raise CatalogError(f"{tool.wire_name} has a form that this runtime does not know")


async def read(path: WritePath, tool: Tool, grant: Grant, arguments: JSON, notes: Notes) -> object:
    """A read of a run whose calls all hosts count together: what the adapter answered."""
    admission = Admission(path, tool, grant, notes.counting)
    try:
        await admission.go_in(lambda tx: None)
        return await _reads.read(tool, grant, arguments, notes, path.clock)
    finally:
        admission.go_out()


async def cancel_run(path: WritePath | None, grant: Grant) -> CancelledRun:
    """Cancel a run for all hosts that share its store."""
    if path is None:
        return CancelledRun(voided=(), going_on=())
    requester = grant.requester
    return await path.store.transact(
        requester.tenant,
        lambda tx: _cancel_run.cancel_run(tx, requester=requester.identity, run_id=grant.run_id),
    )


async def recover(path: WritePath | None) -> int:
    """How many writes were taken up that a process left behind."""
    return 0 if path is None else await _recovery.recover(path)


async def drain(path: WritePath | None) -> None:
    """Wait for the writes of this process."""
    if path is not None:
        await path.drain()
