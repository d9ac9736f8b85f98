"""The walk of a write, past every station at which a fault may strike.

    hold_before -> arrival -> apply -> (the effect) -> hold_after -> answer

A write that is late is carried out like any other, only that its sender is gone by then.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

import orjson
from starlette.responses import Response

from reference_service.changes import RefusedError, Write
from reference_service.door import Arrival, ConnectionCutError, Handler, answer, as_json, refusal_of
from reference_service.malformed import malformed
from reference_service.pauses import Delivery
from reference_service.service import Service, Told

RECORD_OF: dict[str, str] = {
    "customers": "customer",
    "refunds": "order",
    "messages": "draft",
    "opportunities": "opportunity",
    "exports": "export",
    "cancels": "export",
}
"""The kind of record that a kind of write is compared with and moves."""


async def write(arrival: Arrival) -> Response:
    await arrival.hold("hold_before")
    service, wanted = arrival.service, _write(arrival)
    fault = arrival.meet("arrival")
    if fault is not None and fault.name == "late":
        late = Delivery(
            kind=wanted.kind,
            key=wanted.key,
            carry_out=lambda: _carry_out_late(service, wanted),
        )
        await service.pauses.postpone(late, fault.seconds)
    if fault is not None and fault.name in ("late", "cut"):
        raise ConnectionCutError
    if fault is not None:
        return refusal_of(fault)
    if arrival.meet("apply") is not None:
        bump(service, wanted.who.tenant, RECORD_OF[wanted.kind], wanted.record_id)
    told = service.execute(wanted)
    await arrival.hold("hold_after")
    return _answer(arrival, told)


def writes(kind: str) -> tuple[str, Handler]:
    """The arguments of the door for a kind of write."""
    return kind, write


def bump(service: Service, tenant: str, kind: str, id: str) -> None:
    """Let somebody else change the record."""
    found = service.database.get(tenant, kind, id)
    if found is not None:
        service.database.put(replace(found, version=found.version + 1))


def _carry_out_late(service: Service, wanted: Write) -> None:
    service.execute(wanted, late=True)


def _answer(arrival: Arrival, told: Told) -> Response:
    headers = {"Idempotent-Replayed": "true"} if told.replayed else None
    fault = arrival.meet("answer")
    if fault is None:
        return answer(told.answer, told.status, headers)
    if fault.name == "cut":
        raise ConnectionCutError
    if fault.name == "unavailable":
        return refusal_of(fault)
    foreign = arrival.service.database.last_success(arrival.kind, other_than=arrival.key)
    return as_json(malformed(fault, told.answer, foreign), told.status, headers)


def _write(arrival: Arrival) -> Write:
    try:
        body = orjson.loads(arrival.raw or b"{}")
    except orjson.JSONDecodeError as error:
        raise RefusedError(400, "not_json") from error
    request = arrival.request
    record_id = request.path_params.get("id", "")
    version = request.headers.get("if-match")
    asked = orjson.dumps([request.url.path, version, body], option=orjson.OPT_SORT_KEYS)
    return Write(
        kind=arrival.kind,
        record_id=record_id,
        who=arrival.who,
        key=arrival.key,
        expected_version=None if version is None else version.strip('"'),
        body=body,
        fingerprint=hashlib.sha256(asked).hexdigest(),
        request=arrival.number,
    )
