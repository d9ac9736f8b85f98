"""One call, from the name that the agent called to what it was told.

Walks in: what the dispatcher asks and finds out. Walks out: the event ``call``, one for every call, and
before a write is sent the event ``begun``, so that a process that dies leaves what it was about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.seals import BrokenSealError
from toolcharter_runtime._trace import stages
from toolcharter_runtime._trace.effort import NoStandInError
from toolcharter_runtime._trace.endings import Ending
from toolcharter_runtime._trace.twins import Decided, Twin, twin_of_arguments, twin_of_unread
from toolcharter_runtime._trace.walk import Walk, kept

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime._ledger.proposals import Loaded
    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._store.records import ProposalRow
    from toolcharter_runtime._store.transaction import Reading
    from toolcharter_runtime._told import Told
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.journal import Journal
    from toolcharter_runtime._trace.stages import Stage
    from toolcharter_runtime._trace.structure import StandIns
    from toolcharter_runtime.dispatcher import Asked


def key_of(grant: Grant) -> tuple[str, str, str]:
    """What a run is known by on all hosts: its tenant, its requester, and the host's id for it."""
    return grant.requester.tenant, grant.requester.identity, grant.run_id


_REASONS = ("unregistered", "outside_run", "foreign_run")


class CallWalk(Walk):
    """``asked`` is the call with its arguments watched. ``run`` is the number of its run in the
    trace; None where the run is not this dispatcher's."""

    __slots__ = (
        "_approval",
        "_arguments",
        "_given",
        "_grant",
        "_notes",
        "_proposal",
        "_refusal",
        "_told",
        "asked",
    )

    def __init__(
        self,
        journal: Journal,
        stand_ins: StandIns,
        *,
        run: int | None,
        grant: Grant | None,
        asked: Asked,
        notes: Notes,
    ) -> None:
        facts: dict[str, Any] = {"call": journal.recorder.number("call"), "run": run}
        super().__init__(journal, stand_ins, "call", facts)
        self._given = asked
        self.asked = asked._replace(door=self._read)
        self._grant = grant
        self._notes = notes
        self._arguments: Twin | None = None
        self._approval: dict[str, Any] | None = None
        self._proposal: ProposalRow | None = None
        self._refusal: Refusal | None = None
        self._told: Told | None = None
        if isinstance(asked.request, str):
            of_run = () if grant is None else key_of(grant)
            facts["request"] = self._named("request", *of_run, asked.request)
        else:
            facts["occurrence"] = asked.request
        if grant is not None and grant.deadline is not None:
            facts["time_left_ms"] = journal.until(grant.deadline)

    def _named(self, kind: str, *parts: str) -> str:
        return self.journal.recorder.table.named(kind, *parts)

    def _read(self, tool: Tool) -> JSON:
        """The arguments, as the call's own door reads them."""
        try:
            value = self._given.door(tool)
        except Refusal as refusal:
            self._unread(tool, refusal)
            raise
        self._taken(tool, value)
        return value

    @kept
    def _unread(self, tool: Tool, refusal: Refusal) -> None:
        self._keep_arguments(twin_of_unread(tool, refusal))

    @kept
    def _taken(self, tool: Tool, value: JSON) -> None:
        # Should no twin be found, what stands here is not taken for arguments.
        self._arguments = Twin(form={"class": "arguments"}, decided=Decided())
        shape = self.journal.shapes(tool).input
        self._keep_arguments(twin_of_arguments(tool, value, shape, self.stand_ins))

    def _keep_arguments(self, twin: Twin) -> None:
        self._arguments = twin
        if not twin.can_be_replayed:
            self.unlike.add("arguments")

    def approval(self, rows: Reading, loaded: Loaded, now: int) -> None:
        try:
            decisions = rows.decisions(loaded.row.id)
        except BrokenSealError:
            self.unlike.add("value")
            return
        # Any other fault is the store's: it may have to begin again, as for every question.
        approvers = {each.approver for each in decisions if each.verdict == "approve"}
        self._found(loaded, len(approvers), now)

    @kept
    def _found(self, loaded: Loaded, approvals: int, now: int) -> None:
        row = loaded.row
        self._approval = {
            "proposal": self.stand_ins.id(row.id),
            "state": row.state,
            "level": row.level,
            "approvals": approvals,
            "needed": loaded.document.approvers_needed,
            "time_left_ms": row.expires_at - now,
        }
        self.stand_ins = self.journal.stand_ins(row.tenant, row.requester, row.run_id)

    @kept
    def proposed(self, row: ProposalRow) -> None:
        self._proposal = row
        self.steps.append(
            {
                "ledger": "proposed" if any("answer" in each for each in self.steps) else "found",
                "proposal": self.stand_ins.id(row.id),
                "state": row.state,
                "level": row.level,
            }
        )

    @kept
    def refused(self, refusal: Refusal) -> None:
        self._refusal = refusal

    @kept
    def told(self, told: Told) -> None:
        self._told = told

    def beginning(self) -> dict[str, Any]:
        notes, arguments, known = self._notes, self._arguments, super().beginning()
        if notes.tool is not None:
            known["tool"] = notes.tool
        if notes.name_hash is not None:
            known["unknown_tool"] = self._named("tool", self._given.wire_name)
        if arguments is not None:
            known["arguments"] = arguments.form
        if self._approval is not None:
            known["approval"] = self._approval
        return known

    def end(self) -> dict[str, Any]:
        notes, ending = self._notes, self._ending()
        answer = None
        try:
            answer = ending.answer()
        except NoStandInError:
            self.unlike.add("told")
        if not self.unlike and ending.is_unlike():
            self.unlike.add("decision")
        facts = {
            "code": ending.code,
            "stage": ending.stage,
            "place": notes.place,
            "reason": notes.reason if notes.reason in _REASONS else None,
            "exception": notes.exception,
            "attempts": notes.attempts,
            "replaced": notes.replaced_characters or None,
            "answer": answer,
        }
        return {name: each for name, each in facts.items() if each is not None}

    def least(self) -> dict[str, Any]:
        return {"code": str(self._notes.code)}

    def _ending(self) -> Ending:
        name, grant, last = self._notes.shown_tool, self._grant, self.last
        view = None if grant is None or name is None else grant.view_of(name)
        return Ending(
            journal=self.journal,
            stand_ins=self.stand_ins,
            tool=None if name is None else self.journal.tools.tool(name),
            view=str(view),
            environment="" if grant is None else grant.environment,
            code=str(self._notes.code),
            stage=self._stage(),
            arguments=self._arguments,
            value=None if last is None or last[1].wire_name != name else last[2].value,
            proposal=self._proposal,
            told=self._told,
            refusal=self._refusal,
        )

    def _stage(self) -> Stage | None:
        asked = [step["asked"] for step in self.steps if "asked" in step]
        return stages.stage_of(
            str(self._notes.code),
            was_read=self._arguments is None or self._arguments.was_read,
            last_asked=asked[-1] if asked else None,
            is_told=self._told is not None,
        )
