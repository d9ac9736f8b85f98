"""The HTTP client that the adapters share: who asks goes out with every request, and what comes
back is an object, or an error that the runtime knows.

    404, 422 and other 4xx with a word that is listed    the domain code of that word
    409, 412                                             VERSION_CONFLICT
    429                                                  RATE_LIMITED, with the time to come back
    5xx, a connection that failed                        UPSTREAM_UNAVAILABLE
    no answer in time                                    UPSTREAM_TIMEOUT
    anything else                                        UnexpectedAnswerError: nothing is proven
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import TypeAlias
from urllib.parse import quote

import httpx2
import orjson
from toolcharter_runtime import JSON, Call, ToolError

Answer: TypeAlias = dict[str, JSON]

CODES: Mapping[str, str] = {
    "no_such_customer": "CUSTOMER_NOT_FOUND",
    "customer_inactive": "CUSTOMER_INACTIVE",
    "no_such_address": "ADDRESS_NOT_FOUND",
    "not_deliverable": "ADDRESS_NOT_DELIVERABLE",
    "no_such_order": "ORDER_NOT_FOUND",
    "more_than_left": "REFUND_EXCEEDS_PAYMENT",
    "no_such_attachment": "ATTACHMENT_GONE",
    "no_such_draft": "DRAFT_NOT_FOUND",
    "already_sent": "DRAFT_ALREADY_SENT",
    "recipient_objects": "RECIPIENT_BLOCKED",
    "no_such_sale": "OPPORTUNITY_NOT_FOUND",
    "no_such_export": "EXPORT_NOT_FOUND",
    "queue_full": "EXPORT_QUEUE_FULL",
    "cursor": "INVALID_ARGUMENT",
    "version_moved": "VERSION_CONFLICT",
    "unavailable": "UPSTREAM_UNAVAILABLE",
}
"""The words of the service's interface, and what the catalog calls them."""


class UnexpectedAnswerError(Exception):
    """The service answered something that its interface does not know; its text is not repeated."""


class Upstream:
    """The service, as one asyncio loop reaches it; to be used as a context manager."""

    def __init__(
        self, url: str, *, timeout: float = 10.0, verify: ssl.SSLContext | bool = True
    ) -> None:
        # The environment could name a proxy, and a redirect another host.
        self._client = httpx2.AsyncClient(
            base_url=url, timeout=timeout, verify=verify, trust_env=False, follow_redirects=False
        )

    async def __aenter__(self) -> Upstream:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._client.aclose()

    async def get(
        self, call: Call, path: str, asked: Mapping[str, str | int] | None = None
    ) -> Answer:
        """What the requester may see there."""
        return await self._ask(call, "GET", path, asked=asked)

    async def find(self, call: Call, path: str) -> Answer | None:
        """The same, or None where there is nothing that the requester may see."""
        try:
            return await self.get(call, path)
        except ToolError as error:
            if error.code.endswith(("_NOT_FOUND", "_GONE")):
                return None
            raise

    async def send(
        self,
        call: Call,
        method: str,
        path: str,
        body: object,
        *,
        keeps_keys: bool = True,
        is_conditional: bool = False,
    ) -> Answer:
        """Carry out a write under the key of its operation. A service that keeps no keys gets it as
        a reference, to be asked by; a conditional write is for the version that was approved."""
        headers = {"Content-Type": "application/json"}
        if call.idempotency_key is not None:
            headers["Idempotency-Key" if keeps_keys else "X-Reference"] = call.idempotency_key
        if is_conditional and call.target is not None and call.target.version is not None:
            headers["If-Match"] = f'"{call.target.version}"'
        return await self._ask(call, method, path, body=orjson.dumps(body), headers=headers)

    async def as_system(
        self, call: Call, path: str, asked: Mapping[str, str | int], *, account: str
    ) -> Answer:
        """What a system account may see there, for a service that knows no single users."""
        return await self._ask(call, "GET", path, asked=asked, identity=account)

    async def _ask(
        self,
        call: Call,
        method: str,
        path: str,
        *,
        asked: Mapping[str, str | int] | None = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        identity: str | None = None,
    ) -> Answer:
        person = call.requester.identity if identity is None else identity
        who = {"X-Tenant": quote(call.tenant, safe=""), "X-Person": quote(person, safe="")}
        try:
            response = await self._client.request(
                method,
                path,
                params={} if asked is None else dict(asked),
                content=body,
                headers={**(headers or {}), **who},
            )
        except httpx2.TimeoutException:
            raise ToolError("UPSTREAM_TIMEOUT") from None
        except httpx2.TransportError:
            raise ToolError("UPSTREAM_UNAVAILABLE") from None
        answer = _object(response.content)
        if not response.is_success:
            raise _failure(response, answer)
        return answer


def path_to(*parts: str) -> str:
    """A path; parts cannot leave their place in it."""
    return "/" + "/".join(quote(part, safe="") for part in parts)


def _object(content: bytes) -> Answer:
    """The answer; one that is no JSON object holds nothing, and the runtime says what is missing."""
    try:
        value = orjson.loads(content)
    except orjson.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}


def _failure(response: httpx2.Response, answer: Answer) -> Exception:
    if response.status_code == 429:
        return ToolError("RATE_LIMITED", _retry_at(response.headers.get("Retry-After")))
    if response.status_code in (409, 412):
        return ToolError("VERSION_CONFLICT")
    if response.status_code >= 500:
        return ToolError("UPSTREAM_UNAVAILABLE")
    code = CODES.get(str(answer.get("error")))
    if code is not None and response.status_code >= 400:
        return ToolError(code)
    return UnexpectedAnswerError(f"status {response.status_code}")


def _retry_at(said: str | None) -> datetime | None:
    """Retry-After: seconds, or a date."""
    if said is None:
        return None
    if said.isdecimal():
        return datetime.now(UTC) + timedelta(seconds=int(said))
    try:
        return parsedate_to_datetime(said)
    except ValueError:
        return None
