"""Planted bugs in what is approved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from toolcharter_runtime import _commits, _findings
from toolcharter_runtime._ledger import cancel_run, decide, proposals
from toolcharter_runtime._ledger import claim as claims
from toolcharter_runtime._ledger import settle as settling
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._told import error_bytes

from simulation.adapters import Present
from simulation.loop import LIFE
from simulation.mutants.planting import Patch, mutant


@mutant
def an_approval_is_not_asked_for() -> list[Patch]:
    usual = proposals.check_usable

    def check(rows: Any, loaded: Any, **rest: Any) -> None:
        if loaded.row.state != "pending":
            usual(rows, loaded, **rest)

    return _usable(check)


def _usable(instead: Any) -> list[Patch]:
    return [(each, "check_usable", instead) for each in (claims, _commits)]


@mutant
def the_approval_is_not_read_again_at_the_claim() -> list[Patch]:
    return [
        (claims, "check_usable", lambda *args, **rest: None),
        (claims, "note_expiry", lambda tx, row, *, now: row),
    ]


@mutant
def expiry_goes_by_the_callers_clock() -> list[Patch]:
    usual = proposals.check_usable

    def check(rows: Any, loaded: Any, *, now: int, **rest: Any) -> None:
        life = LIFE.get()
        mine = Present.world.true_now().timestamp() * 1000 + (life.skew_ms if life else 0)
        usual(rows, loaded, now=int(mine), **rest)

    return [*_usable(check), (claims, "note_expiry", lambda tx, row, *, now: row)]


@mutant
def an_expiry_that_was_seen_is_not_stored() -> list[Patch]:
    def note(tx: Any, row: Any, *, now: int) -> Any:
        is_over = row.state in ("pending", "approved") and now >= row.expires_at
        return replace(row, state="expired") if is_over else row

    return [(each, "note_expiry", note) for each in (claims, decide)]


@mutant
def a_denial_is_ignored() -> list[Patch]:
    usual = decide.decide

    def instead(tx: Any, decision: Any) -> Any:
        if decision.verdict == "approve":
            return usual(tx, decision)
        found = tx.proposal(decision.proposal_id)
        return found if found.state == "pending" else decide.DecisionError("already_decided")

    return [(decide, "decide", instead)]


@mutant
def requesters_approve_their_own() -> list[Patch]:
    return [(Document, "excluded", property(lambda self: frozenset()))]


@mutant
def anybody_may_approve() -> list[Patch]:
    everybody = frozenset({"support_lead", "finance_lead", "head_of_sales", "trainee"})
    return [(Document, "approver_roles", property(lambda self: everybody))]


@mutant
def one_approval_is_enough() -> list[Patch]:
    return [(Document, "approvers_needed", property(lambda self: 1))]


@mutant
def another_document_may_be_approved() -> list[Patch]:
    usual = decide._refusal

    def refusal(tx: Any, loaded: Any, decision: Any) -> Any:
        return usual(tx, loaded, replace(decision, hash=loaded.row.hash))

    return [(decide, "_refusal", refusal)]


@mutant
def a_proposal_is_used_again_after_a_conflict() -> list[Patch]:
    def nothing(tool: Any, refusal: Any, *, is_transient: bool) -> Any:
        return settling.NothingHappened(error_bytes(refusal), "approved")

    return [(_findings, "nothing_happened", nothing)]


@mutant
def a_cancelled_run_claims() -> list[Patch]:
    return [(claims, "check_going", lambda run: None)]


@mutant
def a_cancelled_run_is_not_stored() -> list[Patch]:
    def instead(tx: Any, **rest: Any) -> Any:
        return cancel_run.CancelledRun(voided=(), going_on=())

    return [(cancel_run, "cancel_run", instead)]
