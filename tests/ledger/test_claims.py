"""The claim, and what becomes of an operation after it."""

from __future__ import annotations

import pytest
from ledger.ledger_of import REQUESTER, RUN, Ledger
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.admit import run_lock
from toolcharter_runtime._ledger.again import claim_again, take_over
from toolcharter_runtime._ledger.cancel_run import cancel_run
from toolcharter_runtime._ledger.claim import Claimed, InProgress, Stored, Unproven
from toolcharter_runtime._ledger.gates import Gate, GateFullError, lock, record_gate, tool_gates
from toolcharter_runtime._ledger.gates import enter as take
from toolcharter_runtime._ledger.settle import (
    Happened,
    NothingHappened,
    Stopped,
    settle,
)
from toolcharter_runtime._ledger.settle import Unproven as NoProof
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import OperationRow, ProposalRow
from toolcharter_runtime._store.transaction import Transaction

HAPPENED = Happened(lambda now: b'{"new_version":"18"}', lambda now: b'{"support":{}}')
FAILED = NothingHappened(b'{"code":"CUSTOMER_INACTIVE"}', "closed")
BUSY = NothingHappened(b'{"code":"RATE_LIMITED"}', "approved")


def claimed(ledger: Ledger, row: ProposalRow) -> OperationRow:
    verdict = ledger.claim(row)
    assert isinstance(verdict, Claimed)
    return verdict.row


@pytest.mark.promise("A2")
def test_a_claim_consumes_the_approval_and_a_second_caller_waits_for_the_first(
    ledger: Ledger,
) -> None:
    row = ledger.approved()
    operation = claimed(ledger, row)
    assert ledger.proposal(row).state == "consumed"
    verdict = ledger.claim(row, id="op_other", owner="process-2")
    assert verdict == InProgress(verdict.row, ledger.now + 15_000)
    assert verdict.row.id == operation.id


@pytest.mark.promise("F1")
def test_the_stored_end_is_what_every_later_caller_gets(ledger: Ledger) -> None:
    row = ledger.approved()
    operation = claimed(ledger, row)
    done = ledger.transact(lambda tx: settle(tx, operation.id, HAPPENED, attempt=1))
    for _ in range(2):
        verdict = ledger.claim(row)
        assert isinstance(verdict, Stored)
        assert verdict.row.results == done.results == b'{"support":{}}'


@pytest.mark.promise("A4")
def test_a_proposal_that_nobody_or_too_few_approved_is_not_claimed(ledger: Ledger) -> None:
    row = ledger.propose()
    with pytest.raises(Refusal) as nobody:
        ledger.claim(row)
    ledger.decide(row, "ann")
    with pytest.raises(Refusal) as too_few:
        ledger.claim(row)
    assert {nobody.value.code, too_few.value.code} == {Code.APPROVAL_PENDING}
    assert ledger.transact(lambda tx: tx.operation_of_key(f"key-{row.id}")) is None


@pytest.mark.promise("A4")
def test_an_approval_that_expired_is_not_claimed_and_stays_expired(ledger: Ledger) -> None:
    row = ledger.approved()
    ledger.now = row.expires_at
    with pytest.raises(Refusal) as refused:
        ledger.claim(row)
    assert refused.value.code is Code.APPROVAL_EXPIRED
    ledger.now = row.created_at
    with pytest.raises(Refusal):
        ledger.claim(row)
    assert ledger.transact(lambda tx: tx.operation_of_key(f"key-{row.id}")) is None


@pytest.mark.promise("A2")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"requester": "u-99"}, Code.PROPOSAL_UNKNOWN),
        ({"tool": "commit_refund_v1"}, Code.PROPOSAL_UNKNOWN),
        ({"enforced": "sha256:" + "f" * 64}, Code.APPROVAL_EXPIRED),
        ({"document_hash": "sha256:" + "f" * 64}, Code.IDEMPOTENCY_MISMATCH),
    ],
)
def test_an_approval_serves_its_own_requester_tool_and_document_only(
    ledger: Ledger, changes: dict[str, str], code: Code
) -> None:
    row = ledger.approved()
    with pytest.raises(Refusal) as refused:
        ledger.claim(row, **changes)
    assert refused.value.code is code
    assert ledger.proposal(row).state == "approved"


