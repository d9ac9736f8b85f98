"""One question to host code, and what came of it.

Walks in: an answer, or an exception. Walks out: a step of a trace: a fact as true or false, an answer as its
twin, a declared failure as its code, anything else as the name of its class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from toolcharter_runtime._call import ToolError
from toolcharter_runtime._codes import Code
from toolcharter_runtime._notes import class_of
from toolcharter_runtime._trace.twins import Twin, twin_of_answer

if TYPE_CHECKING:
    from datetime import datetime

    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.structure import StandIns
    from toolcharter_runtime._trace.tool_shapes import ToolShapes

Step: TypeAlias = dict[str, Any]

OPERATION, VERSION = "op", "current_version"


def step_of(tool: Tool, name: str) -> Step:
    """A question that nobody has answered yet."""
    return {"asked": name, "of": tool.wire_name}


def said(name: str, answer: object, shapes: ToolShapes, stand_ins: StandIns) -> Step:
    """What a fact or a version was answered with."""
    if name == VERSION and isinstance(answer, str):
        return {"said": str(stand_ins.text(answer, shapes.version.texts))}
    return {"said": answer if isinstance(answer, bool) else None}


def answered(
    tool: Tool, answer: object, shapes: ToolShapes, stand_ins: StandIns
) -> tuple[Step, Twin]:
    """What an operation was answered with; ``verdict`` is there where the answer broke its
    contract, ``replaced`` where characters of it were put right."""
    twin = twin_of_answer(tool, answer, shapes.answer, stand_ins)
    step: Step = {"answer": twin.form}
    if twin.decided.code is not None:
        step["verdict"] = {"code": twin.decided.code, "place": twin.decided.place}
    if twin.decided.replaced:
        step["replaced"] = twin.decided.replaced
    return step, twin


def raised(tool: Tool, error: BaseException, now: Callable[[], datetime]) -> Step:
    """What was raised instead of an answer."""
    if not isinstance(error, ToolError):
        return {"raised": class_of(error)}
    step: Step = {"error": error.code if _is_known(error.code, tool.error_rows) else None}
    if error.retry_at is not None:
        step["retry_in_ms"] = milliseconds_from(now(), error.retry_at)
    return step


def milliseconds_from(now: datetime, moment: datetime) -> int:
    """How far away an instant is."""
    return round((moment - now).total_seconds() * 1000)


def _is_known(code: str, rows: Mapping[str, Any]) -> bool:
    """Whether the catalog or the runtime has the code; what else is raised as one is anything."""
    return code in rows or code in Code.__members__
