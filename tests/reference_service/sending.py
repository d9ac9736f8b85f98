"""Requests to the service as plain HTTP: what a test sends where no adapter shall stand between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import httpx2

from reference_service.controller import NO_TLS
from reference_service.records import Body

BERLIN: Body = {"address_id": "adr_00000001"}
CUSTOMER = "/customers/cus_4f7a2b9c"
ORDER = "/orders/ord_100001"
EXPORT: Body = {"records": "customers", "from": "2026-01-01", "to": "2026-02-01", "format": "csv"}


@dataclass(frozen=True, slots=True)
class Sender:
    """A person of a tenant, with a connection of its own for each request. ``patience`` is how many
    seconds the person waits for an answer."""

    url: str
    tenant: str = "acme"
    identity: str = "ines"

    def send(
        self,
        method: str,
        path: str,
        body: Body | None = None,
        *,
        key: str | None = None,
        reference: str | None = None,
        version: str | None = None,
        patience: float = 20,
    ) -> httpx2.Response:
        named = {
            "Idempotency-Key": key,
            "X-Reference": reference,
            "If-Match": version and f'"{version}"',
            "X-Tenant": self.tenant,
            "X-Person": self.identity,
        }
        headers: Mapping[str, str] = {name: value for name, value in named.items() if value}
        with httpx2.Client(
            base_url=self.url,
            trust_env=False,
            verify=NO_TLS,
            timeout=httpx2.Timeout(20, read=patience),
        ) as client:
            return client.request(method, path, json=body, headers=dict(headers))

    def get(self, path: str) -> httpx2.Response:
        return self.send("GET", path)

    def change_address(
        self,
        *,
        key: str | None = "k1",
        version: str | None = "17",
        body: Body = BERLIN,
        patience: float = 20,
    ) -> httpx2.Response:
        path = f"{CUSTOMER}/shipping-address"
        return self.send("PUT", path, body, key=key, version=version, patience=patience)

    def refund(
        self, amount_minor: int = 100, *, reference: str = "k1", version: str | None = "2"
    ) -> httpx2.Response:
        body = {"amount": {"amount_minor": amount_minor, "currency": "EUR"}, "reason": "damaged"}
        return self.send("POST", f"{ORDER}/refunds", body, reference=reference, version=version)

    def start_export(self, *, key: str | None = "k1", body: Body = EXPORT) -> httpx2.Response:
        return self.send("POST", "/exports", body, key=key)

    def move_sale(self, stage: str = "offered", *, key: str = "k1") -> httpx2.Response:
        return self.send("PATCH", "/opportunities/opp_00000001", {"stage": stage}, key=key)

    def send_draft(self, *, key: str = "k1", version: str | None = "4") -> httpx2.Response:
        return self.send("POST", "/drafts/dft_00000001/send", {}, key=key, version=version)

    def status(self, kind: str, key: str = "k1") -> Body:
        answer: Body = self.get(f"/status/{kind}/{key}").json()
        return answer
