"""Planted bugs by somebody who had read the runtime and not the simulator.

Most of them survived it at first: faults that were drawn one by one did not come in the order that hurts,
and no judge looked at what they break. ``tempers.py``, ``sharing.py`` and stricter judges are the answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from toolcharter_runtime import (
    _admission,
    _calling,
    _cancelling,
    _commits,
    _findings,
    _recovery,
    _rooms,
    _run_state,
    _sharing,
    _work,
    approvals,
)
from toolcharter_runtime._call import ToolError
from toolcharter_runtime._ledger import admit, again, gates, proposals, steps
from toolcharter_runtime._ledger import propose as proposing
from toolcharter_runtime._ledger import settle as settling
from toolcharter_runtime._ledger.gates import record_gate, tool_gates
from toolcharter_runtime._ledger.keys import commit_key
from toolcharter_runtime._ledger.proposals import note_expiry
from toolcharter_runtime._ledger.settle import Unproven
from toolcharter_runtime._told import Told
from toolcharter_runtime._verified import check_verified

from simulation.mutants.planting import Patch, mutant


@mutant
def only_the_last_call_is_doubted() -> list[Patch]:
    async def call_until_known(work: Any, row: Any, *, in_doubt: bool = False) -> Any:
        while True:
            work.notes.attempts += 1
            finding = await _calling._call(work, row, in_doubt=in_doubt)
            is_told = False
            if isinstance(finding, Unproven):
                asked = await _calling.ask(work, row)
                is_told = not isinstance(asked, Unproven)
                finding = asked if is_told else finding
            again = await _calling._again(work, row, finding, by_status=is_told)
            if again is None:
                if in_doubt and not is_told and _findings.is_passing(work.tool, finding):
                    finding = Unproven("earlier_call")
                return row, finding
            row, in_doubt = again, isinstance(finding, Unproven)

    return [(_calling, "call_until_known", call_until_known)]


@mutant
def an_expiry_is_judged_anew_when_it_is_stored() -> list[Patch]:
    def store_expiry(tx: Any, proposal_id: str, *, seen_at: int) -> Any:
        row = tx.proposal(proposal_id)
        return None if row is None else note_expiry(tx, row, now=tx.now())

    return [(proposals, "store_expiry", store_expiry), (_commits, "store_expiry", store_expiry)]


@mutant
def a_preview_outlives_its_cancelled_run() -> list[Patch]:
    blind = SimpleNamespace(run_lock=admit.run_lock, check_going=lambda run: None)
    return [(proposing, "admit", blind)]


@mutant
def an_answer_to_a_cancel_is_told_unstored() -> list[Patch]:
    said: ContextVar[Any] = ContextVar("said", default="unknown")
    usual, usual_end = _cancelling._answer, _cancelling._unknown

    async def answer(*given: Any) -> Any:
        found = await usual(*given)
        said.set(found)
        return found

    def unknown(tool: Any, view: str, row: Any) -> Told:
        if said.get() == "unknown":
            return usual_end(tool, view, row)
        return Told(result=_cancelling._shown(tool, view, row.id, said.get()), outcome="committed")

    return [(_cancelling, "_answer", answer), (_cancelling, "_unknown", unknown)]


@mutant
def a_declared_failure_keeps_its_statements() -> list[Patch]:
    usual = _sharing._written

    def written(work: Any, row: Any, tx: Any) -> Any:
        def go_back() -> None:
            raised = sys.exc_info()[1]
            if not (isinstance(raised, ToolError) and raised.code in work.tool.errors):
                tx.go_back()

        lent = SimpleNamespace(
            connection=tx.connection, set_savepoint=tx.set_savepoint, go_back=go_back
        )
        return usual(work, row, lent)

    return [(_sharing, "_written", written)]


@mutant
def a_late_refusal_revives_the_proposal() -> list[Patch]:
    def release_proposal(tx: Any, proposal_id: str, fate: Any) -> None:
        row = tx.proposal(proposal_id)
        if row is not None and row.state != fate:
            tx.change_proposal(replace(row, state=fate, serial=row.serial + 1))

    return [(settling, "_release_proposal", release_proposal)]


@mutant
def each_run_commits_under_its_own_key() -> list[Patch]:
    committing: ContextVar[str] = ContextVar("committing")
    usual = _commits._commit

    async def commit(path: Any, tool: Any, grant: Any, *rest: Any) -> Any:
        committing.set(grant.run_id)
        return await usual(path, tool, grant, *rest)

    def key(loaded: Any, tool: Any) -> str:
        row = loaded.row
        return commit_key(
            tenant=row.tenant,
            requester=row.requester,
            run_id=committing.get(),
            proposal_id=row.id,
            tool=tool.wire_name,
        )

    return [(_commits, "_commit", commit), (_commits, "_key", key)]


@mutant
def a_key_grows_young_with_each_try() -> list[Patch]:
    usual = again.claim_again

    def claim_again(tx: Any, *given: Any, **named: Any) -> Any:
        claimed = usual(tx, *given, **named)
        if claimed is not None:
            claimed = replace(claimed, claimed_at=tx.now(), serial=claimed.serial + 1)
            tx.change_operation(claimed)
        return claimed

    return [(again, "claim_again", claim_again), (_calling, "claim_again", claim_again)]


@mutant
def recovery_trusts_its_list() -> list[Patch]:
    def take_over(tx: Any, operation_id: str, *, owner: str, lease_ms: int) -> Any:
        row = tx.operation(operation_id)
        if row is None or row.state != "claimed":
            return None
        taken = steps.taken_over(row, owner=owner, lease_until=tx.now() + lease_ms)
        tx.change_operation(taken)
        return taken

    return [(again, "take_over", take_over), (_recovery, "take_over", take_over)]


@mutant
def a_token_is_only_looked_at_when_reading() -> list[Patch]:
    async def transact(self: Any, approver: Any, work: Any) -> Any:
        check_verified(approver)
        return await self._store.transact(approver.tenant, work)

    return [(approvals.Approvals, "_transact", transact)]


@mutant
def a_call_that_waited_is_not_counted() -> list[Patch]:
    @contextmanager
    def storing(self: Any) -> Iterator[Any]:
        calls, own = self.calls, self.own
        self.own = self.run.uncounted = 0
        try:
            yield calls
        except BaseException:
            self.run.uncounted += calls.more - own
            if self.is_over:
                self.end()
            raise

    return [(_run_state.Tally, "storing", storing)]


@mutant
def a_further_try_keeps_the_old_lease_of_its_places() -> list[Patch]:
    def enter(tx: Any, through: Any, *, holder: str, **named: Any) -> None:
        row = tx.operation(holder)
        if row is None or row.state != "claimed":
            gates.enter(tx, through, holder=holder, **named)

    return [(again, "gates", SimpleNamespace(lock=gates.lock, enter=enter))]


@mutant
def the_gate_of_a_record_is_that_of_its_version() -> list[Patch]:
    def gates_of(self: Any) -> Any:
        limits = self.tool.row["limits"]
        found = tool_gates(
            self.tool.wire_name,
            requester=self.operation.requester,
            run_id=self.operation.run_id,
            per_run=limits["per_run"],
            per_tenant=limits["per_tenant"],
        )
        if limits["serialize_by"] == "target":
            found = (*found, record_gate(self.operation.target))
        return found

    return [(_work.Work, "_gates", gates_of)]


@mutant
def a_call_is_let_in_for_one_try() -> list[Patch]:
    usual = _admission.Admission.__init__

    def begin(self: Any, path: Any, tool: Any, *rest: Any, **named: Any) -> None:
        usual(self, path, tool, *rest, **named)
        self._lease_ms = tool.limits["timeout_ms"] + _admission.LEASE_MARGIN_MS

    return [(_admission.Admission, "__init__", begin)]


@mutant
def a_turn_is_lost_with_who_went_away() -> list[Patch]:
    async def enter(self: Any) -> None:
        if self.inside < self.limit:
            self.inside += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except BaseException:
            with contextlib.suppress(ValueError):
                self._waiting.remove(turn)
            raise

    return [(_rooms.Turnstile, "enter", enter)]
