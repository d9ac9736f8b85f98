"""B8: tools run with the visibility of the person who asked, seen from the service's side.

A real HTTP service on the loopback interface decides by the identity that it is given, and keeps a
list of who asked for what. The adapter passes the requester on; nothing else could.
"""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from sample_host import Service, adapters_of
from sample_tools import CATALOG
from sample_tools.tools.get_customer_v1 import GetCustomerV1Adapter, GetCustomerV1Input
from toolcharter_runtime import Dispatcher, Raw, Requester, RunError, ToolError
from toolcharter_runtime.formats import v1

# Which person of which tenant may see which customer.
VISIBLE = {
    ("acme", "alice"): {"C-1", "C-2"},
    ("acme", "bob"): {"C-2"},
    ("rival", "carol"): {"C-3"},
}


class CustomerService(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen: list[tuple[str, str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: CustomerService

    def do_GET(self) -> None:
        tenant, person = self.headers["X-Tenant"], self.headers["X-Person"]
        customer = self.path.rsplit("/", 1)[1]
        self.server.seen.append((tenant, person, customer))
        is_visible = customer in VISIBLE.get((tenant, person), set())
        body = json.dumps({"customer_id": customer, "note": f"seen by {person}"}).encode()
        self.send_response(200 if is_visible else 404)
        self.end_headers()
        self.wfile.write(body if is_visible else b"{}")

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[CustomerService]:
    server = CustomerService()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


class OverHttp(GetCustomerV1Adapter):
    def __init__(self, url: str) -> None:
        self.url = url

    def _get(self, call: v1.Call, customer: str) -> tuple[int, bytes]:
        request = urllib.request.Request(  # noqa: S310
            f"{self.url}/customers/{customer}",
            headers={"X-Tenant": call.tenant, "X-Person": call.requester.identity},
        )
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, b""

    async def customer_visible(self, call: v1.Call, arguments: GetCustomerV1Input) -> bool:
        status, _ = await asyncio.to_thread(self._get, call, arguments.customer_id)
        return status == 200

    async def op(self, call: v1.Call, arguments: GetCustomerV1Input) -> v1.Raw:
        status, body = await asyncio.to_thread(self._get, call, arguments.customer_id)
        if status != 200:
            raise ToolError("CUSTOMER_NOT_FOUND")
        return Raw(body)


class Asking:
    def __init__(self, service: CustomerService) -> None:
        adapters: Any = {
            **adapters_of(Service()),
            "get_customer_v1": lambda: OverHttp(service.url),
        }
        self.dispatcher = Dispatcher(CATALOG, adapters)

    async def ask(self, tenant: str, person: str, customer: str, *permissions: str) -> Any:
        requester = Requester(
            identity=person, tenant=tenant, permissions=frozenset(permissions or ["customer.read"])
        )
        run = self.dispatcher.open(
            role="support", requester=requester, run_id=f"run-{tenant}-{person}"
        )
        raw = json.dumps({"customer_id": customer}).encode()
        envelope = json.loads(await self.dispatcher.call(run, "get_customer_v1", raw))
        return envelope["result"]["note"] if envelope["ok"] else envelope["error"]["code"]


@pytest.mark.promise("B8")
async def test_two_tenants_and_a_person_of_fewer_rights_see_what_is_theirs(
    service: CustomerService,
) -> None:
    asking = Asking(service)
    answers = await asyncio.gather(
        asking.ask("acme", "alice", "C-1"),
        asking.ask("acme", "bob", "C-1"),
        asking.ask("acme", "bob", "C-2"),
        asking.ask("rival", "carol", "C-1"),
        asking.ask("rival", "carol", "C-3"),
        asking.ask("rival", "alice", "C-1"),
    )
    assert [*answers] == [
        "seen by alice",
        "CUSTOMER_NOT_FOUND",
        "seen by bob",
        "CUSTOMER_NOT_FOUND",
        "seen by carol",
        "CUSTOMER_NOT_FOUND",
    ]
    # The service saw the person who asked, each time, and nobody else.
    assert set(service.seen) == {
        ("acme", "alice", "C-1"),
        ("acme", "bob", "C-1"),
        ("acme", "bob", "C-2"),
        ("rival", "carol", "C-1"),
        ("rival", "carol", "C-3"),
        ("rival", "alice", "C-1"),
    }


@pytest.mark.promise("B8")
async def test_the_identity_comes_from_the_run_and_never_from_the_arguments(
    service: CustomerService,
) -> None:
    asking = Asking(service)
    requester = Requester(identity="bob", tenant="acme", permissions=frozenset({"customer.read"}))
    run = asking.dispatcher.open(role="support", requester=requester, run_id="r")
    for extra in ('"tenant":"rival"', '"requester":"alice"', '"identity":"alice"'):
        raw = f'{{"customer_id":"C-1",{extra}}}'.encode()
        envelope = json.loads(await asking.dispatcher.call(run, "get_customer_v1", raw))
        assert envelope["error"]["code"] == "UNKNOWN_FIELD"
    assert service.seen == []


@pytest.mark.promise("B8")
async def test_without_the_permission_the_service_is_not_asked(service: CustomerService) -> None:
    asking = Asking(service)
    assert await asking.ask("acme", "alice", "C-1", "refund.quote") == "PERMISSION_DENIED"
    assert service.seen == []


@pytest.mark.promise("B8")
async def test_without_a_requester_there_is_no_run(service: CustomerService) -> None:
    asking = Asking(service)
    nobody: Any = None
    with pytest.raises(RunError, match="needs the requester"):
        asking.dispatcher.open(role="support", requester=nobody, run_id="r")
    with pytest.raises(TypeError):
        asking.dispatcher.open(role="support", run_id="r")  # type: ignore[call-arg]
    assert service.seen == []
