"""The steps of one call, or of one operation that somebody takes up, as they are made.

Walks in: what ``Recording`` is told. Walks out: one event, once nobody is at work any more: a write goes
on when its caller has gone. Whatever goes wrong here is told to the recorder and to nobody else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from toolcharter_runtime._ledger import claim
from toolcharter_runtime._recording import Doors, Recording
from toolcharter_runtime._trace import exchanges, proofs
from toolcharter_runtime._trace.doors import WatchedDoors
from toolcharter_runtime._trace.structure import NoStandInError
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    import asyncio

    from toolcharter_runtime._ledger.claim import Verdict
    from toolcharter_runtime._ledger.settle import Finding
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._sharing import Done
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.exchanges import Step
    from toolcharter_runtime._trace.journal import Journal
    from toolcharter_runtime._trace.structure import StandIns
    from toolcharter_runtime._trace.twins import Twin
    from toolcharter_runtime._write_tools import WriteTool

P = ParamSpec("P")
W = TypeVar("W", bound="Walk")


def kept(method: Callable[Concatenate[W, P], None]) -> Callable[Concatenate[W, P], None]:
    """The method with its faults told to the recorder."""

    @wraps(method)
    def guarded(walk: W, *given: P.args, **named: P.kwargs) -> None:
        try:
            with walk.journal.lock:
                method(walk, *given, **named)
        except (NoStandInError, CatalogError):
            walk.unlike.add("value")
        # A recorder never changes what a call answers.
        except Exception as error:  # noqa: BLE001
            walk.unlike.add("record")
            walk.journal.fault(error)

    return cast("Callable[Concatenate[W, P], None]", guarded)


class Walk(Recording):
    """``unlike`` says what of it has no stand-in about which the same is decided."""

    __slots__ = (
        "_begun_at",
        "_is_written",
        "_open",
        "journal",
        "last",
        "stand_ins",
        "steps",
        "unlike",
    )

    def __init__(self, journal: Journal, stand_ins: StandIns) -> None:
        self.journal = journal
        self.stand_ins = stand_ins
        self.steps: list[Step] = []
        self.unlike: set[str] = set()
        self.last: tuple[Step, Tool, Twin] | None = None
        self._open = 1
        self._is_written = False
        self._begun_at: int | None = None
        journal.begun(self)

    def beginning(self) -> dict[str, Any]:
        """What is known before anybody has decided."""
        raise NotImplementedError

    def event(self) -> tuple[str, dict[str, Any]]:
        """The kind of the event, and what it says."""
        raise NotImplementedError

    def least(self) -> tuple[str, dict[str, Any]]:
        """The same where a fault kept everything else from being found out."""
        raise NotImplementedError

    def doors(self, tool: Tool) -> Doors:
        return WatchedDoors(tool, lambda asked, name: _Exchange(self, asked, name))

    @kept
    def came(self, step: Step, tool: Tool, answer: object) -> None:
        """A question was answered."""
        shapes = self.journal.shapes(tool)
        if step["asked"] != exchanges.OPERATION:
            step |= exchanges.said(step["asked"], answer, shapes, self.stand_ins)
            return
        # Should no twin be found, what stands here is not taken for an answer.
        step["answer"] = {"class": "answer"}
        found, twin = exchanges.answered(tool, answer, shapes, self.stand_ins)
        step |= found
        self.last = (step, tool, twin)
        if not twin.can_be_replayed:
            self.unlike.add("answer")

    @kept
    def failed(self, step: Step, tool: Tool, error: BaseException) -> None:
        """A question ended in an exception."""
        step |= exchanges.raised(tool, error, self.journal.clock.now)

    @kept
    def about(self, row: OperationRow, document: Document) -> None:
        run_id = document.content.get("run", row.run_id)
        self.stand_ins = self.journal.stand_ins(row.tenant, row.requester, run_id)
        self._ledger("found", row)

    @kept
    def stands(self, verdict: Verdict | Done) -> None:
        word = _word(verdict)
        self._ledger(word, verdict.row)
        if word == "claimed":
            self.journal.write("begun", **self.beginning())

    @kept
    def claimed_again(self, row: OperationRow) -> None:
        self._ledger("claimed", row)

    @kept
    def settled(self, row: OperationRow | None) -> None:
        if row is None:
            self.steps.append({"ledger": "lost"})
        else:
            self._ledger("settled", row)

    @kept
    def begins_transaction(self) -> None:
        if self._begun_at is not None:
            for step in self.steps[self._begun_at :]:
                step["undone"] = True
        self._begun_at = len(self.steps)

    @kept
    def proven(
        self, tool: WriteTool, row: OperationRow, document: Document, finding: Finding
    ) -> None:
        if self.last is None:
            return
        step, answering, twin = self.last
        step["proves"] = proofs.said(finding)
        executed = self.journal.shapes_of_executed(tool)
        target = proofs.target_of_twin(tool, document, executed, self.stand_ins)
        row = proofs.as_row(row, self.stand_ins)
        again = proofs.finding_of_twin(tool, row, answering, twin, target)
        if proofs.said(again) != step["proves"]:
            step["answer"] = {"class": "answer"}
            self.unlike.add("answer")
        elif (results := proofs.results_of(again)) is not None:
            # What every view shows of the stand-in is what a replay will store.
            self.journal.keep_results(row.id, results)

    def goes_on(self, task: asyncio.Task[Any]) -> None:
        self._open += 1
        task.add_done_callback(lambda _: self.ends())

    def ends(self) -> None:
        self._open -= 1
        if not self._open:
            self.write()

    def write(self) -> None:
        """Write the event, as far as it is known; once."""
        if self._is_written:
            return
        self._is_written = True
        self.journal.over(self)
        try:
            with self.journal.lock:
                kind, facts = self.event()
        except Exception as error:  # noqa: BLE001
            self.journal.fault(error)
            kind, facts = self.least()
        self.journal.write(kind, **facts)

    def _ledger(self, word: str, row: OperationRow) -> None:
        self.steps.append(
            {
                "ledger": word,
                "operation": str(self.stand_ins.id(row.id)),
                "state": row.state,
                "attempt": row.attempt,
            }
        )


class _Exchange:
    """A question that is under way."""

    def __init__(self, walk: Walk, tool: Tool, name: str) -> None:
        self._walk = walk
        self._tool = tool
        self._step = exchanges.step_of(tool, name)
        walk.steps.append(self._step)

    def answered(self, answer: object) -> None:
        self._walk.came(self._step, self._tool, answer)

    def raised(self, error: BaseException, *, too_late: bool) -> None:
        if too_late:
            self._step["late"] = True
        else:
            self._walk.failed(self._step, self._tool, error)


def _word(verdict: Verdict | Done) -> str:
    match verdict:
        case claim.Claimed():
            return "claimed"
        case claim.Stored():
            return "stored"
        case claim.InProgress():
            return "in_progress"
        case claim.Unproven():
            return "unproven"
        case _:
            return "settled"
