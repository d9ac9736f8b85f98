"""How a call ended: what the agent was told about the originals, told about the stand-ins.

Walks in: the end of a call, and the twins that were met on its way. Walks out: the answer of the
stand-ins, and whether anything was decided about the originals that is decided otherwise about them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from toolcharter_runtime._codes import Code
from toolcharter_runtime._notes import ABANDONED, OK
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._trace import envelope
from toolcharter_runtime._trace.structure import NoStandInError

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._store.records import ProposalRow
    from toolcharter_runtime._told import Told
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.journal import Journal
    from toolcharter_runtime._trace.stages import Stage
    from toolcharter_runtime._trace.structure import StandIns
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
        if self.code == ABANDONED and self.told is None:
            return None
        if self.code in (OK, ABANDONED) and self.refusal is None:
            try:
                answer = envelope.of_result(self._shown())
            except Refusal:
                raise NoStandInError from None
        else:
            answer = self._of_refusal(self.refusal or Refusal(self.code))
        return answer if self.told is None else envelope.with_ledger(answer, self.told)

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
        return decided != envelope.level_or_code(
            cast("WriteTool", tool), arguments.value, self.value, environment=self.environment
        )

    def _of_refusal(self, refusal: Refusal) -> dict[str, Any]:
        field = refusal.field
        if self.stage in ("reading", "schema"):
            field = None if self.arguments is None else self.arguments.field
        return envelope.of_refusal(
            refusal, field=field, stand_ins=self.stand_ins, now=self.journal.clock.now()
        )

    def _shown(self) -> JSON:
        tool, view = cast("Tool", self.tool), self.view
        if self.told is None:
            return tool.shown(self.value, view)
        shapes = self.journal.shapes(tool)
        result = cast("dict[str, Any]", self.told.result)
        match tool.row["form"]:
            case "preview" if self.proposal is not None:
                preview = cast("WriteTool", tool)
                return envelope.of_proposal(preview, view, self.proposal, shapes, self.stand_ins)
            case "status" | "poll":
                said = cast("dict[str, Any] | None", self.value)
                return envelope.of_follower(tool, view, result, said, shapes, self.stand_ins)
            case "cancel":
                return envelope.of_operation(view, result, None, shapes, self.stand_ins)
            case _:
                known = self.journal.results_of(self.stand_ins.id(result["operation_id"]))
                return envelope.of_operation(view, result, known, shapes, self.stand_ins)

    def _can_be_shown(self, tool: Tool) -> bool:
        try:
            tool.shown(self.value, self.view)
        except Refusal:
            return False
        return True