@pytest.mark.promise("F1")
def test_a_key_that_comes_again_with_other_arguments_is_refused_whatever_became_of_it(
    ledger: Ledger,
) -> None:
    row = ledger.approved()
    operation = claimed(ledger, row)
    for finding in (NoProof("timeout"), HAPPENED):
        with pytest.raises(Refusal) as refused:
            ledger.claim(row, document_hash="sha256:" + "f" * 64)
        assert refused.value.code is Code.IDEMPOTENCY_MISMATCH
        ledger.transact(lambda tx, found=finding: settle(tx, operation.id, found))  # type: ignore[misc]


@pytest.mark.promise("A4")
def test_a_transient_failure_gives_the_approval_back_and_keeps_the_key(ledger: Ledger) -> None:
    row = ledger.approved()
    operation = claimed(ledger, row)
    ledger.transact(lambda tx: settle(tx, operation.id, BUSY, attempt=1))
    assert ledger.proposal(row).state == "approved"
    again = claimed(ledger, row)
    assert (again.key, again.id, again.attempt) == (operation.key, operation.id, 2)


@pytest.mark.promise("A4")
def test_a_lasting_failure_closes_the_proposal(ledger: Ledger) -> None:
    row = ledger.approved()
    operation = claimed(ledger, row)
    ledger.transact(lambda tx: settle(tx, operation.id, FAILED, attempt=1))
    assert ledger.proposal(row).state == "closed"
    verdict = ledger.claim(row)
    assert isinstance(verdict, Stored)
    assert verdict.row.state == "failed"


@pytest.mark.promise("F2")
def test_a_claim_whose_lease_is_over_is_unproven_and_not_free(ledger: Ledger) -> None:
    row = ledger.approved()
    operation = claimed(ledger, row)
    ledger.now += 15_000
    verdict = ledger.claim(row)
    assert isinstance(verdict, Unproven)
    assert verdict.row.id == operation.id


@pytest.mark.promise("F2")
def test_what_one_attempt_did_not_do_proves_nothing_about_the_next(ledger: Ledger) -> None:
    row = ledger.approved()
    first = claimed(ledger, row)
    second = ledger.transact(
        lambda tx: claim_again(tx, first.id, owner="process-1", lease_ms=1, attempt=1)
    )
    assert second is not None
    after = ledger.transact(lambda tx: settle(tx, first.id, FAILED, attempt=1))
    assert (after.state, after.attempt) == ("claimed", 2)
    assert (
        ledger.transact(lambda tx: settle(tx, first.id, HAPPENED, attempt=1)).state == "succeeded"
    )


@pytest.mark.promise("F2")
@pytest.mark.parametrize("late", [FAILED, Stopped()])
def test_evidence_against_an_end_is_kept_and_changes_nothing(
    ledger: Ledger,
    late: NothingHappened | Stopped,
) -> None:
    operation = claimed(ledger, ledger.approved())
    done = ledger.transact(lambda tx: settle(tx, operation.id, HAPPENED))
    assert ledger.transact(lambda tx: settle(tx, operation.id, late)) == done
    (anomaly,) = ledger.transact(lambda tx: tx.anomalies(operation.id))
    assert anomaly.said in ("failed", "cancelled")
    assert ledger.transact(lambda tx: settle(tx, operation.id, HAPPENED)) == done
    assert len(ledger.transact(lambda tx: tx.anomalies(operation.id))) == 1


@pytest.mark.promise("C16")
def test_a_cancelled_run_claims_nothing_voids_what_waits_and_lists_what_goes_on(
    ledger: Ledger,
) -> None:
    going, waiting = ledger.approved(1), ledger.approved(2)
    operation = claimed(ledger, going)
    cancelled = ledger.transact(lambda tx: cancel_run(tx, requester=REQUESTER, run_id=RUN))
    assert cancelled.voided == (waiting.id,)
    assert cancelled.going_on == ((operation.id, "claimed"),)
    with pytest.raises(Refusal) as refused:
        ledger.claim(waiting)
    assert refused.value.code is Code.RUN_CANCELLED
    assert ledger.transact(lambda tx: settle(tx, operation.id, HAPPENED)).state == "succeeded"
    assert (
        ledger.transact(lambda tx: claim_again(tx, operation.id, owner="x", lease_ms=1, attempt=1))
        is None
    )


