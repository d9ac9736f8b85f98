"""What agents ask for: arguments that the catalog accepts, few enough to meet each other."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any


def _address(source: Random) -> dict[str, Any]:
    address = {
        "line_1": f"Kai {source.randrange(3)}",
        "postal_code": "28195",
        "city": "Bremen",
        "country": "DE",
    }
    customer = source.choice(("cus_4f7a2b9c", "cus_4f7a2b9d"))
    return {"customer_id": customer, "destination": {"kind": "new", "address": address}}


def _refund(source: Random) -> dict[str, Any]:
    amount = {"amount_minor": source.choice((100, 50_000, 50_001, 90_000)), "currency": "EUR"}
    order = source.choice(("ord_000001", "ord_000002"))
    return {"order_id": order, "amount": amount, "reason": "damaged"}


def _message(source: Random) -> dict[str, Any]:
    return {"draft_id": source.choice(("dft_00000001", "dft_00000001", "dft_00000002"))}


def _stage(source: Random) -> dict[str, Any]:
    move = source.choice(({"to": "open"}, {"to": "offered", "offered_on": "2026-03-01"}))
    return {"opportunity_id": source.choice(("opp_00000001", "opp_00000002")), "move": move}


def _handover(source: Random) -> dict[str, Any]:
    seller = source.choice(("sel_00000001", "sel_00000002"))
    sales = source.choice((["opp_00000001"], ["opp_00000001", "opp_00000002"]))
    return {"seller_id": seller, "opportunity_ids": sales, "reason": "leave"}


def _draft(source: Random) -> dict[str, Any]:
    return {
        "customer_id": "cus_4f7a2b9c",
        "subject": f"Subject {source.randrange(3)}",
        "body": "Text.",
    }


def _export(source: Random) -> dict[str, Any]:
    return {
        "records": source.choice(("customers", "customers", "customers", "opportunities")),
        "from": "2026-01-01",
        "to": "2026-02-01",
        "format": "csv",
    }


ARGUMENTS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "preview_address_change_v2": _address,
    "preview_refund_v1": _refund,
    "preview_send_email_v1": _message,
    "preview_opportunity_stage_change_v1": _stage,
    "preview_opportunity_handover_v1": _handover,
    "draft_email_v1": _draft,
    "start_export_v1": _export,
}
