"""The account of the service: complete, exact, and not to be lost with a process that is killed."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
import rfc8785

from reference_service.controller import ReferenceService
from reference_service.fixtures import TESTS, running_service
from reference_service.sending import CUSTOMER, Sender

Service = ReferenceService


def test_an_effect_is_recorded_exactly_as_it_was_executed(
    reference_service: Service, ines: Sender
) -> None:
    ines.change_address()
    ines.refund(700)
    ines.send_draft()
    address, refund, message = reference_service.effects()
    customer = reference_service.record("acme", "customer", "cus_4f7a2b9c")
    assert customer is not None
    shipping = {"shipping_address": customer["body"]["shipping_address"]}
    assert address.body.encode() == rfc8785.dumps(shipping)
    assert (address.tenant, address.identity, address.key) == ("acme", "ines", "k1")
    assert (address.kind, address.id) == ("customers", "cus_4f7a2b9c")
    assert (address.version_before, address.version_after) == (17, 18)
    assert refund.executed == {
        "refund": "rfd_00000002",
        "amount": {"amount_minor": 700, "currency": "EUR"},
        "reason": "damaged",
    }
    assert message.executed == {
        "recipients": ["office@nordwind.example"],
        "subject": "Your order 1",
        "body": "Good morning,\nit is on its way.",
    }


def test_every_request_is_recorded_refused_ones_included(
    reference_service: Service, ines: Sender
) -> None:
    ines.get(CUSTOMER)
    ines.change_address(version="1")
    Sender(ines.url, identity="").get(CUSTOMER)
    Sender(ines.url, tenant="gl%C3%B6bex", identity="z%20e").get("/staff/me")
    rows = reference_service.requests()
    assert [(row["method"], row["status"]) for row in rows] == [
        ("GET", 200),
        ("PUT", 412),
        ("GET", 401),
        ("GET", 200),
    ]
    assert (rows[1]["headers"]["if-match"], json.loads(rows[1]["body"])) == (
        '"1"',
        {"address_id": "adr_00000001"},
    )
    assert (rows[3]["tenant"], rows[3]["identity"]) == ("glöbex", "z e")
    times = [time for row in rows for time in (row["time_in"], row["time_out"])]
    assert times == sorted(set(times))


def test_a_reset_begins_the_same_world_again(reference_service: Service, ines: Sender) -> None:
    before = ines.get(CUSTOMER).json()
    ines.change_address()
    first = reference_service.effects()
    reference_service.reset()
    assert reference_service.effects() == []
    assert ines.get(CUSTOMER).json() == before
    ines.change_address()
    again = reference_service.effects()
    assert [(each.number, each.body) for each in again] == [
        (each.number, each.body) for each in first
    ]


def test_records_can_be_put_by_the_control_door(reference_service: Service, ines: Sender) -> None:
    found = reference_service.record("acme", "customer", "cus_4f7a2b9c")
    assert found is not None
    reference_service.put("acme", "customer", "cus_new00001", version=1, body=found["body"])
    assert ines.get("/customers/cus_new00001").json()["version"] == "1"
    assert reference_service.record("acme", "customer", "cus_none0000") is None
    assert len(reference_service.requests()) == 1


def test_what_was_answered_survives_a_service_that_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "service.db"
    command = [sys.executable, "-m", "reference_service", "--database", str(database)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    ) as process:
        assert process.stdout is not None
        ines = Sender(json.loads(process.stdout.readline())["url"])
        assert ines.change_address().status_code == 200
        process.send_signal(signal.SIGKILL)
    with sqlite3.connect(database) as read:
        rows = read.execute("SELECT key, version_after FROM effects").fetchall()
    read.close()
    assert rows == [("k1", 18)]


def test_the_service_ends_with_its_parents_end_of_the_line(tmp_path: Path) -> None:
    with running_service(tmp_path / "service.db") as service:
        sender = Sender(service.url)
        assert sender.get(CUSTOMER).status_code == 200
    with pytest.raises(httpx2.ConnectError):
        sender.get(CUSTOMER)
