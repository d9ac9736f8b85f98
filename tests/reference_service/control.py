"""The control door: a test arms faults, moves the world, and reads the account.

    POST   /control/reset                      everything as at the start
    POST   /control/faults                     arm one fault (the fields of ``Fault``)
    GET    /control/faults                     those that are armed, with the times that are left
    DELETE /control/faults                     disarm all
    GET    /control/waiting?held=&late=        answers once at least so many requests wait
    POST   /control/release    {key?}          let held requests go on
    POST   /control/deliver    {key?}          carry out late writes
    POST   /control/personalities              {kind, personality?, versions?, keys?, status?}
    POST   /control/cancel_answer {answer}     what cancels are answered from now on; null: the truth
    POST   /control/exports/{tenant}/{id}      {state, result?, error?}
    GET    /control/records/{tenant}/{kind}/{id}
    PUT    /control/records/{tenant}/{kind}/{id}   {version, body}
    POST   /control/bump/{tenant}/{kind}/{id}  somebody else changes the record
    GET    /control/effects, /control/requests

Nothing that comes in here is part of the account.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TypeAlias

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from reference_service.door import answer
from reference_service.exports import advance
from reference_service.faults import Fault
from reference_service.personalities import OF_KIND
from reference_service.records import Body, Record
from reference_service.service import Service
from reference_service.writing import bump

Control: TypeAlias = Callable[[Service, Request, Body], Awaitable[Body]]

_PATIENCE = 20.0


def routes(service: Service) -> list[Route]:
    return [
        Route(f"/control{path}", _endpoint(service, control), methods=[method])
        for method, path, control in _DOORS
    ]


def _endpoint(service: Service, control: Control) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        body: Body = orjson.loads(await request.body() or b"{}")
        try:
            return answer(await control(service, request, body))
        except (KeyError, LookupError, TypeError, ValueError, TimeoutError) as error:
            return answer({"error": f"{type(error).__name__}: {error}"}, 400)

    return endpoint


async def _reset(service: Service, request: Request, body: Body) -> Body:
    await service.reset()
    return {}


async def _arm(service: Service, request: Request, body: Body) -> Body:
    service.faults.armed.append(Fault(**body))
    return {}


async def _armed(service: Service, request: Request, body: Body) -> Body:
    return {"faults": [asdict(fault) for fault in service.faults.armed]}


async def _disarm(service: Service, request: Request, body: Body) -> Body:
    service.faults.armed.clear()
    return {}


async def _waiting(service: Service, request: Request, body: Body) -> Body:
    held, late = (int(request.query_params.get(name, "0")) for name in ("held", "late"))
    async with asyncio.timeout(_PATIENCE):
        await service.pauses.reached(held=held, late=late)
    pauses = service.pauses
    return {
        "held": [{"kind": each.kind, "key": each.key} for each in pauses.held],
        "late": [{"kind": each.kind, "key": each.key} for each in pauses.late],
    }


async def _release(service: Service, request: Request, body: Body) -> Body:
    return {"released": await service.pauses.release(body.get("key"))}


async def _deliver(service: Service, request: Request, body: Body) -> Body:
    return {"delivered": await service.pauses.deliver(body.get("key"))}


async def _personality(service: Service, request: Request, body: Body) -> Body:
    kind = body.pop("kind")
    if kind not in OF_KIND:
        raise LookupError(f"nothing of the kind {kind} is written")
    service.set_personality(kind, body.pop("personality", None), body)
    return asdict(service.personalities[kind])


async def _cancel_answer(service: Service, request: Request, body: Body) -> Body:
    service.cancel_answer = body["answer"]
    return {}


async def _export(service: Service, request: Request, body: Body) -> Body:
    tenant, id = request.path_params["tenant"], request.path_params["id"]
    export = service.database.get(tenant, "export", id)
    if export is None:
        alias = service.database.get(tenant, "export_of_key", id)
        export = alias and service.database.get(tenant, "export", alias.body["export_id"])
    if export is None:
        raise LookupError(f"there is no export {id}")
    moved = advance(
        service.database,
        export,
        state=body["state"],
        result=body.get("result"),
        error=body.get("error", ""),
    )
    return {"export_id": moved.id}


async def _record(service: Service, request: Request, body: Body) -> Body:
    path = request.path_params
    found = service.database.get(path["tenant"], path["kind"], path["id"])
    return {"record": None if found is None else {"version": found.version, "body": found.body}}


async def _put_record(service: Service, request: Request, body: Body) -> Body:
    service.database.put(Record(**request.path_params, **body))
    return {}


async def _bump(service: Service, request: Request, body: Body) -> Body:
    path = request.path_params
    bump(service, path["tenant"], path["kind"], path["id"])
    return {}


async def _effects(service: Service, request: Request, body: Body) -> Body:
    return {"effects": service.database.account("effects")}


async def _requests(service: Service, request: Request, body: Body) -> Body:
    return {"requests": service.database.account("requests")}


_RECORD = "/records/{tenant}/{kind}/{id}"

_DOORS: tuple[tuple[str, str, Control], ...] = (
    ("POST", "/reset", _reset),
    ("POST", "/faults", _arm),
    ("GET", "/faults", _armed),
    ("DELETE", "/faults", _disarm),
    ("GET", "/waiting", _waiting),
    ("POST", "/release", _release),
    ("POST", "/deliver", _deliver),
    ("POST", "/personalities", _personality),
    ("POST", "/cancel_answer", _cancel_answer),
    ("POST", "/exports/{tenant}/{id}", _export),
    ("GET", _RECORD, _record),
    ("PUT", _RECORD, _put_record),
    ("POST", "/bump/{tenant}/{kind}/{id}", _bump),
    ("GET", "/effects", _effects),
    ("GET", "/requests", _requests),
)
