"""The writes of the business: what each would change, and what it refuses.

Walks in: the database, inside a transaction, and one write. Walks out: the change, stored, or
RefusedError with nothing changed. Nothing here knows of keys or faults.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeAlias

from reference_service.personalities import Personality
from reference_service.records import Body, Database, Record
from reference_service.visibility import Who, visible_customer, visible_order


class RefusedError(Exception):
    """The service does not carry out the write. ``error`` is a word of its interface."""

    def __init__(self, status: int, error: str) -> None:
        super().__init__(error)
        self.status = status
        self.error = error


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """One write as it arrived. ``fingerprint`` tells writes under one key apart."""

    kind: str
    record_id: str
    who: Who
    key: str | None
    expected_version: str | None
    body: Body
    fingerprint: str
    request: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What was done. ``record_id`` is the record that was written, ``executed`` what exactly was
    done to it (None: nothing), ``answer`` what the sender is told."""

    record_id: str
    before: int | None
    after: int | None
    executed: Body | None
    answer: Body
    status: int = 200


Changing: TypeAlias = Callable[[Database, Write, Personality], Change]


def check_version(write: Write, record: Record, personality: Personality) -> None:
    """A conditional write names the version that it is for; another one moves nothing."""
    if not personality.versions:
        return
    if write.expected_version is None:
        raise RefusedError(428, "version_required")
    if write.expected_version != str(record.version):
        raise RefusedError(412, "version_moved")


def moved(db: Database, record: Record, **changes: object) -> Record:
    """The record with the changes, stored under its next version."""
    after = replace(record, version=record.version + 1, body={**record.body, **changes})
    db.put(after)
    return after


def evidence(
    id: str,
    personality: Personality,
    *,
    before: int | None,
    after: int | None,
    changed: list[str],
    state: str | None = None,
) -> Body:
    """What a write is answered; a service without versions tells none."""
    has_versions = personality.versions
    return {
        "id": id,
        "version_before": str(before) if has_versions and before is not None else None,
        "version": str(after) if has_versions and after is not None else None,
        "changed": changed,
        "state": state,
        "at": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    }


def change_address(db: Database, write: Write, personality: Personality) -> Change:
    customer = visible_customer(db, write.who, write.record_id)
    if customer is None:
        raise RefusedError(404, "no_such_customer")
    check_version(write, customer, personality)
    if customer.body["status"] != "active":
        raise RefusedError(422, "customer_inactive")
    address = write.body.get("address")
    if address is None:
        saved = {each["address_id"]: each["address"] for each in customer.body["saved_addresses"]}
        if write.body.get("address_id") not in saved:
            raise RefusedError(422, "no_such_address")
        address = saved[write.body["address_id"]]
    if address["country"] in UNREACHABLE:
        raise RefusedError(422, "not_deliverable")
    after = moved(db, customer, shipping_address=address)
    return Change(
        record_id=customer.id,
        before=customer.version,
        after=after.version,
        executed={"shipping_address": address},
        answer=evidence(
            customer.id,
            personality,
            before=customer.version,
            after=after.version,
            changed=["shipping_address"],
        ),
    )


UNREACHABLE = ("AQ",)
"""Where the carrier delivers to nobody."""


def refund(db: Database, write: Write, personality: Personality) -> Change:
    order = visible_order(db, write.who, write.record_id)
    if order is None:
        raise RefusedError(404, "no_such_order")
    check_version(write, order, personality)
    amount, total = write.body["amount"], order.body["total"]
    left = total["amount_minor"] - order.body["refunded_minor"]
    if amount["currency"] != total["currency"] or amount["amount_minor"] > left:
        raise RefusedError(422, "more_than_left")
    refunded = order.body["refunded_minor"] + amount["amount_minor"]
    after = moved(db, order, refunded_minor=refunded)
    made = Record(
        tenant=write.who.tenant,
        kind="refund",
        id=f"rfd_{db.next_effect():08}",
        version=1,
        body={"order_id": order.id, "state": "requested", **write.body},
    )
    db.put(made)
    return Change(
        record_id=order.id,
        before=order.version,
        after=after.version,
        executed={"refund": made.id, **write.body},
        answer=evidence(
            made.id,
            personality,
            before=None,
            after=made.version,
            changed=["payment", "payout"],
            state="requested",
        ),
        status=201,
    )


def send(db: Database, write: Write, personality: Personality) -> Change:
    draft = db.get(write.who.tenant, "draft", write.record_id)
    if draft is None or draft.body["owner"] != write.who.identity:
        raise RefusedError(404, "no_such_draft")
    check_version(write, draft, personality)
    # A service that cannot tell an old write from a new one sends the message again.
    if draft.body["state"] == "sent" and personality.versions:
        raise RefusedError(422, "already_sent")
    recipients = draft.body["recipients"]
    if any(db.get(write.who.tenant, "objection", each) for each in recipients):
        raise RefusedError(422, "recipient_objects")
    after = moved(db, draft, state="sent")
    return Change(
        record_id=draft.id,
        before=draft.version,
        after=after.version,
        executed={name: draft.body[name] for name in ("recipients", "subject", "body")},
        answer=evidence(
            draft.id,
            personality,
            before=draft.version,
            after=after.version,
            changed=["delivery"],
        ),
    )


def move_sale(db: Database, write: Write, personality: Personality) -> Change:
    sale = db.get(write.who.tenant, "opportunity", write.record_id)
    if sale is None or visible_customer(db, write.who, sale.body["customer_id"]) is None:
        raise RefusedError(404, "no_such_sale")
    check_version(write, sale, personality)
    after = moved(db, sale, stage=write.body["stage"])
    return Change(
        record_id=sale.id,
        before=sale.version,
        after=after.version,
        executed={"stage": write.body["stage"]},
        answer=evidence(
            sale.id,
            personality,
            before=sale.version,
            after=after.version,
            changed=["stage"],
            state=write.body["stage"],
        ),
    )
