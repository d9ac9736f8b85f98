"""How a call ended: what the agent was told about the originals, told about the stand-ins.

Walks in: the end of a call, and the twins that were met on its way. Walks out: the answer of the
stand-ins, made by the runtime's own code, so that a replay comes to the same; and whether anything was
decided about the originals that is decided otherwise about them. Instants that the runtime makes are at
zero, since no replay has the same clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from toolcharter_runtime import _previews
from toolcharter_runtime._codes import Code
from toolcharter_runtime._notes import ABANDONED, OK
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._proposal.facts import value_at
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._trace import cuts
from toolcharter_runtime._trace.effort import NoStandInError

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._store.records import ProposalRow
    from toolcharter_runtime._told import Told
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.journal import Journal
    from toolcharter_runtime._trace.shapes import Shape
    from toolcharter_runtime._trace.stages import Stage
    from toolcharter_runtime._trace.structure import StandIns
    from toolcharter_runtime._trace.tool_shapes import ToolShapes
    from toolcharter_runtime._trace.twins import Twin
    from toolcharter_runtime._write_tools import WriteTool

_JUDGED = frozenset({OK, Code.OUTPUT_INVALID, Code.POLICY_REFUSED, Code.VERSION_CONFLICT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """``tool`` is None where the run has no such tool. ``value`` is the twin of what its adapter
    answered, where that was valid; ``environment`` is the one of the run's role."""

    journal: Journal
    stand_ins: StandIns
    tool: Tool | None
    view: str
    environment: str
    code: str
    stage: Stage | None
    arguments: Twin | None
    value: JSON
    proposal: ProposalRow | None
    told: Told | None
    refusal: Refusal | None

    def answer(self) -> dict[str, Any] | None:
        """What the agent was told; None where nobody waited for it. NoStandInError where nothing
        like it can be told about the stand-ins."""
        told = self.told
        if self.code == ABANDONED and told is None:
            return None
        answer: dict[str, Any]
        if self.code in (OK, ABANDONED) and self.refusal is None:
            answer = {"ok": True, "result": cuts.written(cuts.cut(self._result()))}
        else:
            answer = {"ok": False, "error": self._error(self.refusal or Refusal(self.code))}
        if told is not None and told.outcome is not None:
            answer["outcome"] = told.outcome
        if told is not None and told.replayed:
            answer["replayed"] = True
        if told is not None and told.as_of is not None:
            answer["has_as_of"] = True
        return answer

    def is_unlike(self) -> bool:
        """Whether something else is decided about the stand-ins of a valid answer than about the
        answer: what a view may show, or which approval a plan needs."""
        tool, arguments = self.tool, self.arguments
        if tool is None or arguments is None or self.value is None or self.code not in _JUDGED:
            return False
        if tool.row["form"] == "read":
            return self.code == Code.OUTPUT_INVALID and self._can_be_shown(tool)
        if tool.row["form"] != "preview":
            return False
        decided = self.code if self.proposal is None else self.proposal.level
        return decided != self._level_or_code(cast("WriteTool", tool), arguments.value)

    def _error(self, refusal: Refusal) -> dict[str, Any]:
        """A refusal. The words of an approver are a stand-in, those of the runtime are not."""
        field = refusal.field
        if self.stage in ("reading", "schema"):
            field = None if self.arguments is None else self.arguments.field
        error: dict[str, Any] = {"code": str(refusal.code), "field": field}
        if refusal.retry_at is not None:
            error["retry_in_ms"] = self.journal.until(refusal.retry_at)
        if refusal.operation is not None:
            error["operation"] = self.stand_ins.id(refusal.operation)
        if refusal.reason is not None:
            is_a_persons = refusal.code == Code.APPROVAL_DENIED
            error["reason"] = (
                self.stand_ins.words(refusal.reason) if is_a_persons else refusal.reason
            )
        if refusal.next_tool is not None:
            error["next"] = refusal.next_tool
        return error

    def _result(self) -> JSON:
        tool = cast("Tool", self.tool)
        try:
            if self.told is None:
                return tool.shown(self.value, self.view)
            return self._of_ledger(tool, self.told.result)
        except Refusal:
            raise NoStandInError from None

    def _of_ledger(self, tool: Tool, result: Any) -> JSON:
        shapes = self.journal.shapes(tool)
        match tool.row["form"]:
            case "preview" if self.proposal is not None:
                return self._proposed(cast("WriteTool", tool), self.proposal, shapes)
            case "status" | "poll":
                return self._followed(tool, result, shapes)
            case "cancel":
                known: Mapping[str, JSON] = {}
            case _:
                # What every view showed of the stand-in, where the answer came with this trace.
                known = self.journal.results_of(self.stand_ins.id(result["operation_id"]))
        view = self.view
        return known[view] if view in known else self._like(result, shapes.view(view))

    def _proposed(self, tool: WriteTool, row: ProposalRow, shapes: ToolShapes) -> JSON:
        """What a preview shows of a proposal."""
        content = Document.read(row.document).content
        plan = {
            name: self._like(content[name], shapes.answer.member(name))
            for name in ("before", "after", "consequences")
        }
        arguments = self._like(content["arguments"], shapes.input)
        version = self.stand_ins.word(content["target"]["version"], shapes.version.texts)
        target = content["target"] | {
            "id": value_at({"input": arguments}, ("input", *tool.write["target"]["field"])),
            "version": version,
        }
        known_as = self.stand_ins.id(row.id)
        twin = {**content, **plan, "target": target, "proposal": known_as, "expires_at": 0}
        return _previews.shown(twin, row.state, tool, self.view)

    def _followed(self, tool: Tool, result: Mapping[str, Any], shapes: ToolShapes) -> JSON:
        """What a status or poll tool answers: what the ledger holds as stand-ins, and of the
        service's result what the view shows of its stand-in."""
        # An error is a code with its fixed words, which the runtime puts there.
        fixed = {
            name: part if name == "error" else self._like(part, shapes.view(self.view).member(name))
            for name, part in result.items()
            if name != "result"
        }
        said = cast("dict[str, Any] | None", self.value)
        shown = None if result.get("result") is None or said is None else said.get("result")
        return tool.shown({"result": shown}, self.view, fixed=fixed)

    def _like(self, value: JSON, shape: Shape) -> JSON:
        return cuts.whole(self.stand_ins.of(value, shape))

    def _level_or_code(self, tool: WriteTool, arguments: JSON) -> str:
        """The level that the stand-ins of a preview need, or the code with which they are
        refused."""
        try:
            judged = _previews.judge(
                tool.write, arguments, self.value, environment=self.environment
            )
        except Refusal as refusal:
            return str(refusal.code)
        return str(judged.level["level"])

    def _can_be_shown(self, tool: Tool) -> bool:
        try:
            tool.shown(self.value, self.view)
        except Refusal:
            return False
        return True
