"""A conflict that was found before the claim, by the rows alone."""

from __future__ import annotations

from typing import Any

import pytest
from ledger.ledger_of import Ledger, order
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.claim import Claimed, InProgress
from toolcharter_runtime._ledger.conflict import end_in_conflict
from toolcharter_runtime._ledger.settle import NothingHappened, settle
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import ProposalRow
from toolcharter_runtime._store.transaction import StoreUnavailableError


def conflict(ledger: Ledger, row: ProposalRow, **changes: Any) -> Any:
    return ledger.transact(lambda tx: end_in_conflict(tx, order(row, **changes).operation))


def refused(ledger: Ledger, row: ProposalRow) -> str:
    with pytest.raises(Refusal) as found:
        ledger.claim(row)
    return found.value.code


def released(ledger: Ledger, row: ProposalRow) -> None:
    """The first attempt did nothing, and the approval may be used again."""
    claimed = ledger.claim(row)
    assert isinstance(claimed, Claimed)
    finding = NothingHappened(b'{"code":"RATE_LIMITED"}', "approved")
    ledger.transact(lambda tx: settle(tx, claimed.row.id, finding, attempt=1))
    assert ledger.proposal(row).state == "approved"


@pytest.mark.promise("A4")
def test_what_nobody_has_claimed_is_closed_and_says_why_ever_after(ledger: Ledger) -> None:
    row = ledger.approved()
    assert conflict(ledger, row) is None
    closed = ledger.proposal(row)
    assert (closed.state, closed.reason) == ("closed", "VERSION_CONFLICT")
    assert refused(ledger, row) == Code.VERSION_CONFLICT
    assert conflict(ledger, row) is None
    assert ledger.proposal(row) == closed


@pytest.mark.promise("A4")
def test_what_is_left_of_an_attempt_that_did_nothing_is_closed_too(ledger: Ledger) -> None:
    row = ledger.approved()
    released(ledger, row)
    assert conflict(ledger, row) is None
    assert ledger.proposal(row).state == "closed"
    assert refused(ledger, row) == Code.VERSION_CONFLICT


def test_what_somebody_has_claimed_meanwhile_is_left_to_them(ledger: Ledger) -> None:
    row = ledger.approved()
    ledger.claim(row)
    assert isinstance(conflict(ledger, row), InProgress)
    assert ledger.proposal(row).state == "consumed"


def test_a_claim_that_came_between_two_looks_makes_the_store_look_again(ledger: Ledger) -> None:
    row = ledger.approved()
    ledger.claim(row)
    # As a database shows it to whoever asked about the key before that claim was stored.
    with pytest.raises(StoreUnavailableError):
        conflict(ledger, row, key="another key")
    assert ledger.proposal(row).state == "consumed"


@pytest.mark.parametrize("state", ["denied", "expired"])
def test_what_has_ended_otherwise_stays_so(ledger: Ledger, state: str) -> None:
    row = ledger.propose()
    if state == "denied":
        ledger.decide(row, "ann", verdict="deny", reason="No.")
    else:
        ledger.now = row.expires_at
        with pytest.raises(Exception, match="expired"):
            ledger.decide(row, "ann")
    before = ledger.proposal(row)
    assert before.state == state
    assert conflict(ledger, row) is None
    assert ledger.proposal(row) == before


def test_a_proposal_that_failed_otherwise_is_told_as_used(ledger: Ledger) -> None:
    """Only a conflict is told as one."""
    row = ledger.approved()
    claimed = ledger.claim(row)
    finding = NothingHappened(b'{"code":"CUSTOMER_INACTIVE"}', "closed")
    ledger.transact(lambda tx: settle(tx, claimed.row.id, finding, attempt=1))
    assert ledger.proposal(row).reason is None
    with pytest.raises(Refusal) as found:
        ledger.claim(row, key="another key", id="op_2")
    assert found.value.code == Code.APPROVAL_CONSUMED
