"""Status endpoints that are down or lie, and long work whose progress the control door decides."""

from __future__ import annotations

import httpx2
import pytest

from reference_service.controller import ReferenceService
from reference_service.sending import Sender

Service = ReferenceService


@pytest.mark.parametrize("how", ["unavailable", "cut"])
def test_a_status_endpoint_is_down_as_long_as_asked(
    reference_service: Service, ines: Sender, how: str
) -> None:
    ines.change_address()
    reference_service.arm("status_down", how=how, times=2)
    for _ in range(2):
        if how == "cut":
            with pytest.raises(httpx2.TransportError):
                ines.status("customers")
        else:
            assert ines.get("/status/customers/k1").status_code == 503
    assert ines.status("customers")["state"] == "succeeded"


def test_a_status_endpoint_says_pending_for_a_while_or_not_found_first(
    reference_service: Service, ines: Sender
) -> None:
    ines.change_address()
    reference_service.arm("status_says", says="not_found")
    reference_service.arm("status_says", says="pending", times=2)
    said = [ines.status("customers")["state"] for _ in range(4)]
    assert said == ["not_found", "pending", "pending", "succeeded"]


def test_a_status_endpoint_lies(reference_service: Service, ines: Sender) -> None:
    ines.change_address()
    reference_service.arm("status_says", says="failed")
    assert ines.status("customers") == {
        "state": "failed",
        "evidence": None,
        "error": "unavailable",
    }
    reference_service.arm("status_says", says="succeeded", key="k2")
    lie = ines.status("customers", "k2")
    assert (lie["state"], lie["evidence"]["id"]) == ("succeeded", "cus_00000000")
    assert len(reference_service.effects()) == 1


def test_a_lie_about_one_key_is_told_about_no_other(
    reference_service: Service, ines: Sender
) -> None:
    ines.change_address()
    reference_service.arm("status_says", says="failed", key="k2", kind="customers", times=None)
    assert ines.status("customers")["state"] == "succeeded"
    assert ines.status("refunds", "k2")["state"] == "not_found"
    assert ines.status("customers", "k2")["state"] == "failed"


def test_an_export_goes_as_far_as_the_control_door_says(
    reference_service: Service, ines: Sender
) -> None:
    ines.start_export()
    path = "/exports/exp_00000001"
    assert ines.get(path).json() == {
        "export_id": "exp_00000001",
        "state": "queued",
        "started_at": None,
        "finished_at": None,
        "result": None,
        "error": None,
    }
    reference_service.export("acme", "exp_00000001", "running")
    running = ines.get(path).json()
    assert (running["state"], running["finished_at"]) == ("running", None)
    assert running["started_at"]
    reference_service.export("acme", "k1", "succeeded")
    done = ines.get("/exports/k1").json()
    assert (done["state"], done["result"]["row_count"]) == ("succeeded", 12)
    assert done["started_at"] == running["started_at"]
    assert done["finished_at"]
    reference_service.export("acme", "k1", "failed", error="disk_full")
    assert ines.get(path).json()["error"] == "disk_full"
    reference_service.export("acme", "k1", "running")
    assert ines.get(path).json()["state"] == "running"


def test_an_export_is_nobody_elses(reference_service: Service, ines: Sender) -> None:
    ines.start_export()
    omar = Sender(ines.url, identity="omar")
    assert omar.get("/exports/exp_00000001").status_code == 404
    assert omar.send("POST", "/exports/k1/cancel", {}, key="c").status_code == 404


def test_polls_are_struck_by_the_faults_of_status_endpoints(
    reference_service: Service, ines: Sender
) -> None:
    ines.start_export()
    reference_service.arm("status_says", says="succeeded", kind="exports")
    reference_service.arm("status_says", says="not_found", key="k1")
    reference_service.arm("status_down")
    lie = ines.get("/exports/k1").json()
    assert (lie["state"], lie["result"]["row_count"]) == ("succeeded", 12)
    assert ines.get("/exports/k1").status_code == 404
    assert ines.get("/exports/k1").status_code == 503
    assert ines.get("/exports/k1").json()["state"] == "queued"


def test_a_cancel_stops_what_is_under_way_once(reference_service: Service, ines: Sender) -> None:
    ines.start_export()
    for _ in range(2):
        answer = ines.send("POST", "/exports/k1/cancel", {}, key="c1")
        assert answer.json() == {"answer": "stopped"}
    assert ines.send("POST", "/exports/k1/cancel", {}, key="c2").json() == {
        "answer": "already_finished"
    }
    assert ines.get("/exports/k1").json()["state"] == "cancelled"
    assert [each.kind for each in reference_service.effects()] == ["exports", "cancels"]


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("stopped", "cancelled"),
        ("already_finished", "running"),
        ("cannot_interrupt", "running"),
        ("unknown", "running"),
    ],
)
def test_a_cancel_is_answered_as_the_control_door_says(
    reference_service: Service, ines: Sender, answer: str, state: str
) -> None:
    ines.start_export()
    reference_service.export("acme", "k1", "running")
    reference_service.answer_cancels(answer)
    assert ines.send("POST", "/exports/k1/cancel", {}, key="c").json() == {"answer": answer}
    assert ines.get("/exports/k1").json()["state"] == state
