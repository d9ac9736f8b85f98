"""Every fault that the control door can arm, seen from the wire and in the account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2
import pytest

from reference_service.controller import ReferenceService
from reference_service.malformed import WAYS
from reference_service.sending import CUSTOMER, Sender

Service = ReferenceService


def test_a_cut_before_does_nothing(reference_service: Service, ines: Sender) -> None:
    reference_service.arm("cut")
    with pytest.raises(httpx2.TransportError):
        ines.change_address()
    assert reference_service.effects() == []
    (request,) = reference_service.requests()
    assert (request["status"], request["faults"], request["key"]) == (None, "cut", "k1")
    assert ines.change_address().status_code == 200


def test_a_cut_after_leaves_the_effect_and_its_answer_under_the_key(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("cut", when="after")
    with pytest.raises(httpx2.TransportError):
        ines.change_address()
    assert len(reference_service.effects()) == 1
    assert ines.status("customers")["state"] == "succeeded"
    assert ines.change_address().headers["Idempotent-Replayed"] == "true"
    assert len(reference_service.effects()) == 1


@pytest.mark.parametrize("how", ["seconds", "http_date"])
def test_a_rate_limit_names_the_time_to_come_back(
    reference_service: Service, ines: Sender, how: str
) -> None:
    reference_service.arm("rate_limited", how=how, seconds=90)
    response = ines.change_address()
    assert response.status_code == 429
    said = response.headers["Retry-After"]
    if how == "seconds":
        assert said == "90"
    else:
        wait = parsedate_to_datetime(said) - datetime.now(UTC)
        assert timedelta(seconds=30) < wait <= timedelta(seconds=90)
    assert reference_service.effects() == []
    assert ines.change_address().status_code == 200


@pytest.mark.parametrize(("when", "effects"), [("before", 0), ("after", 1)])
def test_a_service_that_says_unavailable_may_have_done_it_or_not(
    reference_service: Service, ines: Sender, when: str, effects: int
) -> None:
    reference_service.arm("unavailable", when=when)
    assert ines.change_address().status_code == 503
    assert len(reference_service.effects()) == effects


def test_a_bump_lets_somebody_else_in_first(reference_service: Service, ines: Sender) -> None:
    reference_service.arm("bump")
    assert ines.change_address().json() == {"error": "version_moved"}
    assert ines.get(CUSTOMER).json()["version"] == "18"
    assert reference_service.effects() == []


MALFORMED: dict[str, Callable[[httpx2.Response, dict[str, Any]], bool]] = {
    "missing_evidence": lambda response, right: {"id", "version"}.isdisjoint(response.json()),
    "wrong_id": lambda response, right: response.json() == {**right, "id": "cus_4f7a2b9x"},
    "version_still": lambda response, right: response.json() == {**right, "version": "17"},
    "wrong_type": lambda response, right: response.json()["id"] == ["cus_4f7a2b9c"],
    "extra_field": lambda response, right: response.json() == {**right, "balance": 12},
    "canary": lambda response, right: response.json() == {**right, "debug": "s3cret"},
    "canary_in_id": lambda response, right: response.json()["id"] == "s3cret",
    "foreign": lambda response, right: response.json()["id"] == "cus_8d1e6a0f",
    "not_json": lambda response, right: response.content == b"<html>s3cret",
    "empty": lambda response, right: response.content == b"",
}


@pytest.mark.parametrize("how", WAYS)
def test_a_malformed_success_is_wrong_as_it_was_asked_for_and_the_effect_is_there(
    reference_service: Service, ines: Sender, how: str
) -> None:
    path = "/customers/cus_8d1e6a0f/shipping-address"
    ines.send("PUT", path, {"address_id": "adr_00000001"}, key="other", version="3")
    reference_service.arm("malformed", how=how, text="s3cret")
    response = ines.change_address()
    assert response.status_code == 200
    right = ines.change_address().json()
    assert MALFORMED[how](response, right)
    assert len(reference_service.effects(key="k1")) == 1


def test_a_foreign_success_is_invented_where_nothing_else_was_ever_done(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("malformed", how="foreign")
    assert ines.change_address().json()["id"] == "cus_4f7a2b9x"


def test_a_fault_strikes_as_often_as_asked_and_only_what_it_is_for(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("unavailable", kind="refunds", times=2)
    reference_service.arm("unavailable", key="k9", times=None)
    assert ines.change_address().status_code == 200
    assert [ines.refund().status_code for _ in range(3)] == [503, 503, 201]
    assert ines.get(CUSTOMER).status_code == 200
    assert [ines.change_address(key="k9").status_code for _ in range(3)] == [503] * 3
    assert [(each["kind"], each["times"]) for each in reference_service.armed()] == [
        ("refunds", 0),
        (None, None),
    ]
    reference_service.disarm()
    assert ines.change_address(key="k9", version="18").status_code == 200


def test_reads_are_struck_only_where_a_fault_names_them(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("unavailable")
    assert ines.get(CUSTOMER).status_code == 200
    reference_service.arm("rate_limited", kind="reads", seconds=1)
    assert ines.get(CUSTOMER).status_code == 429
    reference_service.arm("malformed", kind="reads", how="extra_field")
    assert ines.get(CUSTOMER).json()["balance"] == 12
    for when in ("before", "after"):
        reference_service.arm("cut", kind="reads", when=when)
        with pytest.raises(httpx2.TransportError):
            ines.get(CUSTOMER)


def test_a_fault_that_there_is_not_is_refused(reference_service: Service) -> None:
    with pytest.raises(AssertionError, match="there is no fault late after the effect"):
        reference_service.arm("late", when="after")
    with pytest.raises(AssertionError, match="unexpected keyword"):
        reference_service.arm("cut", often=True)
