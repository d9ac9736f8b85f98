"""How every request of the business comes in and is answered, or is not.

Walks in: a request. Walks out: an answer, or the end of the connection. Each request is in the
account before anything is done about it, and its end is when its answer is ready.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TypeAlias

import orjson
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from reference_service.changes import RefusedError
from reference_service.faults import Fault, Station
from reference_service.pauses import Pause
from reference_service.records import Body
from reference_service.service import Service
from reference_service.visibility import Who


class ConnectionCutError(Exception):
    """The connection ends here, without an answer."""


@dataclass(slots=True, kw_only=True)
class Arrival:
    """A request that is in the account. ``struck`` are the faults that it met."""

    service: Service
    request: Request
    number: int
    who: Who
    kind: str
    key: str | None
    raw: bytes
    age: int
    struck: list[str] = field(default_factory=list)

    def meet(self, station: Station) -> Fault | None:
        fault = self.service.faults.take(station, kind=self.kind, key=self.key)
        if fault is not None:
            self.struck.append(fault.name)
        return fault

    async def hold(self, station: Station) -> None:
        """Wait here if a fault says so. What was held over a reset is over."""
        fault = self.meet(station)
        if fault is not None:
            await self.service.pauses.hold(Pause(kind=self.kind, key=self.key), fault.seconds)
        if self.age != self.service.age:
            raise ConnectionCutError


Handler: TypeAlias = Callable[[Arrival], Awaitable[Response]]
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def answer(body: Body, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return as_json(orjson.dumps(body), status, headers)


def as_json(data: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(data, status, headers, "application/json")


def refusal_of(fault: Fault) -> Response:
    """The answer of a service that does not want to work now."""
    if fault.name == "unavailable":
        return answer({"error": "unavailable"}, 503)
    if fault.name == "refused":
        return answer({"error": fault.how}, 422)
    seconds = int(fault.seconds or 60)
    retry_after = str(seconds)
    if fault.how == "http_date":
        retry_after = format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)
    return answer({"error": "too_many"}, 429, {"Retry-After": retry_after})


def door(service: Service, kind: str, handler: Handler) -> Endpoint:
    """An endpoint that keeps the account and says who asks before it hands over."""

    async def endpoint(request: Request) -> Response:
        try:
            raw = await request.body()
        except ClientDisconnect:
            # What did not arrive whole is no request.
            return Response()
        who = Who.of(request.headers)
        key = request.headers.get("idempotency-key") or request.headers.get("x-reference")
        number = service.database.begin_request(
            method=request.method,
            path=request.url.path,
            query=request.url.query,
            headers=json.dumps(dict(request.headers)),
            body=raw,
            tenant=None if who is None else who.tenant,
            identity=None if who is None else who.identity,
            key=key,
        )
        if who is None:
            service.database.end_request(number, status=401, faults=None)
            return answer({"error": "who_asks"}, 401)
        arrival = Arrival(
            service=service,
            request=request,
            number=number,
            who=who,
            kind=kind,
            key=key,
            raw=raw,
            age=service.age,
        )
        status: int | None = None
        try:
            response = await handler(arrival)
            status = response.status_code
        except RefusedError as refused:
            status = refused.status
            return answer({"error": refused.error}, status)
        except ConnectionCutError:
            return await _cut(request)
        else:
            return response
        finally:
            if arrival.age == service.age:
                service.database.end_request(
                    number, status=status, faults=",".join(arrival.struck) or None
                )

    return endpoint


async def _cut(request: Request) -> Response:
    """Drop the connection; the response that is returned reaches nobody."""
    request.scope["reference_service.transport"].abort()
    while (await request.receive())["type"] != "http.disconnect":
        pass
    return Response()
