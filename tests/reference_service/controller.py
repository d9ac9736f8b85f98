"""What a test holds of a running service: its URL, and the control door as methods."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

from reference_service.faults import Name
from reference_service.records import Body

# The service speaks plain HTTP; loading the machine's certificates takes longer than a test.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that the service did. ``body`` is canonical JSON of what exactly it did."""

    number: int
    request: int
    time_in: int
    time_out: int | None
    late: bool
    tenant: str
    identity: str
    key: str | None
    kind: str
    id: str
    version_before: int | None
    version_after: int | None
    body: str

    @property
    def executed(self) -> Body:
        executed: Body = json.loads(self.body)
        return executed

    def overlaps(self, other: Effect) -> bool:
        """Whether both were under way at one time."""
        ends = (self.time_out, other.time_out)
        if None in ends:
            return True
        return self.time_in < int(ends[1] or 0) and other.time_in < int(ends[0] or 0)


class ReferenceService:
    """The control door; it is safe to use from any thread."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = httpx2.Client(
            base_url=f"{url}/control", timeout=30, trust_env=False, verify=NO_TLS
        )

    def close(self) -> None:
        self._client.close()

    def reset(self) -> None:
        self._ask("POST", "/reset")

    def arm(self, name: Name, **fields: Any) -> None:
        """Arm a fault; see ``faults.Fault`` for the fields."""
        self._ask("POST", "/faults", {"name": name, **fields})

    def disarm(self) -> None:
        self._ask("DELETE", "/faults")

    def armed(self) -> list[Body]:
        armed: list[Body] = self._ask("GET", "/faults")["faults"]
        return armed

    async def wait_for(self, *, held: int = 0, late: int = 0) -> Body:
        """Come back once at least so many requests wait in the service."""
        return await asyncio.to_thread(self._ask, "GET", f"/waiting?held={held}&late={late}")

    def waiting(self) -> Body:
        return self._ask("GET", "/waiting")

    def release(self, key: str | None = None) -> int:
        return int(self._ask("POST", "/release", {"key": key})["released"])

    def deliver(self, key: str | None = None) -> int:
        return int(self._ask("POST", "/deliver", {"key": key})["delivered"])

    def personality(self, kind: str, name: str | None = None, **traits: bool) -> None:
        self._ask("POST", "/personalities", {"kind": kind, "personality": name, **traits})

    def answer_cancels(self, answer: str | None) -> None:
        self._ask("POST", "/cancel_answer", {"answer": answer})

    def export(
        self,
        tenant: str,
        name: str,
        state: str,
        *,
        result: Mapping[str, Any] | None = None,
        error: str = "",
    ) -> None:
        """Put an export, by its id or by the key that started it, into a state."""
        self._ask(
            "POST",
            f"/exports/{tenant}/{name}",
            {"state": state, "result": result, "error": error},
        )

    def record(self, tenant: str, kind: str, id: str) -> Body | None:
        """``version`` and ``body`` of a record."""
        found: Body | None = self._ask("GET", f"/records/{tenant}/{kind}/{id}")["record"]
        return found

    def put(self, tenant: str, kind: str, id: str, *, version: int, body: Body) -> None:
        self._ask("PUT", f"/records/{tenant}/{kind}/{id}", {"version": version, "body": body})

    def bump(self, tenant: str, kind: str, id: str) -> None:
        self._ask("POST", f"/bump/{tenant}/{kind}/{id}")

    def effects(self, *, kind: str | None = None, key: str | None = None) -> list[Effect]:
        found = (
            Effect(**{**row, "late": bool(row["late"])})
            for row in self._ask("GET", "/effects")["effects"]
        )
        return [each for each in found if kind in (None, each.kind) and key in (None, each.key)]

    def requests(self) -> list[Body]:
        """Every request so far; ``headers`` parsed."""
        rows: list[Body] = self._ask("GET", "/requests")["requests"]
        return [{**row, "headers": json.loads(row["headers"])} for row in rows]

    def _ask(self, method: str, path: str, body: Body | None = None) -> Body:
        response = self._client.request(method, path, json=body)
        if response.status_code != 200:
            raise AssertionError(f"{method} {path}: {response.text}")
        answer: Body = response.json()
        return answer
