"""The judge of the store: every transaction that was committed, before and after."""

from __future__ import annotations

from toolcharter_runtime._store.memory import _Rows
from toolcharter_runtime._store.records import TERMINAL, DecisionRow, OperationRow, ProposalRow

from simulation.catalog import SHARED, row_of
from simulation.kinds import KINDS
from simulation.loop import CALL
from simulation.notebook import Notebook

_OVER = frozenset({"denied", "expired", "closed", "void"})
_STEPS = {
    "claimed": {"claimed", "succeeded", "failed", "released", "running", "unknown", "cancelled"},
    "released": {"claimed", "released", "succeeded", "failed"},
    "running": {"running", "succeeded", "failed", "cancelled"},
    "unknown": {"claimed", "succeeded", "failed", "cancelled", "running", "released"},
}
_RIGHT_ROLES = frozenset(
    {"support_lead", "sales_lead", "finance_lead", "head_of_support", "head_of_sales"}
)


class JudgeOfRows(Notebook):
    """States go forward only, and every claim was allowed when it was made."""

    def stored(self, before: _Rows, after: _Rows) -> None:
        """A transaction was committed."""
        for row in after.proposals.values():
            old = before.proposals.get(row.id)
            if old is not row:
                self._proposal(old, row, after)
        for each in after.operations.values():
            former = before.operations.get(each.id)
            if former is not each:
                self._operation(former, each, before, after)
        for number, decision in after.decisions.items():
            if number not in before.decisions:
                self._decision(decision)
        for key, anomaly in before.anomalies.items():
            if after.anomalies.get(key) != anomaly:
                self.broken("I8", "an anomaly was changed", key)

    def _proposal(self, old: ProposalRow | None, row: ProposalRow, rows: _Rows) -> None:
        if old is None:
            self.documents[row.id] = row.document
            self._pending(row, rows)
            if _is_cancelled(rows, row):
                self.broken("C16", row.id, "was proposed in a cancelled run")
            return
        if row.document != self.documents[row.id] and row.id not in self.tampered:
            self.broken("I3", row.id, "has another document")
        if old.state in _OVER and row.state != old.state:
            self.broken("I10", row.id, "was", old.state, "and is", row.state)
        if row.state == "expired":
            self.seen_expired.add(row.id)
        if (old.state, row.state) == ("pending", "approved"):
            self._check_approvals(row, "I11")

    def _decision(self, row: DecisionRow) -> None:
        presses = [
            each
            for each in self.presses
            if (each.proposal, each.approver) == (row.proposal_id, row.approver)
        ]
        if all(row.decided_at >= each.valid_until for each in presses):
            self.broken("I2", row.approver, "decided and was known no more")

    def _pending(self, row: ProposalRow, rows: _Rows) -> None:
        most = row_of(row.preview)["write"]["policy"]["pending_per_run"]
        waiting = [
            each
            for each in rows.proposals.values()
            if (each.state, each.run_id, each.requester, each.consequence)
            == ("pending", row.run_id, row.requester, row.consequence)
            and each.expires_at > self.world.store_now()
        ]
        if most is not None and len(waiting) > most:
            self.broken("I17", len(waiting), "proposals wait in one run, allowed are", most)

    def _check_approvals(self, row: ProposalRow, invariant: str) -> None:
        amount = self.content(row.id)["arguments"].get("amount")
        is_dear = amount is not None and amount["amount_minor"] > 50_000
        needed = 2 if is_dear or row.preview in SHARED else 1
        given = {
            each.approver
            for each in self.presses
            if each.proposal == row.id
            and each.verdict == "approve"
            and each.document == self.documents[row.id]
            and each.approver != row.requester
            and each.roles & _RIGHT_ROLES
        }
        if len(given) < needed:
            self.broken(invariant, row.id, "needs", needed, "approvals and has", sorted(given))

    def _operation(
        self, old: OperationRow | None, row: OperationRow, before: _Rows, after: _Rows
    ) -> None:
        # One that shares the ledger's transaction may be stored so at once.
        if row.state == "released":
            self.released_at[row.key] = self.world.tick()
        if old is None:
            if row.state in TERMINAL:
                self.ended_at[row.id] = self.world.moment
            if row.state != "claimed" and row.tool not in SHARED:
                self.broken("I15", row.id, "begins as", row.state)
            self._claimed(None, row, before, after)
            if row.proposal_id is not None:
                keys = [
                    each.key
                    for each in after.operations.values()
                    if each.proposal_id == row.proposal_id
                ]
                if len(keys) > 1:
                    self.broken("I9", row.proposal_id, "is carried out under", len(keys), "keys")
            return
        if old.state in TERMINAL:
            self.broken("I8", row.id, "was", old.state, "and was written again as", row.state)
        elif row.state not in _STEPS[old.state]:
            self.broken("I8", row.id, "went from", old.state, "to", row.state)
        if (old.key, old.document, old.document_hash) != (row.key, row.document, row.document_hash):
            self.broken("I9", row.id, "is about something else")
        if row.state in TERMINAL:
            self.ended_at[row.id] = self.world.moment
        if row.owner != old.owner and row.state == old.state == "claimed":
            self._taken_over(old)
        if row.state == "claimed" and row.attempt != old.attempt:
            self._claimed(old, row, before, after)
        if row.tool in KINDS and old.state != row.state:
            self._ended(row)

    def _taken_over(self, old: OperationRow) -> None:
        owner = next((each for each in self.world.processes if each.life.name == old.owner), None)
        is_leased = old.lease_until is not None and self.world.store_now() < old.lease_until
        if owner is not None and is_leased and old.id not in self.unleased:
            self.broken("I18", old.id, "was taken from", old.owner, "who is at work on it")

    def _ended(self, row: OperationRow) -> None:
        effects = self.world.service.effects_of(row.key)
        if row.state == "succeeded" and not effects:
            self.broken("I5", row.id, "is stored as succeeded and nothing happened")
        if row.state in ("failed", "cancelled") and effects:
            self.broken("I6", row.id, "is stored as", row.state, "and it happened")

    def _claimed(
        self, old: OperationRow | None, row: OperationRow, before: _Rows, after: _Rows
    ) -> None:
        """A call may now be made: everything that allows it has to hold at this moment."""
        now = self.world.store_now()
        if old is None or old.state == "released":
            self.since_release[row.key] = 0
            # What went before had no effect: the key is as good as new.
            self.first_sent.pop(row.key, None)
        self.since_release[row.key] = self.since_release.get(row.key, 0) + 1
        most = row_of(row.tool)["retry"]["attempts"]
        if row.tool in KINDS and self.since_release[row.key] > most:
            self.broken("I19", row.id, "is tried", self.since_release[row.key], "times")
        if row.id in self.tampered:
            self.broken("I2", row.id, "was claimed though somebody had changed it")
        asked, of_row = CALL.get(), (row.requester, row.run_id)
        for name in dict.fromkeys((of_row, of_row if asked is None else asked.run)):
            run = before.runs.get(name)
            if name in self.cancelled_runs or (run is not None and run.cancelled_at is not None):
                self.broken("C16", row.id, "was claimed in a cancelled run")
        if row.proposal_id is not None:
            self._claimed_proposal(old, row, before, now)
        if old is None or old.state == "released":
            self.claimers[row.id] = of_row if asked is None else asked.run
            self._counts(row, after, now)

    def _claimed_proposal(
        self, old: OperationRow | None, row: OperationRow, before: _Rows, now: int
    ) -> None:
        proposal = before.proposals.get(str(row.proposal_id))
        if proposal is None or proposal.id in self.tampered:
            self.broken("I2", row.id, "was claimed for a proposal that somebody had changed")
            return
        content = self.content(proposal.id)
        if now >= content["expires_at"] or proposal.id in self.seen_expired:
            self.broken("I2", row.id, "was claimed after its approval had expired")
        if proposal.id in self.denied:
            self.broken("I10", row.id, "was claimed though", proposal.id, "was denied")
        if proposal.id in self.conflicted:
            self.broken("I4", row.id, "was claimed though", proposal.id, "met another version")
        if proposal.state in _OVER:
            self.broken("I10", row.id, "was claimed though", proposal.id, "was", proposal.state)
        is_given_back = old is None or old.state == "released"
        if is_given_back and _is_cancelled(before, proposal):
            self.broken(
                "C16", row.id, "was claimed though the run of", proposal.id, "was cancelled"
            )
        if content["enforced"] != row.enforced:
            self.broken("I2", row.id, "is enforced otherwise than approved")
        self._check_approvals(proposal, "I2")

    def _counts(self, row: OperationRow, after: _Rows, now: int) -> None:
        policy = row_of(row.tool)["write"]["policy"]
        same = [each for each in after.operations.values() if each.consequence == row.consequence]
        # Whose call has claimed it last, whatever run the row names.
        in_run = [each for each in same if self.claimers.get(each.id) == self.claimers[row.id]]
        if policy["per_run"] is not None and len(in_run) > policy["per_run"]:
            self.broken("I17", len(in_run), row.consequence, "in one run")
        day = now - now % 86_400_000
        today = [each for each in same if each.claimed_at >= day]
        if policy["per_day"] is not None and len(today) > policy["per_day"]:
            self.broken("I17", len(today), row.consequence, "in one day")


def _is_cancelled(rows: _Rows, row: ProposalRow) -> bool:
    run = rows.runs.get((row.requester, row.run_id))
    return run is not None and run.cancelled_at is not None
