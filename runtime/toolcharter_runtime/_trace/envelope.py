"""What an agent was told, as it would be told about the stand-ins.

Walks in: the end of a call, and the twins that were met on its way. Walks out: the answer of the stand-ins,
made by the runtime's own code: a replay comes to the same. Instants that the runtime makes are at zero,
since no replay has the same clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from toolcharter_runtime import _previews
from toolcharter_runtime._codes import Code
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._proposal.facts import value_at
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._trace import cuts
from toolcharter_runtime._trace.exchanges import milliseconds_from

if TYPE_CHECKING:
    from datetime import datetime

    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._store.records import ProposalRow
    from toolcharter_runtime._told import Told
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.structure import StandIns
    from toolcharter_runtime._trace.tool_shapes import ToolShapes
    from toolcharter_runtime._write_tools import WriteTool

Answer = dict[str, Any]


def of_result(result: JSON) -> Answer:
    """A success."""
    return {"ok": True, "result": cuts.written(cuts.cut(result))}


def of_refusal(
    refusal: Refusal, *, field: str | None, stand_ins: StandIns, now: datetime
) -> Answer:
    """A refusal. The words of an approver are a stand-in, those of the runtime are not."""
    error: dict[str, Any] = {"code": str(refusal.code), "field": field}
    if refusal.retry_at is not None:
        error["retry_in_ms"] = milliseconds_from(now, refusal.retry_at)
    if refusal.operation is not None:
        error["operation"] = stand_ins.id(refusal.operation)
    if refusal.reason is not None:
        is_a_persons = refusal.code == Code.APPROVAL_DENIED
        error["reason"] = stand_ins.words(refusal.reason) if is_a_persons else refusal.reason
    if refusal.next_tool is not None:
        error["next"] = refusal.next_tool
    return {"ok": False, "error": error}


def with_ledger(answer: Answer, told: Told) -> Answer:
    """The same, with what the ledger's word adds."""
    facts = {
        "outcome": told.outcome,
        "replayed": told.replayed or None,
        "has_as_of": told.as_of is not None or None,
    }
    return {**answer, **{name: each for name, each in facts.items() if each is not None}}


def of_proposal(
    tool: WriteTool, view: str, row: ProposalRow, shapes: ToolShapes, stand_ins: StandIns
) -> JSON:
    """What a preview shows of a proposal."""
    content = Document.read(row.document).content
    plan = {
        name: cuts.whole(stand_ins.of(content[name], shapes.answer.member(name)))
        for name in ("before", "after", "consequences")
    }
    arguments = cuts.whole(stand_ins.of(content["arguments"], shapes.input))
    target = content["target"] | {
        "id": value_at({"input": arguments}, ("input", *tool.write["target"]["field"])),
        "version": str(stand_ins.text(content["target"]["version"], shapes.version.texts)),
    }
    known_as = stand_ins.id(row.id)
    twin = {**content, **plan, "target": target, "proposal": known_as, "expires_at": 0}
    return _previews.shown(twin, row.state, tool, view)


def of_operation(
    view: str,
    result: Mapping[str, Any],
    known: Mapping[str, JSON] | None,
    shapes: ToolShapes,
    stand_ins: StandIns,
) -> JSON:
    """What a view shows of a write: what every view showed of its stand-in, where the answer came
    while the trace was written; else a stand-in of what is shown."""
    if known is not None and view in known:
        return known[view]
    return cuts.whole(stand_ins.of(dict(result), shapes.view(view)))


def of_follower(
    tool: Tool,
    view: str,
    result: Mapping[str, Any],
    said: Mapping[str, Any] | None,
    shapes: ToolShapes,
    stand_ins: StandIns,
) -> JSON:
    """What a status or poll tool answers: what the ledger holds as stand-ins, and of the service's
    result what the view shows of its stand-in."""
    # An error is a code with its fixed words, which the runtime puts there.
    fixed = {
        name: part
        if name == "error"
        else cuts.whole(stand_ins.of(part, shapes.view(view).member(name)))
        for name, part in result.items()
        if name != "result"
    }
    shown = None if result.get("result") is None or said is None else said.get("result")
    return tool.shown({"result": shown}, view, fixed=fixed)


def level_or_code(tool: WriteTool, arguments: JSON, plan: JSON, *, environment: str) -> str:
    """The level that the stand-ins of a preview need, or the code with which they are refused."""
    try:
        judged = _previews.judge(tool.write, arguments, plan, environment=environment)
    except Refusal as refusal:
        return str(refusal.code)
    return str(judged.level["level"])
