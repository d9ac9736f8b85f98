"""Planted bugs in what the simulator found in the runtime, planted again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from toolcharter_runtime import (
    _calling,
    _cancelling,
    _carrying,
    _commits,
    _findings,
    _previews,
    _recovery,
)
from toolcharter_runtime._ledger import again, proposals, steps
from toolcharter_runtime._ledger import claim as claims
from toolcharter_runtime._ledger import settle as settling
from toolcharter_runtime._proposal.document import Document
from toolcharter_runtime._refusal import Refusal

from simulation.mutants.planting import Patch, mutant


@mutant
def an_expiry_that_a_reader_saw_is_not_stored() -> list[Patch]:
    return [(_commits, "store_expiry", lambda tx, proposal_id, *, seen_at: None)]


@mutant
def a_clock_set_back_makes_keys_young() -> list[Patch]:
    usual = again.claim_again

    def claim_again(tx: Any, operation_id: str, *, keys_kept_ms: int | None, **rest: Any) -> Any:
        row = tx.operation(operation_id)
        is_old = keys_kept_ms is not None and tx.now() >= row.claimed_at + keys_kept_ms
        return None if is_old else usual(tx, operation_id, keys_kept_ms=None, **rest)

    return [(_calling, "claim_again", claim_again)]


@mutant
def a_cancel_left_behind_stays_claimed() -> list[Patch]:
    usual = settling.settle

    def settle(tx: Any, operation_id: str, finding: Any, **rest: Any) -> Any:
        is_cancel = tx.operation(operation_id).tool == "cancel_export_v1"
        return None if is_cancel else usual(tx, operation_id, finding, **rest)

    return [(_recovery, "settle", settle)]


@mutant
def a_cancel_fails_where_another_is_under_way() -> list[Patch]:
    class OtherError(Exception):
        """Nobody raises it."""

    return [(_cancelling, "GateFullError", OtherError)]


@mutant
def long_work_that_failed_may_be_claimed_again() -> list[Patch]:
    usual = settling._after

    def after(row: Any, finding: Any, now: int) -> Any:
        if isinstance(finding, settling.NothingHappened) and finding.fate == "approved":
            return steps.released(row, error=finding.error)
        return usual(row, finding, now)

    return [(settling, "_after", after)]


@mutant
def a_status_may_speak_of_an_earlier_try() -> list[Patch]:
    usual = _findings.of_status

    def of_status(tool: Any, row: Any, answer: Any, claim: Any) -> Any:
        return usual(tool, replace(row, attempt=1), answer, claim)

    return [(_findings, "of_status", of_status)]


@mutant
def a_lack_of_proof_undoes_a_proof() -> list[Patch]:
    usual = settling._after

    def after(row: Any, finding: Any, now: int) -> Any:
        if row.state == "released" and isinstance(finding, settling.GoingOn):
            return steps.going_on(row, progress=finding.progress, at=now)
        if row.state == "released" and isinstance(finding, settling.Unproven):
            return steps.unknown(row, reason=finding.reason)
        return usual(row, finding, now)

    return [(settling, "_after", after)]


@mutant
def a_cancel_that_was_sent_is_told_as_refused() -> list[Patch]:
    class OtherError(Exception):
        """Nobody raises it."""

    return [(_cancelling, "Refusal", _never_caught(Refusal, OtherError))]


def _never_caught(usual: Any, other: type[Exception]) -> Any:
    """A name that makes refusals and catches none."""

    class Meta(type):
        def __call__(cls, *args: Any, **rest: Any) -> Any:
            return usual(*args, **rest)

    return Meta("Refusal", (other,), {})


@mutant
def a_further_try_needs_no_slot() -> list[Patch]:
    usual = again.claim_again

    def claim_again(tx: Any, operation_id: str, *, through: Any, **rest: Any) -> Any:
        return usual(tx, operation_id, **rest)

    return [(_calling, "claim_again", claim_again)]


@mutant
def an_altered_proposal_is_shown_again() -> list[Patch]:
    def whole(row: Any) -> Any:
        return proposals.Loaded(row, Document.read(row.document))

    return [(_previews, "whole", whole)]


@mutant
def a_claim_stays_in_a_run_that_is_over() -> list[Patch]:
    def changed(row: Any, **changes: Any) -> Any:
        return row if changes.keys() == {"run_id"} else replace(row, **changes)

    return [(claims, "replace", changed), (proposals, "is_cancelled", lambda *args, **rest: False)]


@mutant
def a_refusal_that_is_stored_is_counted_twice() -> list[Patch]:
    usual = _carrying._with_room

    async def with_room(work: Any, step: Any) -> Any:
        verdict = await usual(work, step)
        if isinstance(verdict, Refusal):
            raise verdict
        return verdict

    return [(_carrying, "_with_room", with_room)]


@mutant
def who_takes_up_what_was_left_is_not_counted() -> list[Patch]:
    async def count(work: Any) -> None:
        """It is counted with the next one."""

    return [(_carrying, "_count", count)]
