"""A ledger in a store of any kind, with a clock that a test sets, and rows to put into it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from toolcharter_runtime._call import Target
from toolcharter_runtime._ledger.claim import Order, Verdict, claim
from toolcharter_runtime._ledger.decide import Decision, DecisionError, decide
from toolcharter_runtime._ledger.propose import Proposing, Request, propose
from toolcharter_runtime._proposal.document import Draft
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._store.records import OperationRow, ProposalRow
from toolcharter_runtime._store.transaction import Store, Transaction

T = TypeVar("T")

TENANT, REQUESTER, RUN = "acme", "u-17", "run-1"
TOOL = "commit_address_change_v2"
ENFORCED = "sha256:" + "0" * 64
LEVEL = {
    "level": "two_persons",
    "approvers": 2,
    "roles": ("lead", "head"),
    "expires_ms": 900_000,
    "pending": None,
}
POLICY: dict[str, Any] = {"consequence": "customer_data", "per_run": None, "per_day": None}


@dataclass
class Now:
    """What the store tells as its time."""

    ms: int = 1_000_000


@dataclass
class Ledger:
    """A store, and the clock that it goes by."""

    store: Store
    clock: Now

    @property
    def now(self) -> int:
        """The store's clock."""
        return self.clock.ms

    @now.setter
    def now(self, ms: int) -> None:
        self.clock.ms = ms

    def transact(self, work: Callable[[Transaction], T], tenant: str = TENANT) -> T:
        return asyncio.run(self.store.transact(tenant, work))

    def propose(self, number: int = 1, **changes: Any) -> ProposalRow:
        return self.transact(lambda tx: propose(tx, proposing(number, **changes)))

    def decide(self, row: ProposalRow, approver: str, **changes: Any) -> ProposalRow:
        found = self.transact(lambda tx: decide(tx, decision(row, approver, **changes)))
        if isinstance(found, DecisionError):
            raise found
        return found

    def approved(self, number: int = 1, **changes: Any) -> ProposalRow:
        row = self.propose(number, **changes)
        self.decide(row, "ann")
        return self.decide(row, "bob")

    def claim(self, row: ProposalRow, **changes: Any) -> Verdict:
        verdict = self.transact(lambda tx: claim(tx, order(row, **changes)))
        if isinstance(verdict, Refusal):
            raise verdict
        return verdict

    def proposal(self, row: ProposalRow) -> ProposalRow:
        found = self.transact(lambda tx: tx.proposal(row.id))
        assert found is not None
        return found


def proposing(number: int, *, pending_per_run: int | None = None, **changes: Any) -> Proposing:
    level = LEVEL | changes.pop("level", {})

    def draft(now: int) -> Draft:
        return Draft(
            proposal_id=f"pro_{number}",
            preview="preview_address_change_v2",
            commit=TOOL,
            enforced=ENFORCED,
            snapshot="sha256:" + "1" * 64,
            tenant=TENANT,
            requester=REQUESTER,
            role="support",
            environment="production",
            run_id=RUN,
            arguments={"customer_id": "cus_1", "number": number},
            target=Target(kind="customer", id="cus_1", version="17"),
            version_checked_by="service",
            effect={"summary": "Replace the address of cus_1"},
            before={"city": "Lugo"},
            after={"city": "Vigo"},
            consequences=None,
            facts={"environment": "production"},
            level=level,
            created_at=now,
            expires_at=now + level["expires_ms"],
        )

    request = Request(
        requester=REQUESTER,
        run_id=RUN,
        request_id=changes.pop("request_id", f"req-{number}"),
        request_hash=changes.pop("request_hash", f"hash-{number}"),
    )
    assert not changes
    return Proposing(
        request=request,
        preview="preview_address_change_v2",
        consequence="customer_data",
        level=level,
        pending_per_run=pending_per_run,
        draft=draft,
    )


def decision(row: ProposalRow, approver: str, **changes: Any) -> Decision:
    made = Decision(
        proposal_id=row.id,
        hash=row.hash,
        approver=approver,
        roles=frozenset({"lead"}),
        verified_by="test",
        verdict="approve",
    )
    return replace(made, **changes)


def order(row: ProposalRow, *, policy: Any = None, gates: Any = (), **changes: Any) -> Order:
    operation = OperationRow(
        tenant=TENANT,
        id=f"op_{row.id}",
        key=f"key-{row.id}",
        tool=TOOL,
        enforced=ENFORCED,
        snapshot="sha256:" + "1" * 64,
        requester=REQUESTER,
        run_id=RUN,
        proposal_id=row.id,
        consequence="customer_data",
        target="customer cus_1",
        document=b"",
        document_hash=row.hash,
        state="claimed",
        attempt=1,
        owner="process-1",
        lease_until=None,
        claimed_at=0,
    )
    return Order(
        operation=replace(operation, **changes),
        gates=gates,
        policy=POLICY | (policy or {}),
        lease_ms=15_000,
    )
