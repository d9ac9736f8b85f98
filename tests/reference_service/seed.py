"""The world in which every test begins: two tenants, and people who may see more or less of them."""

from __future__ import annotations

from collections.abc import Iterator

from reference_service.records import Body, Database, Record

SALES_SYSTEM = "service:sales"
"""The account with which the staff directory opens."""


def sow(db: Database) -> None:
    """Put the first records into an empty database."""
    with db.transaction():
        for record in records():
            db.put(record)


def records() -> Iterator[Record]:
    """The first records, in no order that matters."""
    for tenant, kind, id, version, body in (*_acme(), *_globex()):
        yield Record(tenant=tenant, kind=kind, id=id, version=version, body=body)


def _acme() -> Iterator[tuple[str, str, str, int, Body]]:
    yield "acme", "staff", "ines", 1, {}
    yield "acme", "staff", "omar", 1, {}
    yield (
        *("acme", "customer", "cus_4f7a2b9c", 17),
        _customer("Nordwind GmbH", "office@nordwind.example", ["ines", "omar"])
        | {"risk_note": "Paid late twice."},
    )
    yield (
        *("acme", "customer", "cus_8d1e6a0f", 3),
        _customer("Südlicht AG", "hallo@suedlicht.example", ["ines"]),
    )
    yield (
        *("acme", "customer", "cus_0a0a0a0a", 5),
        _customer("Ostwall KG", "kontor@ostwall.example", ["ines", "omar"])
        | {"status": "suspended"},
    )
    for number, (customer, total) in enumerate(
        (("cus_4f7a2b9c", 120_000), ("cus_4f7a2b9c", 4_990), ("cus_8d1e6a0f", 60_000)), start=1
    ):
        yield (
            *("acme", "order", f"ord_10000{number}", 2),
            {
                "customer_id": customer,
                "placed_on": f"2026-0{number}-15",
                "total": {"amount_minor": total, "currency": "EUR"},
                "refunded_minor": 0,
                "paid_with": "card",
            },
        )
    for number, text in ((1, "Dear all, " * 1000), (2, "Short.")):
        yield (
            *("acme", "attachment", f"att_0000000{number}", 1),
            {
                "customer_id": "cus_4f7a2b9c",
                "name": f"letter {number}.txt",
                "media_type": "text/plain",
                "added_at": f"2026-02-0{number}T08:00:00Z",
                "text": text,
            },
        )
    for number, state in ((1, "draft"), (2, "draft"), (3, "sent")):
        yield "acme", "draft", f"dft_0000000{number}", 4, _draft("ines", number, state)
    yield "acme", "draft", "dft_0000000o", 1, _draft("omar", 4, "draft")
    yield (
        *("acme", "draft", "dft_0000000b", 1),
        _draft("ines", 5, "draft") | {"recipients": ["stop@nordwind.example"]},
    )
    yield "acme", "objection", "stop@nordwind.example", 1, {}
    for number, stage in ((1, "open"), (2, "offered"), (3, "won")):
        yield "acme", "opportunity", f"opp_0000000{number}", 6, _sale(number, stage)
    for number, name in ((1, "Ada Berg"), (2, "Ben Cole"), (3, "Cem Demir")):
        yield "acme", "seller", f"sel_0000000{number}", 9, _seller(number, name)


def _globex() -> Iterator[tuple[str, str, str, int, Body]]:
    yield (
        *("globex", "customer", "cus_77777777", 1),
        _customer("Nordwind Holding", "info@nordwind-holding.example", ["zoe"]),
    )


def _customer(name: str, email: str, seen_by: list[str]) -> Body:
    return {
        "name": name,
        "email": email,
        "status": "active",
        "seen_by": seen_by,
        "shipping_address": _address("Hafenstr. 1", "20457", "Hamburg"),
        "saved_addresses": [
            {"address_id": "adr_00000001", "address": _address("Am Tor 2", "10115", "Berlin")},
            {
                "address_id": "adr_00000002",
                "address": {**_address("Base 1", "00", "Eights"), "country": "AQ"},
            },
        ],
        "credit_limit": {"amount_minor": 2_500_000, "currency": "EUR"},
        "open_shipments": 2,
    }


def _address(line_1: str, postal_code: str, city: str) -> Body:
    return {"line_1": line_1, "postal_code": postal_code, "city": city, "country": "DE"}


def _draft(owner: str, number: int, state: str) -> Body:
    return {
        "owner": owner,
        "customer_id": "cus_4f7a2b9c",
        "subject": f"Your order {number}",
        "body": "Good morning,\nit is on its way.",
        "recipients": ["office@nordwind.example"],
        "state": state,
        "edited_at": f"2026-03-0{number}T09:30:00Z",
    }


def _sale(number: int, stage: str) -> Body:
    return {
        "customer_id": "cus_4f7a2b9c",
        "title": f"Crane {number}",
        "stage": stage,
        "value": {"amount_minor": number * 1_000_000, "currency": "EUR"},
        "win_probability": "0.50",
        "closing_on": f"2026-0{number + 3}-01",
        "changed_at": "2026-02-20T10:00:00Z",
        "seller": "sel_00000001",
        "lost_because": None,
        "source": "trade_fair",
        "days_in_stage": {"open": 12},
        "page_for_people": f"https://crm.acme.example/sales/{number}",
        "margin_percent": 21,
    }


def _seller(number: int, name: str) -> Body:
    return {
        "name": name,
        "market": "DE",
        "sells": number != 3,
        "reports_in": "EUR",
        "directory_entry": f"00000000-0000-4000-8000-00000000000{number}",
        "work_email": f"seller{number}@acme.example",
        "phone": f"+4940123450{number}",
        "joined_on": "2020-04-01",
        "away_until": "2026-06-30" if number == 2 else None,
    }