@pytest.mark.promise("A3")
@pytest.mark.parametrize("limit", ["per_run", "per_day"])
def test_the_limits_on_claims_hold_at_the_limit(ledger: Ledger, limit: str) -> None:
    ledger.now = 86_400_000 * 20_000 + 5
    first, second = ledger.approved(1), ledger.approved(2)
    ledger.claim(first, policy={limit: 1})
    with pytest.raises(Refusal) as refused:
        ledger.claim(second, policy={limit: 1})
    assert refused.value.code is Code.LIMIT_REACHED
    assert isinstance(ledger.claim(first, policy={limit: 1}), InProgress)


@pytest.mark.promise("A3")
def test_a_day_ends_at_midnight_of_the_stores_clock(ledger: Ledger) -> None:
    midnight = 86_400_000 * 20_000
    ledger.now = midnight - 1
    first, second = ledger.approved(1), ledger.approved(2)
    ledger.claim(first, policy={"per_day": 1})
    with pytest.raises(Refusal):
        ledger.claim(second, policy={"per_day": 1})
    ledger.now = midnight
    assert isinstance(ledger.claim(second, policy={"per_day": 1}), Claimed)


@pytest.mark.promise("F6")
def test_two_writes_on_one_record_are_serial_until_the_lease_of_the_first_is_over(
    ledger: Ledger,
) -> None:
    first, second = ledger.approved(1), ledger.approved(2)
    gates = (Gate("record customer cus_1", 1),)
    ledger.claim(first, gates=gates)
    with pytest.raises(GateFullError) as full:
        ledger.claim(second, gates=gates)
    assert full.value.free_at == ledger.now + 15_000
    assert ledger.proposal(second).state == "approved"
    ledger.transact(lambda tx: settle(tx, f"op_{first.id}", HAPPENED))
    assert isinstance(ledger.claim(second, gates=gates), Claimed)


@pytest.mark.promise("F2")
def test_only_one_process_takes_over_a_claim_whose_lease_is_over(ledger: Ledger) -> None:
    operation = claimed(ledger, ledger.approved())

    def take(owner: str) -> OperationRow | None:
        return ledger.transact(lambda tx: take_over(tx, operation.id, owner=owner, lease_ms=1_000))

    assert take("process-2") is None
    ledger.now += 15_000
    taken = take("process-2")
    assert taken is not None
    assert (taken.owner, taken.attempt) == ("process-2", 1)
    assert take("process-3") is None


@pytest.mark.promise("F6")
def test_a_record_with_a_long_name_has_a_gate_of_its_own(ledger: Ledger) -> None:
    """No database has an index for keys of any length."""
    same = "\U0001f600" * 5_000
    first, second, third = (ledger.approved(each) for each in (1, 2, 3))
    ledger.claim(first, gates=(record_gate(same + "1"),))
    assert isinstance(ledger.claim(second, gates=(record_gate(same + "2"),)), Claimed)
    with pytest.raises(GateFullError):
        ledger.claim(third, gates=(record_gate(same + "1"),))


def test_the_longest_names_that_people_and_tenants_may_have_fit_into_every_gate(
    ledger: Ledger,
) -> None:
    longest = "\U0001f600\U0010ffff" * 128
    gates = tool_gates("t" * 64, requester=longest, run_id="r" * 128, per_run=1, per_tenant=1)

    def enter(tx: Transaction, call: str = "0") -> int:
        lock(tx, gates, run_lock(longest, "r" * 128))
        take(tx, gates, holder="call_" + call * 32, now=0, lease_until=1)
        return tx.count_calls(longest, "r" * 128, 1).calls

    assert ledger.transact(enter, longest) == 1
    with pytest.raises(GateFullError):
        ledger.transact(lambda tx: enter(tx, "1"), longest)
