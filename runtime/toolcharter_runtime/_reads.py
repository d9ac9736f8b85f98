"""Carrying out a read: preconditions, then the operation, as often as the contract allows.

One try is the preconditions and the operation together, and the tool's timeout bounds a try. A
further try asks the preconditions again. The run's deadline bounds everything, waiting included.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from toolcharter_runtime._call import JSON, Call, ToolError
from toolcharter_runtime._codes import Code
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._retries import TRANSIENT, wait_before_retry
from toolcharter_runtime._within import TimeIsUpError, within
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._recording import Doors
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime.clock import Clock

_CODE = re.compile(r"[A-Z][A-Z0-9_]{1,59}")
"""What a code looks like; anything else that host code raises as one is not repeated."""


async def read(tool: Tool, grant: Grant, arguments: JSON, notes: Notes, clock: Clock) -> object:
    """What the adapter answered."""
    model = tool.model(arguments)
    doors = notes.recording.doors(tool)
    while True:
        notes.attempts += 1
        try:
            return await _try(tool, doors, grant, arguments, model, clock)
        except Refusal as failure:
            wait = wait_before_retry(
                tool.retry,
                tried=notes.attempts,
                failure=failure,
                now=clock.now(),
                deadline=grant.deadline,
            )
            if wait is None:
                raise
        await clock.sleep(wait)
        grant.check_not_cancelled()


async def _try(
    tool: Tool, doors: Doors, grant: Grant, arguments: JSON, model: Any, clock: Clock
) -> object:
    now = clock.now()
    end = now + tool.timeout
    if grant.deadline is not None and grant.deadline < end:
        end = grant.deadline
    call = Call(
        tool=tool.wire_name,
        requester=grant.requester,
        run_id=grant.run_id,
        deadline=end,
        cancellation=grant.state.cancellation,
    )
    try:
        work = _checked(doors, call, arguments, model)
        return await within((end - now).total_seconds(), work)
    except TimeIsUpError:
        is_run_over = end is grant.deadline
        raise Refusal(Code.DEADLINE_EXCEEDED if is_run_over else Code.UPSTREAM_TIMEOUT) from None
    except ToolError as error:
        raise declared(tool, error) from None


async def _checked(doors: Doors, call: Call, arguments: JSON, model: Any) -> object:
    await doors.preconditions.check(call, model, arguments)
    pending = doors.adapter.op(call, model)
    try:
        answer: object = await pending
    except TypeError:
        if hasattr(pending, "__await__"):
            raise
        raise CatalogError(f"the op of the adapter for {call.tool} is no `async def`") from None
    return answer


def declared(tool: Tool, error: ToolError) -> Refusal | CatalogError:
    """What to raise for a ToolError: a refusal, if the contract knows its code."""
    if error.code in tool.errors or error.code in TRANSIENT:
        return Refusal(error.code, retry_at=error.retry_at)
    if error.code == Code.INVALID_ARGUMENT and tool.row["page"] is not None:
        return Refusal(error.code, field="/cursor", place="/cursor")
    code = error.code if _CODE.fullmatch(error.code) else "a code"
    return CatalogError(f"the adapter for {tool.wire_name} raised {code}, which its contract lacks")
