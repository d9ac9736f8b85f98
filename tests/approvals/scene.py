"""What a test plays with: a service, a host, people, and their terminals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import reference_service.fixtures  # noqa: F401 - puts the generated package on the path
from approvals.tokens import token, verifier
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime import Requester, Run
from toolcharter_runtime._store.transaction import Store
from toolcharter_runtime.approvals import Approvals, VerifiedApprover, verify
from write_path.host import PERMISSIONS, Envelope, Host, host_of

PREVIEW, COMMIT = "preview_address_change_v2", "commit_address_change_v2"
ARGUMENTS: dict[str, Any] = {
    "customer_id": "cus_4f7a2b9c",
    "destination": {
        "kind": "new",
        "address": {
            "line_1": "Kai 3",
            "postal_code": "28195",
            "city": "Bremen",
            "country": "DE",
        },
    },
}
REFUND: dict[str, Any] = {
    "order_id": "ord_100001",
    "amount": {"amount_minor": 60_000, "currency": "EUR"},
    "reason": "damaged",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """A service, and hosts over one store."""

    service: ReferenceService
    own: Engine
    store: Store

    @asynccontextmanager
    async def host(self) -> AsyncIterator[Host]:
        async with host_of(self.service, self.own, self.store) as made:
            yield made

    @property
    def approvals(self) -> Approvals:
        return Approvals(self.store)


async def proposed(host: Host, run: Run, arguments: Any = ARGUMENTS, tool: str = PREVIEW) -> str:
    """The id of a new proposal."""
    envelope = await host.call(run, tool, arguments)
    assert envelope["ok"], envelope
    found: str = envelope["result"]["proposal_id"]
    return found


async def commit(host: Host, run: Run, proposal_id: str, tool: str = COMMIT) -> Envelope:
    return await host.call(run, tool, {"proposal_id": proposal_id})


async def person(name: str = "lea", *roles: str, **facts: Any) -> VerifiedApprover:
    """Somebody whom the verifier knows; a support lead unless other roles are given."""
    return await verify(verifier, token(name, roles or ("support_lead",), **facts))


def agents_run(host: Host, principal: str) -> Run:
    """A run whose agent has an identity of its own."""
    return host.dispatcher.open(
        role="support_agent",
        requester=Requester(identity="ines", tenant="acme", permissions=PERMISSIONS),
        run_id="run-1",
        tools=[PREVIEW, COMMIT],
        principal=principal,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    code: int
    out: str
    err: str


@dataclass
class CommandLine:
    """The command line of whoever's token is asked for."""

    call: Callable[..., Ran]
    folder: Path
    said: list[str] = field(default_factory=list)

    def token_file(self, name: str, *roles: str, **facts: Any) -> Path:
        file = self.folder / f"{name}.token"
        file.write_text(token(name, roles or ("support_lead",), **facts) + "\n")
        file.chmod(0o600)
        return file

    async def __call__(self, *arguments: str | Path) -> Ran:
        """What a command came to; it has an event loop of its own."""
        ran = await asyncio.to_thread(self.call, *arguments)
        self.said += [ran.out, ran.err]
        return ran

    async def lea(self, *arguments: str | Path) -> Ran:
        """What a command comes to for Lea, a support lead."""
        command = [*arguments[:2], "--token-file", self.token_file("lea"), *arguments[2:]]
        return await self(*command)
