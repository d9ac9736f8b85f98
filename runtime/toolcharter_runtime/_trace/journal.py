"""What one dispatcher tells a trace: its catalog, the runs it opens, the calls they make.

Walks in: the dispatcher's own parts, once, and then every call. Walks out: events to the recorder. People,
tenants, runs and requests have names of the trace's own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from weakref import WeakKeyDictionary

from toolcharter_runtime._recording import UNRECORDED, Recording
from toolcharter_runtime._trace.call import CallWalk, key_of
from toolcharter_runtime._trace.people import person
from toolcharter_runtime._trace.structure import StandIns
from toolcharter_runtime._trace.tool_shapes import ToolShapes
from toolcharter_runtime._trace.walk import Walk
from toolcharter_runtime.errors import RunError

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._ledger.cancel_run import CancelledRun
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._runs import Grant, Run, RunBook
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._toolbox import ToolBox
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.recorder import Recorder
    from toolcharter_runtime._write_tools import WriteTool
    from toolcharter_runtime.clock import Clock
    from toolcharter_runtime.dispatcher import Asked
    from toolcharter_runtime.formats.v1 import CatalogRow

Kind: TypeAlias = Literal["recovery", "question"]
"""Why an operation is taken up."""

CarryOut: TypeAlias = Callable[["Run", "Asked", "Notes"], Awaitable[bytes]]

_MOST_RESULTS = 2_000


class Journal:
    """The trace as one dispatcher sees it."""

    def __init__(
        self,
        recorder: Recorder,
        catalog: CatalogRow,
        *,
        snapshot: str,
        tools: ToolBox,
        runs: RunBook,
        clock: Clock,
    ) -> None:
        self.recorder = recorder
        self.tools = tools
        self._clock = clock
        self._runs = runs
        self._number = recorder.number("catalog")
        self._shapes: dict[str, ToolShapes] = {}
        self._run_numbers: WeakKeyDictionary[Run, int] = WeakKeyDictionary()
        self._results: OrderedDict[str, Mapping[str, JSON]] = OrderedDict()
        recorder.write(
            "catalog",
            number=self._number,
            catalog=catalog["catalog"],
            package=catalog["package"],
            snapshot=snapshot,
        )

    def opened(self, run: Run) -> None:
        """A run was opened."""
        self.recorder.kept(lambda: self._number_of(run))

    async def through(
        self, carry_out: CarryOut, new_notes: Callable[[], Notes], run: Run, asked: Asked
    ) -> bytes:
        """What ``carry_out`` answers to a call, which is recorded on its way."""
        notes = new_notes()
        walk = self.recorder.kept(lambda: self._call(run, asked, notes))
        if walk is None:
            return await carry_out(run, asked, notes)
        notes.recording = walk
        try:
            return await carry_out(run, walk.asked, notes)
        finally:
            walk.ends()

    def operation(self, kind: Kind, row: OperationRow, document: Document) -> Recording:
        """What records that an operation is taken up."""
        return self.recorder.kept(lambda: self._operation(kind, row, document)) or UNRECORDED

    def cancelled(self, run: Run, cancelled: CancelledRun) -> None:
        """A run was cancelled."""
        self.recorder.kept(lambda: self._cancelled(run, cancelled))

    def stand_ins(self, tenant: str, identity: str, run_id: str) -> StandIns:
        """What makes the stand-ins of a run."""
        return StandIns(self.recorder.table, "run", tenant, identity, run_id)

    def shapes(self, tool: Tool) -> ToolShapes:
        """The shapes of a tool."""
        made = self._shapes.get(tool.wire_name)
        if made is None:
            made = self._shapes[tool.wire_name] = ToolShapes(tool)
        return made

    def shapes_of_executed(self, tool: WriteTool) -> ToolShapes:
        """The shapes of the tool that took the arguments which a write carries out."""
        preview = tool.write["preview"] if tool.row["form"] == "commit" else None
        return self.shapes(tool if preview is None else self.tools.tool(preview))

    def until(self, moment: datetime) -> int:
        """How many milliseconds away an instant is."""
        return round((moment - self._clock.now()).total_seconds() * 1000)

    def keep_results(self, operation: str, results: Mapping[str, JSON]) -> None:
        """What each view shows of the twin of a write's answer. What was told first stays."""
        self._results.setdefault(operation, results)
        self._results.move_to_end(operation)
        if len(self._results) > _MOST_RESULTS:
            self._results.popitem(last=False)

    def results_of(self, operation: str) -> Mapping[str, JSON]:
        """The same, where it was kept."""
        return self._results.get(operation, {})

    def _call(self, run: Run, asked: Asked, notes: Notes) -> CallWalk:
        number = grant = None
        try:
            grant = self._runs.grant_of(run)
        except RunError:
            stand_ins = StandIns(self.recorder.table, "foreign")
        else:
            stand_ins, number = self.stand_ins(*key_of(grant)), self._number_of(run)
        walk = CallWalk(self, stand_ins, run=number, grant=grant, asked=asked, notes=notes)
        self.recorder.begun(walk)
        return walk

    def _operation(self, kind: Kind, row: OperationRow, document: Document) -> Recording:
        stand_ins = StandIns(self.recorder.table, "none")
        facts = {"operation": stand_ins.id(row.id), "tool": row.tool, "attempt": row.attempt}
        walk = Walk(self, stand_ins, kind, facts)
        walk.about(row, document)
        self.recorder.begun(walk)
        return walk

    def _cancelled(self, run: Run, cancelled: CancelledRun) -> None:
        stand_ins = self.stand_ins(*key_of(self._runs.grant_of(run)))
        self.recorder.write(
            "cancelled",
            run=self._number_of(run),
            voided=[stand_ins.id(each) for each in cancelled.voided],
            going_on=[[stand_ins.id(each), state] for each, state in cancelled.going_on],
        )

    def _number_of(self, run: Run) -> int:
        """The number of a run, which is written when it is first asked for."""
        number = self._run_numbers.get(run)
        if number is None:
            number = self._run_numbers[run] = self.recorder.number("run")
            self.recorder.write("run", number=number, **self._facts(self._runs.grant_of(run)))
        return number

    def _facts(self, grant: Grant) -> dict[str, Any]:
        table, principal = self.recorder.table, grant.principal
        tenant, identity, _ = key_of(grant)
        return {
            "catalog": self._number,
            "run": table.named("run", *key_of(grant)),
            "role": grant.role,
            "environment": grant.environment,
            "tenant": table.named("tenant", tenant),
            "requester": person(table, tenant, identity),
            "principal": None if principal is None else person(table, tenant, principal),
            "permissions": sorted(grant.permissions),
            "tools": sorted(grant.tools),
            "calls_per_run": grant.calls_per_run,
            "has_deadline": grant.deadline is not None,
        }
