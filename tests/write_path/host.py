"""A host of the worked catalog with a ledger, and people who decide."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import acme_tools
import orjson
from reference_service.adapters import Upstream, adapters_of
from reference_service.controller import NO_TLS, ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime import Dispatcher, Requester, Run
from toolcharter_runtime._ledger.decide import Decision, DecisionError, decide
from toolcharter_runtime._store.memory import MemoryStore
from toolcharter_runtime._store.records import OperationRow, ProposalRow, Verdict
from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.transaction import Store
from toolcharter_runtime.clock import Clock
from toolcharter_runtime.outcomes import Sink

PERMISSIONS = frozenset(acme_tools.CATALOG["permissions"])
SEALS = Seals({"test": b"k" * 32}, current="test")
TENANT = "acme"

Envelope = dict[str, Any]


@dataclass
class Skew:
    """What the store's clock is ahead of the machine's, in milliseconds."""

    ms: int = 0

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ms


class Host:
    """One process that serves the whole catalog."""

    def __init__(
        self,
        adapters: Mapping[str, object],
        store: Store,
        *,
        sink: Sink | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.store = store
        self.dispatcher = Dispatcher(
            acme_tools.CATALOG, adapters, store=store, sink=sink, clock=clock
        )

    def run(
        self,
        role: str = "support_agent",
        run_id: str = "run-1",
        identity: str = "ines",
        deadline: datetime | None = None,
    ) -> Run:
        row = acme_tools.CATALOG["roles"][role]
        return self.dispatcher.open(
            role=role,
            requester=Requester(identity=identity, tenant=TENANT, permissions=PERMISSIONS),
            run_id=run_id,
            deadline=deadline,
            tools=[*row["previews"], *row["writes"]],
        )

    async def call(
        self, run: Run, tool: str, arguments: Any, *, request_id: str | None = None
    ) -> Envelope:
        text = await self.dispatcher.call(run, tool, orjson.dumps(arguments), request_id=request_id)
        envelope: Envelope = orjson.loads(text)
        return envelope

    async def proposal(self, proposal_id: str) -> ProposalRow:
        row = await self.store.read(TENANT, lambda rows: rows.proposal(proposal_id))
        assert row is not None
        return row

    async def operation(self, operation_id: str) -> OperationRow:
        row = await self.store.read(TENANT, lambda rows: rows.operation(operation_id))
        assert row is not None
        return row

    async def decide(
        self,
        proposal_id: str,
        *approvers: str,
        verdict: Verdict = "approve",
        reason: str | None = None,
    ) -> ProposalRow:
        """What several persons with the right roles decide."""
        row = await self.proposal(proposal_id)
        content = orjson.loads(row.document)
        for approver in approvers or ("lea", "max")[: content["approval"]["approvers"]]:
            decision = Decision(
                proposal_id=row.id,
                hash=row.hash,
                approver=approver,
                roles=frozenset(content["approval"]["roles"]),
                verified_by="test",
                verdict=verdict,
                reason=reason,
            )
            found = await self.store.transact(TENANT, lambda tx, each=decision: decide(tx, each))  # type: ignore[misc]
            assert not isinstance(found, DecisionError), found
        return await self.proposal(proposal_id)


@asynccontextmanager
async def host_of(
    service: ReferenceService, own: Engine, store: Store | None = None, skew: Skew | None = None
) -> AsyncIterator[Host]:
    """A host over the service, with a ledger in memory unless another is given."""
    made = store or MemoryStore(SEALS, (skew or Skew()).now)
    async with Upstream(service.url, verify=NO_TLS) as upstream:
        yield Host(adapters_of(upstream, own), made)
