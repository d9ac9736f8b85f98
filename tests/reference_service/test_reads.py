"""The reads of the worked catalog through the dispatcher, against the service over HTTP."""

from __future__ import annotations

from typing import Any

import acme_tools
import orjson
import pytest
from sqlalchemy import Engine

from reference_service.controller import ReferenceService
from reference_service.hosting import Host, adapters

Service = ReferenceService

CUSTOMER = {"customer_id": "cus_4f7a2b9c"}
RANGE = {"closing_from": "2026-01-01", "closing_to": "2026-12-31"}

READS: dict[str, dict[str, Any]] = {
    "search_customers_v1": {"search": {"kind": "name", "words": "Nord"}},
    "get_customer_v1": CUSTOMER,
    "get_customer_v2": CUSTOMER,
    "list_attachments_v1": CUSTOMER,
    "read_attachment_v1": {"content": "attachment.att_00000001", "from_character": 8000},
    "get_delivery_options_v1": {**CUSTOMER, "address_id": "adr_00000001"},
    "list_opportunities_v1": {**CUSTOMER, **RANGE},
    "get_opportunity_v1": {"opportunity_id": "opp_00000001"},
    "list_sellers_v1": {"market": "DE"},
    "list_email_drafts_v1": {},
    "get_email_draft_v1": {"draft_id": "dft_00000001"},
}

UNSEEN: list[tuple[str, dict[str, Any], str]] = [
    ("get_customer_v1", {"customer_id": "cus_8d1e6a0f"}, "CUSTOMER_NOT_FOUND"),
    ("get_customer_v2", {"customer_id": "cus_8d1e6a0f"}, "CUSTOMER_NOT_FOUND"),
    ("list_attachments_v1", {"customer_id": "cus_8d1e6a0f"}, "CUSTOMER_NOT_FOUND"),
    ("read_attachment_v1", {"content": "attachment.att_none0000"}, "ATTACHMENT_GONE"),
    (
        "get_delivery_options_v1",
        {**CUSTOMER, "address_id": "adr_00000009"},
        "ADDRESS_NOT_FOUND",
    ),
    (
        "get_delivery_options_v1",
        {**CUSTOMER, "address_id": "adr_00000002"},
        "ADDRESS_NOT_DELIVERABLE",
    ),
    ("list_opportunities_v1", {"customer_id": "cus_8d1e6a0f", **RANGE}, "CUSTOMER_NOT_FOUND"),
    (
        "list_opportunities_v1",
        {**CUSTOMER, "closing_from": "2026-02-01", "closing_to": "2026-01-01"},
        "RANGE_REFUSED",
    ),
    ("get_opportunity_v1", {"opportunity_id": "opp_none0000"}, "OPPORTUNITY_NOT_FOUND"),
    ("get_email_draft_v1", {"draft_id": "dft_00000001"}, "DRAFT_NOT_FOUND"),
]


def test_the_table_holds_every_read_that_follows_no_write() -> None:
    tools = acme_tools.CATALOG["tools"].items()
    assert set(READS) == {name for name, row in tools if row["form"] == "read"}


@pytest.mark.parametrize("tool", READS)
async def test_every_read_answers_and_tells_the_service_who_asks(
    reference_service: Service, own_database: Engine, tool: str
) -> None:
    async with adapters(reference_service, own_database) as made:
        envelope = await Host(made).call(tool, READS[tool])
    assert envelope["ok"], envelope
    asked = [(row["tenant"], row["identity"]) for row in reference_service.requests()]
    system = [("acme", "service:sales")] if tool == "list_sellers_v1" else []
    assert asked[0] == ("acme", "ines")
    assert set(asked) <= {("acme", "ines"), *system}
    assert reference_service.effects() == []


@pytest.mark.parametrize(("tool", "arguments", "code"), UNSEEN)
async def test_what_the_person_may_not_see_is_not_there(
    reference_service: Service,
    own_database: Engine,
    tool: str,
    arguments: dict[str, Any],
    code: str,
) -> None:
    async with adapters(reference_service, own_database) as made:
        envelope = await Host(made).call(tool, arguments, identity="omar")
    assert envelope["error"]["code"] == code


async def test_the_directory_is_closed_to_other_staff(
    reference_service: Service, own_database: Engine
) -> None:
    async with adapters(reference_service, own_database) as made:
        envelope = await Host(made).call(
            "list_sellers_v1", {"market": "DE"}, identity="zoe", tenant="globex"
        )
    assert envelope["error"]["code"] == "DIRECTORY_CLOSED"


async def test_a_cursor_leads_through_all_pages_and_fits_only_its_question(
    reference_service: Service, own_database: Engine
) -> None:
    asked: dict[str, Any] = {**CUSTOMER, **RANGE, "page_size": 2}
    async with adapters(reference_service, own_database) as made:
        host = Host(made)
        first = (await host.call("list_opportunities_v1", asked))["result"]
        asked["cursor"] = first["next_cursor"]
        second = (await host.call("list_opportunities_v1", asked))["result"]
        other = await host.call("list_opportunities_v1", {**asked, "closing_to": "2026-11-30"})
    ids = [each["opportunity_id"] for page in (first, second) for each in page["opportunities"]]
    assert ids == ["opp_00000001", "opp_00000002", "opp_00000003"]
    assert second["next_cursor"] is None
    assert (other["error"]["code"], other["error"]["field"]) == ("INVALID_ARGUMENT", "/cursor")


async def test_a_long_attachment_is_read_piece_by_piece(
    reference_service: Service, own_database: Engine
) -> None:
    text = ""
    start: int | None = 0
    async with adapters(reference_service, own_database) as made:
        host = Host(made)
        while start is not None:
            arguments = {"content": "attachment.att_00000001", "from_character": start}
            result = (await host.call("read_attachment_v1", arguments))["result"]
            text += result["chunk"]
            start = result["next_character"]
    assert text == "Dear all, " * 1000


async def test_a_read_is_tried_again_as_its_contract_says(
    reference_service: Service, own_database: Engine
) -> None:
    async with adapters(reference_service, own_database) as made:
        host = Host(made)
        reference_service.arm("cut", kind="reads")
        reference_service.arm("unavailable", kind="reads")
        assert (await host.call("get_customer_v2", CUSTOMER))["ok"]
        reference_service.arm("cut", kind="reads", times=None)
        envelope = await host.call("get_customer_v2", CUSTOMER)
    assert (envelope["error"]["code"], envelope["error"]["retryable"]) == (
        "UPSTREAM_UNAVAILABLE",
        True,
    )


@pytest.mark.parametrize("how", ["seconds", "http_date"])
async def test_a_rate_limit_comes_with_its_time(
    reference_service: Service, own_database: Engine, how: str
) -> None:
    reference_service.arm("rate_limited", kind="reads", how=how, seconds=600)
    async with adapters(reference_service, own_database) as made:
        envelope = await Host(made).call("get_customer_v2", CUSTOMER)
    assert envelope["error"]["code"] == "RATE_LIMITED"
    assert envelope["error"]["retry_at"]


@pytest.mark.parametrize("how", ["not_json", "missing_evidence", "wrong_type", "empty"])
async def test_a_malformed_answer_reaches_nobody(
    reference_service: Service, own_database: Engine, how: str
) -> None:
    reference_service.arm("malformed", kind="reads", how=how, text="s3cret", times=None)
    async with adapters(reference_service, own_database) as made:
        envelope = await Host(made).call("get_customer_v1", CUSTOMER)
    assert envelope["error"]["code"] == "OUTPUT_INVALID"
    assert b"s3cret" not in orjson.dumps(envelope)
