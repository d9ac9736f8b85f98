"""The four personalities: what each does with versions, with keys, and with a question."""

from __future__ import annotations

import pytest

from reference_service.controller import ReferenceService
from reference_service.sending import CUSTOMER, Sender

Service = ReferenceService


def test_a_versioned_write_moves_the_version_that_it_names(
    reference_service: Service, ines: Sender
) -> None:
    response = ines.change_address()
    assert response.status_code == 200
    answer = response.json()
    assert answer.pop("at").endswith("Z")
    assert answer == {
        "id": "cus_4f7a2b9c",
        "version_before": "17",
        "version": "18",
        "changed": ["shipping_address"],
        "state": None,
    }
    shown = ines.get(CUSTOMER).json()
    assert (shown["version"], shown["shipping_address"]["city"]) == ("18", "Berlin")


def test_a_versioned_write_for_another_version_moves_nothing(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.bump("acme", "customer", "cus_4f7a2b9c")
    refused = ines.change_address()
    assert (refused.status_code, refused.json()) == (412, {"error": "version_moved"})
    assert ines.change_address(key="k2", version=None).status_code == 428
    assert reference_service.effects() == []


def test_a_kept_key_answers_as_it_did_and_has_one_effect(
    reference_service: Service, ines: Sender
) -> None:
    first, second = ines.change_address(), ines.change_address()
    assert first.content == second.content
    assert "Idempotent-Replayed" not in first.headers
    assert second.headers["Idempotent-Replayed"] == "true"
    assert len(reference_service.effects()) == 1


def test_a_kept_key_with_other_content_is_refused(reference_service: Service, ines: Sender) -> None:
    ines.change_address()
    other = ines.change_address(body={"address_id": "adr_00000002"})
    assert (other.status_code, other.json()) == (422, {"error": "key_reused"})
    assert len(reference_service.effects()) == 1


def test_a_kept_key_keeps_a_refusal_of_the_business_too(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.bump("acme", "customer", "cus_4f7a2b9c")
    assert ines.change_address(version="17").status_code == 412
    customer = reference_service.record("acme", "customer", "cus_4f7a2b9c")
    assert customer is not None
    reference_service.put("acme", "customer", "cus_4f7a2b9c", version=17, body=customer["body"])
    replayed = ines.change_address(version="17")
    assert (replayed.status_code, replayed.headers["Idempotent-Replayed"]) == (412, "true")
    assert ines.status("customers") == {
        "state": "failed",
        "evidence": None,
        "error": "version_moved",
    }


def test_keys_of_one_tenant_mean_nothing_to_another(
    reference_service: Service, ines: Sender
) -> None:
    ines.start_export()
    zoe = Sender(ines.url, tenant="globex", identity="zoe")
    zoe.start_export()
    assert [each.tenant for each in reference_service.effects()] == ["acme", "globex"]
    assert zoe.get("/exports/exp_00000001").status_code == 404


def test_status_by_key_tells_what_was_answered(reference_service: Service, ines: Sender) -> None:
    assert ines.status("customers")["state"] == "not_found"
    answer = ines.change_address().json()
    assert ines.status("customers") == {"state": "succeeded", "evidence": answer, "error": None}


def test_append_only_records_have_no_version_and_one_effect_for_a_key(
    reference_service: Service, ines: Sender
) -> None:
    first, second = ines.start_export(), ines.start_export()
    assert first.status_code == 202
    assert first.json() == second.json() == {"export_id": "exp_00000001", "state": "queued"}
    assert ines.start_export(key="k2").json()["export_id"] == "exp_00000002"
    assert [each.key for each in reference_service.effects()] == ["k1", "k2"]
    assert ines.get("/status/exports/k1").status_code == 501


def test_without_keys_a_second_write_is_a_second_effect_unless_the_version_moved(
    reference_service: Service, ines: Sender
) -> None:
    assert ines.refund().status_code == 201
    assert ines.refund().status_code == 412
    assert ines.refund(version="3").status_code == 201
    effects = reference_service.effects(kind="refunds")
    assert [(each.key, each.version_before, each.version_after) for each in effects] == [
        ("k1", 2, 3),
        ("k1", 3, 4),
    ]


def test_without_keys_a_reference_can_still_be_asked_about(
    reference_service: Service, ines: Sender
) -> None:
    assert ines.status("refunds")["state"] == "not_found"
    assert ines.refund(version="1").status_code == 412
    assert ines.status("refunds")["state"] == "failed"
    answer = ines.refund().json()
    assert answer["version_before"] is None
    assert ines.status("refunds") == {"state": "succeeded", "evidence": answer, "error": None}


def test_a_service_that_keeps_nothing_does_everything_twice_and_tells_nobody(
    reference_service: Service, ines: Sender
) -> None:
    for _ in range(2):
        answer = ines.move_sale().json()
        assert (answer["version_before"], answer["version"]) == (None, None)
    assert len(reference_service.effects(kind="opportunities", key="k1")) == 2
    assert ines.get("/status/opportunities/k1").status_code == 501


def test_a_kind_takes_another_personality_and_loses_it_with_the_reset(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.personality("customers", "neither")
    assert ines.change_address(version=None).status_code == 200
    assert ines.change_address(version=None).status_code == 200
    reference_service.personality("customers", keys=True)
    assert ines.change_address(version=None).headers["Idempotent-Replayed"] == "true"
    assert len(reference_service.effects()) == 2
    reference_service.reset()
    assert ines.change_address(version=None).status_code == 428
    with pytest.raises(AssertionError, match="nothing of the kind gardens"):
        reference_service.personality("gardens", "neither")


@pytest.mark.parametrize(
    ("identity", "status"), [("omar", 404), ("ines", 200)], ids=["unseen", "seen"]
)
def test_the_service_decides_by_the_person_who_asks(
    ines: Sender, identity: str, status: int
) -> None:
    person = Sender(ines.url, identity=identity)
    assert person.get("/customers/cus_8d1e6a0f").status_code == status
    path = "/customers/cus_8d1e6a0f/shipping-address"
    body = {"address_id": "adr_00000001"}
    assert person.send("PUT", path, body, key="k", version="3").status_code == status


def test_nobody_is_nobody(ines: Sender) -> None:
    assert Sender(ines.url, identity="").get(CUSTOMER).status_code == 401


def test_business_rules_refuse_with_a_word(reference_service: Service, ines: Sender) -> None:
    antarctica = {"address_id": "adr_00000002"}
    assert ines.change_address(body=antarctica).json() == {"error": "not_deliverable"}
    assert ines.refund(130_000).json() == {"error": "more_than_left"}
    blocked = ines.send("POST", "/drafts/dft_0000000b/send", {}, key="b", version="1")
    assert blocked.json() == {"error": "recipient_objects"}
    assert ines.send_draft().status_code == 200
    assert ines.send_draft(key="k2", version="5").json() == {"error": "already_sent"}
    assert [each.kind for each in reference_service.effects()] == ["messages"]
