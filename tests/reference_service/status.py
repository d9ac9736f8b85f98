"""What became of a write, by the key that its sender gave it; and how far an export is.

A status endpoint can be down, and it can say what is not so. What it says of its own accord is what
the account says.
"""

from __future__ import annotations

from starlette.responses import Response

from reference_service.changes import RefusedError
from reference_service.door import Arrival, ConnectionCutError, answer
from reference_service.exports import FILE, told
from reference_service.faults import Fault
from reference_service.records import Body
from reference_service.visibility import own_export


async def status(arrival: Arrival) -> Response:
    """The end of the write with this key: succeeded, failed, or not found."""
    service, key = arrival.service, str(arrival.request.path_params["key"])
    arrival.kind, arrival.key = str(arrival.request.path_params["kind"]), key
    personality = service.personalities.get(arrival.kind)
    if personality is None or not personality.status:
        raise RefusedError(501, "no_status_here")
    fault = _struck(arrival)
    outcomes = service.database.outcomes(arrival.who.tenant, arrival.kind, key)
    # Without keys a later write under the same reference may succeed after an earlier one failed.
    known = next((each for each in outcomes if each.succeeded), outcomes[-1] if outcomes else None)
    if fault is not None:
        state = fault.says
    else:
        state = "not_found" if known is None else ("succeeded" if known.succeeded else "failed")
    body: Body = {"state": state, "evidence": None, "error": None}
    if state == "succeeded":
        body["evidence"] = known.answer if known and known.succeeded else _invented(arrival)
    elif state == "failed":
        honest = known is not None and not known.succeeded
        body["error"] = known.answer["error"] if known and honest else _reason(fault)
    return answer(body)


async def poll(arrival: Arrival) -> Response:
    """How far an export is, by the service's name for it or by the key that started it."""
    name = str(arrival.request.path_params["id"])
    arrival.kind, arrival.key = "exports", name
    fault = _struck(arrival)
    export = own_export(arrival.service.database, arrival.who, name)
    if export is None or (fault is not None and fault.says == "not_found"):
        raise RefusedError(404, "no_such_export")
    body = told(export)
    if fault is not None:
        body |= {
            "state": fault.says,
            "result": dict(FILE) if fault.says == "succeeded" else None,
            "error": "source_gone" if fault.says == "failed" else None,
        }
    return answer(body)


def _reason(fault: Fault | None) -> str:
    """Why a write failed that did not."""
    return (fault.how if fault is not None else "") or "unavailable"


def _struck(arrival: Arrival) -> Fault | None:
    """The fault that says something false; one that says nothing ends the walk here."""
    fault = arrival.meet("status")
    if fault is None or fault.name == "status_says":
        return fault
    if fault.how == "cut":
        raise ConnectionCutError
    raise RefusedError(503, "unavailable")


def _invented(arrival: Arrival) -> Body:
    """Evidence of something that did not happen."""
    return {
        "id": "cus_00000000" if arrival.kind == "customers" else "rfd_00000000",
        "version_before": "1",
        "version": "2",
        "changed": ["shipping_address"] if arrival.kind == "customers" else ["payment"],
        "state": None,
        "at": "2026-01-01T00:00:00.000Z",
    }
