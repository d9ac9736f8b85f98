"""Rows as a store keeps them, each field with a value of its own."""

from __future__ import annotations

import uuid
from typing import Any

from toolcharter_runtime._store.records import (
    AnomalyRow,
    DecisionRow,
    OperationRow,
    ProposalRow,
    RunRow,
    SlotRow,
)
from toolcharter_runtime._store.seals import Seals
from toolcharter_runtime._store.transaction import Transaction

SEALS = Seals({"k1": b"s" * 32}, current="k1")
FAR = 4_000_000_000_000
"""An instant in the year 2096."""


def new_tenant() -> str:
    """A tenant that no other test has."""
    return f"tenant-{uuid.uuid4().hex}"


def proposal(tenant: str, number: int = 1, **changes: Any) -> ProposalRow:
    values: dict[str, Any] = {
        "tenant": tenant,
        "id": f"pro_{number}",
        "requester": "u-17",
        "run_id": "run-1",
        "preview": "preview_address_change_v2",
        "request_id": f"request-{number}",
        "request_hash": "sha256:request",
        "tool": "commit_address_change_v2",
        "enforced": "sha256:enforced",
        "consequence": "customer_data",
        "level": "two_persons",
        "document": b'{"after":{"street":"\xc3\x84 1"}}',
        "hash": "sha256:document",
        "state": "pending",
        "created_at": 1_000 + number,
        "expires_at": FAR,
        "decided_at": 2_000,
        "reason": "because",
    }
    return ProposalRow(**{**values, **changes})


def decision(tenant: str, number: int = 1, **changes: Any) -> DecisionRow:
    values: dict[str, Any] = {
        "tenant": tenant,
        "proposal_id": "pro_1",
        "number": number,
        "approver": f"approver-{number}",
        "roles": ("head", "lead"),
        "verified_by": "oidc",
        "verdict": "approve",
        "reason": "seen",
        "hash": "sha256:document",
        "enforced": "sha256:enforced",
        "target": '["customer","C-1","3"]',
        "expires_at": FAR,
        "decided_at": 3_000,
    }
    return DecisionRow(**{**values, **changes})


def operation(tenant: str, number: int = 1, **changes: Any) -> OperationRow:
    values: dict[str, Any] = {
        "tenant": tenant,
        "id": f"op_{number}",
        "key": f"tc1_{number}",
        "tool": "commit_address_change_v2",
        "enforced": "sha256:enforced",
        "snapshot": "sha256:snapshot",
        "requester": "u-17",
        "run_id": "run-1",
        "proposal_id": "pro_1",
        "consequence": "customer_data",
        "target": '["customer","C-1","3"]',
        "document": b'{"street":"A 1"}',
        "document_hash": "sha256:document",
        "state": "claimed",
        "attempt": 1,
        "owner": "host-1",
        "lease_until": FAR,
        "claimed_at": 1_000 + number,
        "reference": "R-1",
        "progress": "queued",
        "seen_at": 4_000,
        "finished_at": 5_000,
        "evidence": b'{"id":1}',
        "results": b'{"view":{}}',
        "error": b'{"code":"X"}',
        "resolved_by": "ops-1",
        "reason": "timeout",
    }
    return OperationRow(**{**values, **changes})


def run(tenant: str, **changes: Any) -> RunRow:
    values: dict[str, Any] = {"tenant": tenant, "requester": "u-17", "run_id": "run-1", "calls": 3}
    return RunRow(**{**values, **changes})


def slot(tenant: str, gate: str, holder: str, lease_until: int = FAR) -> SlotRow:
    return SlotRow(tenant=tenant, gate=gate, holder=holder, lease_until=lease_until)


def put_slot(tx: Transaction, row: SlotRow) -> None:
    tx.put_slots([row.gate], holder=row.holder, lease_until=row.lease_until)


def anomaly(tenant: str, number: int = 1) -> AnomalyRow:
    return AnomalyRow(
        tenant=tenant,
        operation_id="op_1",
        number=number,
        seen_at=6_000,
        said="failed",
        digest="sha256:evidence",
    )
