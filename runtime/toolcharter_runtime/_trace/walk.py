"""The steps of one call, or of one operation that somebody takes up, as they are made.

Walks in: what ``Recording`` is told. Walks out: one event, once nobody is at work any more: a write goes
on when its caller has gone. Whatever goes wrong here is told to the recorder and to nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from toolcharter_runtime._ledger import claim
from toolcharter_runtime._recording import Doors, Recording
from toolcharter_runtime._trace import doors, proofs
from toolcharter_runtime._trace.effort import NoStandInError
from toolcharter_runtime._trace.twins import twin_of_answer
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    import asyncio

    from toolcharter_runtime._ledger.claim import Verdict
    from toolcharter_runtime._ledger.settle import Finding
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._sharing import Done
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.doors import Step
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
            with walk.journal.recorder.lock:
                method(walk, *given, **named)
        except (NoStandInError, CatalogError):
            walk.unlike.add("value")
        # A recorder never changes what a call answers.
        except Exception as error:  # noqa: BLE001
            walk.unlike.add("record")
            walk.journal.recorder.fault(error)

    return cast("Callable[Concatenate[W, P], None]", guarded)


class Walk(Recording):
    """``kind`` is the event that it ends in, ``facts`` are known from the beginning. ``unlike`` says
    what of it has no stand-in about which the same is decided."""

    __slots__ = (
        "_begun_at",
        "_is_written",
        "_open",
        "facts",
        "journal",
        "kind",
        "last",
        "stand_ins",
        "steps",
        "unlike",
    )

    def __init__(
        self, journal: Journal, stand_ins: StandIns, kind: str, facts: dict[str, Any]
    ) -> None:
        self.journal = journal
        self.stand_ins = stand_ins
        self.kind = kind
        self.facts = facts
        self.steps: list[Step] = []
        self.unlike: set[str] = set()
        self.last: tuple[Step, Tool, Twin] | None = None
        self._open = 1
        self._is_written = False
        self._begun_at: int | None = None

    def beginning(self) -> dict[str, Any]:
        """What is known before anybody has decided."""
        return {**self.facts, "steps": self.steps}

    def end(self) -> dict[str, Any]:
        """What is known besides once nobody is at work any more."""
        return {}

    def doors(self, tool: Tool) -> Doors:
        return doors.WatchedDoors(tool, self)

    @kept
    def came(self, step: Step, tool: Tool, answer: object) -> None:
        """A question was answered."""
        shapes = self.journal.shapes(tool)
        if step["asked"] == doors.VERSION and isinstance(answer, str):
            step["said"] = self.stand_ins.word(answer, shapes.version.texts)
            return
        if step["asked"] != doors.OPERATION:
            step["said"] = answer if isinstance(answer, bool) else None
            return
        # Should no twin be found, what stands here is not taken for an answer.
        step["answer"] = {"class": "answer"}
        twin = twin_of_answer(tool, answer, shapes.answer, self.stand_ins)
        step["answer"] = twin.form
        if twin.decided.code is not None:
            step["verdict"] = {"code": twin.decided.code, "place": twin.decided.place}
        if twin.decided.replaced:
            step["replaced"] = twin.decided.replaced
        self.last = (step, tool, twin)
        if not twin.can_be_replayed:
            self.unlike.add("answer")

    @kept
    def failed(self, step: Step, tool: Tool, error: BaseException) -> None:
        """A question ended in an exception."""
        step |= doors.failure(tool, error, self.journal.until)

    @kept
    def about(self, row: OperationRow, document: Document) -> None:
        run_id = document.content.get("run", row.run_id)
        self.stand_ins = self.journal.stand_ins(row.tenant, row.requester, run_id)
        self._ledger("found", row)

    @kept
    def stands(self, verdict: Verdict | Done) -> None:
        word = _WORDS.get(type(verdict), "settled")
        self._ledger(word, verdict.row)
        if word == "claimed":
            self.journal.recorder.write("begun", **self.beginning())

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
        recorder = self.journal.recorder
        recorder.over(self)
        try:
            with recorder.lock:
                facts = self.end()
                if self.unlike:
                    facts["unlike"] = sorted(self.unlike)
                facts |= self.beginning()
        except Exception as error:  # noqa: BLE001
            recorder.fault(error)
            facts = {**self.facts, **self.least(), "unlike": ["record"]}
        recorder.write(self.kind, **facts)

    def least(self) -> dict[str, Any]:
        """What is told where a fault kept everything else from being found out."""
        return {}

    def _ledger(self, word: str, row: OperationRow) -> None:
        self.steps.append(
            {
                "ledger": word,
                "operation": self.stand_ins.id(row.id),
                "state": row.state,
                "attempt": row.attempt,
            }
        )


_WORDS: Mapping[type, str] = {
    claim.Claimed: "claimed",
    claim.Stored: "stored",
    claim.InProgress: "in_progress",
    claim.Unproven: "unproven",
}
"""What a write is found to be before anybody calls; one that shares a transaction is settled."""
