"""The judge of a history: what the services did, what people decided and what was told, held
against each other. It believes nothing that the runtime says of itself."""

from __future__ import annotations

from typing import Any

from toolcharter_runtime._store.memory import _Rows
from toolcharter_runtime._store.records import OperationRow

from simulation.judging_counts import Name
from simulation.judging_places import JudgeOfPlaces
from simulation.judging_rows import JudgeOfRows
from simulation.judging_services import JudgeOfServices
from simulation.judging_words import Envelope, JudgeOfWords
from simulation.kinds import KINDS
from simulation.loop import AgentCall


class Oracle(JudgeOfRows, JudgeOfServices, JudgeOfWords, JudgeOfPlaces):
    """All judges, who share one notebook, and the end."""

    def committed(self, before: _Rows, after: _Rows, *, is_told: bool) -> None:
        """A transaction was committed; whoever made it was told so, or lost the connection."""
        self.stored(before, after)
        self.counted(before, after, is_told=is_told)
        self.placed(before, after)

    def told(self, call: AgentCall, arguments: Any, text: bytes) -> Envelope:
        envelope = super().told(call, arguments, text)
        self.answered(call, envelope)
        return envelope

    def at_the_end(self, last: Name | None) -> None:
        """After the last recovery nothing is lost and nothing is held. Of the run ``last`` every
        process has just made a call."""
        rows = self.world.store.rows
        for row in rows.operations.values():
            if row.id in self.tampered or row.proposal_id in self.tampered:
                continue
            if row.state == "claimed":
                self.broken("I16", row.id, row.tool, "is claimed and nobody is at work on it")
            self._ended_rightly(row)
        self.places_at_the_end()
        if last is not None:
            self.counted_at_the_end(last)

    def _ended_rightly(self, row: OperationRow) -> None:
        if row.tool not in KINDS:
            return
        effects = self.world.service.effects_of(row.key)
        # A run that has no calls left could not ask.
        was_asked = row.id in self.asked_in_the_end and KINDS[row.tool].name != "exports"
        known = self.world.service.known(row.key)
        if row.state == "unknown" and was_asked and known is not None and known.code is None:
            self.broken("G27", row.id, "is unknown, and the service knows that it happened")
        if row.state == "succeeded" and not effects:
            self.broken("I5", row.id, "ended as succeeded and nothing happened")
        if row.state in ("failed", "cancelled", "released") and effects:
            self.broken("I6", row.id, "ended as", row.state, "and it happened")
