"""Who may decide about a proposal, when, and which decision counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ledger.ledger_of import LEVEL, REQUESTER, Ledger, decision
from store.kinds import alter
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.decide import DecisionError, decide
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.seals import BrokenSealError


@pytest.mark.promise("A3")
def test_a_proposal_is_approved_by_as_many_different_persons_as_its_level_needs(
    ledger: Ledger,
) -> None:
    row = ledger.propose()
    assert ledger.decide(row, "ann").state == "pending"
    with pytest.raises(DecisionError) as again:
        ledger.decide(row, "ann")
    assert again.value.reason == "already_decided"
    assert ledger.decide(row, "bob").state == "approved"


@pytest.mark.promise("A5")
def test_a_denial_is_final_and_keeps_its_reason(ledger: Ledger) -> None:
    row = ledger.propose()
    ledger.decide(row, "ann")
    denied = ledger.decide(row, "bob", verdict="deny", reason="Wrong customer.")
    assert (denied.state, denied.reason) == ("denied", "Wrong customer.")
    with pytest.raises(DecisionError) as late:
        ledger.decide(row, "cid")
    assert (late.value.reason, late.value.state) == ("already_decided", "denied")
    with pytest.raises(Refusal) as refused:
        ledger.claim(row)
    assert (refused.value.code, refused.value.reason) == (Code.APPROVAL_DENIED, "Wrong customer.")


@pytest.mark.promise("A3")
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"approver": REQUESTER}, "own"),
        ({"roles": frozenset({"clerk"})}, "not_authorised"),
        ({"roles": frozenset()}, "not_authorised"),
        ({"hash": "sha256:" + "f" * 64}, "other_document"),
        ({"proposal_id": "pro_9"}, "unknown"),
    ],
)
def test_a_decision_that_does_not_count_changes_nothing(
    ledger: Ledger, changes: dict[str, object], reason: str
) -> None:
    row = ledger.propose()
    wrong = replace(decision(row, "ann"), **changes)  # type: ignore[arg-type]
    found = ledger.transact(lambda tx: decide(tx, wrong))
    assert isinstance(found, DecisionError)
    assert found.reason == reason
    assert ledger.proposal(row) == row
    assert ledger.transact(lambda tx: tx.decisions(row.id)) == []


@pytest.mark.promise("A4")
def test_an_expiry_that_was_seen_is_not_revived_by_a_clock_that_steps_back(ledger: Ledger) -> None:
    row = ledger.propose()
    ledger.now = row.expires_at
    with pytest.raises(DecisionError) as late:
        ledger.decide(row, "ann")
    assert late.value.reason == "expired"
    ledger.now = row.created_at
    with pytest.raises(DecisionError):
        ledger.decide(row, "ann")
    assert ledger.proposal(row).state == "expired"


@pytest.mark.promise("A4")
def test_a_decision_counts_until_the_last_millisecond_before_the_expiry(ledger: Ledger) -> None:
    row = ledger.propose()
    ledger.now = row.expires_at - 1
    ledger.decide(row, "ann")
    assert ledger.decide(row, "bob").state == "approved"


@pytest.mark.promise("F1")
def test_the_same_request_gives_the_same_proposal_and_other_arguments_are_refused(
    ledger: Ledger,
) -> None:
    row = ledger.propose()
    assert ledger.propose(2, request_id="req-1", request_hash="hash-1") == row
    with pytest.raises(Refusal) as refused:
        ledger.propose(3, request_id="req-1")
    assert refused.value.code is Code.IDEMPOTENCY_MISMATCH


@pytest.mark.promise("A3")
def test_the_caps_on_waiting_proposals_hold_at_the_cap_and_free_with_time(ledger: Ledger) -> None:
    for number in (1, 2):
        ledger.propose(number, pending_per_run=2)
    with pytest.raises(Refusal) as refused:
        ledger.propose(3, pending_per_run=2)
    assert refused.value.code is Code.LIMIT_REACHED
    with pytest.raises(Refusal):
        ledger.propose(3, level={"pending": 2})
    ledger.now += LEVEL["expires_ms"]  # type: ignore[operator]
    assert ledger.propose(3, pending_per_run=2).state == "pending"


@pytest.mark.parametrize("column", ["state", "expires_at", "hash", "requester", "level", "serial"])
def test_a_proposal_that_somebody_changed_in_the_store_is_refused(
    ledger: Ledger, column: str
) -> None:
    row = ledger.approved()
    value = getattr(row, column)
    altered = value + 1 if isinstance(value, int) else "x"
    alter(ledger.store, "proposal", row.id, column, altered)
    with pytest.raises(BrokenSealError):
        ledger.claim(row)
