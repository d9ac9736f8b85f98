"""The reads of the service: each shows what the person who asks may see, and changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import orjson
from starlette.responses import Response

from reference_service.changes import UNREACHABLE, RefusedError
from reference_service.door import Arrival, ConnectionCutError, Handler, answer, as_json, refusal_of
from reference_service.malformed import malformed
from reference_service.records import Body, Record
from reference_service.seed import SALES_SYSTEM
from reference_service.visibility import visible_customer, visible_order

Reading: TypeAlias = Callable[[Arrival], Body]

_CHUNK = 4000


def read(reading: Reading) -> Handler:
    """The walk of a read: the faults that name the kind ``reads`` strike it too."""

    async def handler(arrival: Arrival) -> Response:
        await arrival.hold("hold_before")
        fault = arrival.meet("arrival")
        if fault is not None and fault.name == "cut":
            raise ConnectionCutError
        if fault is not None:
            return refusal_of(fault)
        body = reading(arrival)
        await arrival.hold("hold_after")
        fault = arrival.meet("answer")
        if fault is not None and fault.name == "malformed":
            return as_json(malformed(fault, body, None))
        if fault is not None:
            raise ConnectionCutError
        return answer(body)

    return handler


def customers(arrival: Arrival) -> Body:
    asked = arrival.request.query_params
    words, email, status = asked.get("words"), asked.get("email"), asked.get("status")

    def fits(body: Body) -> bool:
        return (
            arrival.who.identity in body["seen_by"]
            and (words is None or words.lower() in body["name"].lower())
            and (email is None or email == body["email"])
            and (status is None or status == body["status"])
        )

    found = _all(arrival, "customer", fits)
    return _page(arrival, sorted(found, key=lambda each: (each.body["name"], each.id)))


def customer(arrival: Arrival) -> Body:
    found = _customer(arrival)
    orders = [
        {"id": each.id, **each.body}
        for each in _all(arrival, "order", lambda body: body["customer_id"] == found.id)
    ]
    orders.sort(key=lambda each: str(each["placed_on"]), reverse=True)
    return {**_shown(found), "recent_orders": orders[:10]}


def attachments(arrival: Arrival) -> Body:
    customer = _customer(arrival)
    found = _all(arrival, "attachment", lambda body: body["customer_id"] == customer.id)
    page = _page(arrival, found)
    for item in page["items"]:
        item["size_bytes"] = len(item.pop("text").encode())
    return page


def attachment(arrival: Arrival) -> Body:
    found = arrival.service.database.get(arrival.who.tenant, "attachment", _id(arrival))
    if (
        found is None
        or visible_customer(arrival.service.database, arrival.who, found.body["customer_id"])
        is None
    ):
        raise RefusedError(404, "no_such_attachment")
    start = int(arrival.request.query_params.get("from", "0"))
    text = found.body["text"]
    return {
        "id": found.id,
        "media_type": found.body["media_type"],
        "length": len(text),
        "text": text[start : start + _CHUNK],
        "next": start + _CHUNK if start + _CHUNK < len(text) else None,
    }


def coverage(arrival: Arrival) -> Body:
    """Whether the carrier delivers to a country."""
    return {"delivers": arrival.request.query_params["country"] not in UNREACHABLE}


def delivery(arrival: Arrival) -> Body:
    found, address_id = _customer(arrival), arrival.request.path_params["address_id"]
    if not any(each["address_id"] == address_id for each in found.body["saved_addresses"]):
        raise RefusedError(404, "no_such_address")
    return {
        "options": [
            {
                "product": "EXPRESS",
                "label": "By tomorrow noon",
                "earliest_on": "2026-03-02",
                "weight_limit_kg": 20,
                "quote": "00000000-0000-4000-8000-0000000000aa",
            }
        ]
    }


def order(arrival: Arrival) -> Body:
    found = visible_order(arrival.service.database, arrival.who, _id(arrival))
    if found is None:
        raise RefusedError(404, "no_such_order")
    return _shown(found)


def drafts(arrival: Arrival) -> Body:
    state = arrival.request.query_params["state"]
    found = _all(
        arrival,
        "draft",
        lambda body: body["owner"] == arrival.who.identity and body["state"] == state,
    )
    return _page(arrival, sorted(found, key=lambda each: (each.body["edited_at"], each.id)))


def draft(arrival: Arrival) -> Body:
    db = arrival.service.database
    found = db.get(arrival.who.tenant, "draft", _id(arrival))
    if found is None or found.body["owner"] != arrival.who.identity:
        raise RefusedError(404, "no_such_draft")
    objecting = [
        each
        for each in found.body["recipients"]
        if db.get(arrival.who.tenant, "objection", each) is not None
    ]
    return {**_shown(found), "objecting": objecting}


def sales(arrival: Arrival) -> Body:
    found, asked = _customer(arrival), arrival.request.query_params
    fitting = _all(
        arrival,
        "opportunity",
        lambda body: (
            body["customer_id"] == found.id and asked["from"] <= body["closing_on"] <= asked["to"]
        ),
    )
    return _page(arrival, sorted(fitting, key=lambda each: (each.body["closing_on"], each.id)))


def sale(arrival: Arrival) -> Body:
    db = arrival.service.database
    found = db.get(arrival.who.tenant, "opportunity", _id(arrival))
    if found is None or visible_customer(db, arrival.who, found.body["customer_id"]) is None:
        raise RefusedError(404, "no_such_sale")
    return _shown(found)


def sellers(arrival: Arrival) -> Body:
    if arrival.who.identity != SALES_SYSTEM:
        raise RefusedError(403, "not_the_sales_system")
    market = arrival.request.query_params["market"]
    found = _all(arrival, "seller", lambda body: body["market"] == market and body["sells"])
    return _page(arrival, sorted(found, key=lambda each: (each.body["name"], each.id)))


def staff(arrival: Arrival) -> Body:
    """Whether the person who asks belongs to the staff."""
    found = arrival.service.database.get(arrival.who.tenant, "staff", arrival.who.identity)
    return {"is_staff": found is not None}


READINGS: Mapping[str, Reading] = {
    "/customers": customers,
    "/customers/{id}": customer,
    "/customers/{id}/attachments": attachments,
    "/customers/{id}/addresses/{address_id}/delivery": delivery,
    "/customers/{id}/opportunities": sales,
    "/attachments/{id}": attachment,
    "/coverage": coverage,
    "/orders/{id}": order,
    "/drafts": drafts,
    "/drafts/{id}": draft,
    "/opportunities/{id}": sale,
    "/sellers": sellers,
    "/staff/me": staff,
}


def _id(arrival: Arrival) -> str:
    return str(arrival.request.path_params["id"])


def _customer(arrival: Arrival) -> Record:
    found = visible_customer(arrival.service.database, arrival.who, _id(arrival))
    if found is None:
        raise RefusedError(404, "no_such_customer")
    return found


def _all(arrival: Arrival, kind: str, fits: Callable[[Body], bool]) -> list[Record]:
    found = arrival.service.database.all(arrival.who.tenant, kind)
    return [each for each in found if fits(each.body)]


def _shown(record: Record) -> Body:
    inner = ("seen_by", "owner")
    body = {name: value for name, value in record.body.items() if name not in inner}
    return {"id": record.id, "version": str(record.version), **body}


def _page(arrival: Arrival, found: Iterable[Record]) -> Body:
    """A page of what was found. A cursor belongs to the question that it was given for."""
    asked = dict(arrival.request.query_params)
    size, cursor = int(asked.pop("size", "20")), asked.pop("cursor", None)
    question = orjson.dumps([arrival.request.url.path, asked], option=orjson.OPT_SORT_KEYS)
    mark = hashlib.sha256(question).hexdigest()[:12]
    start = 0
    if cursor is not None:
        position, _, of = cursor.partition(".")
        if of != mark or not position.isdecimal():
            raise RefusedError(400, "cursor")
        start = int(position)
    every = list(found)
    after = start + size
    return {
        "items": [_shown(each) for each in every[start:after]],
        "next": f"{after}.{mark}" if after < len(every) else None,
    }
