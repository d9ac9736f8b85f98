"""The judge of a history: what the services did, what people decided and what was told, held
against each other. It believes nothing that the runtime says of itself."""

from __future__ import annotations

from toolcharter_runtime._store.records import OperationRow

from simulation.catalog import row_of
from simulation.judging_rows import JudgeOfRows
from simulation.judging_services import JudgeOfServices
from simulation.judging_words import JudgeOfWords
from simulation.kinds import KINDS


class Oracle(JudgeOfRows, JudgeOfServices, JudgeOfWords):
    """All judges, who share one notebook, and the end."""

    def at_the_end(self) -> None:
        """After the last recovery nothing is lost and nothing is held."""
        rows, now = self.world.store.rows, self.world.store_now()
        for row in rows.operations.values():
            if row.id in self.tampered or row.proposal_id in self.tampered:
                continue
            if row.state == "claimed":
                self.broken("I16", row.id, row.tool, "is claimed and nobody is at work on it")
            self._ended_rightly(row)
        held = [slot for slot in rows.slots.values() if slot.lease_until > now]
        if held:
            self.broken("I17", len(held), "slots are held at the end")

    def _ended_rightly(self, row: OperationRow) -> None:
        if row.tool not in KINDS:
            return
        effects = self.world.service.effects_of(row.key)
        has_status = row_of(row.tool)["write"]["idempotency"]["status"] is not None
        can_ask = has_status and KINDS[row.tool].name != "exports"
        known = self.world.service.known(row.key)
        if row.state == "unknown" and can_ask and known is not None and known.code is None:
            self.broken("G27", row.id, "is unknown, and the service knows that it happened")
        if row.state == "succeeded" and not effects:
            self.broken("I5", row.id, "ended as succeeded and nothing happened")
        if row.state in ("failed", "cancelled", "released") and effects:
            self.broken("I6", row.id, "ended as", row.state, "and it happened")
