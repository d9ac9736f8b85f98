"""Proposals with whatever values a test wants to see displayed."""

from __future__ import annotations

from typing import Any

from toolcharter_runtime._call import Target
from toolcharter_runtime._proposal.document import Draft, hash_of
from toolcharter_runtime._proposal.shown import ShownProposal, shown
from toolcharter_runtime._store.records import ProposalRow
from toolcharter_runtime.approvals import VerifiedApprover
from toolcharter_runtime.cli.ink import Ink
from toolcharter_runtime.cli.proposal_page import page

LEVEL = {"level": "two_persons", "approvers": 2, "roles": ("lead", "head")}
NOW = 1_780_000_000_123


def row_of(arguments: Any, *, before: Any = None, after: Any = None, **changes: Any) -> ProposalRow:
    """The stored proposal of a preview with these values."""
    values: dict[str, Any] = {
        "proposal_id": "pro_1",
        "preview": "preview_x_v1",
        "commit": "commit_x_v1",
        "enforced": "sha256:" + "0" * 64,
        "snapshot": "sha256:" + "1" * 64,
        "tenant": "acme",
        "requester": "ines",
        "role": "support",
        "environment": "production",
        "run_id": "run-1",
        "arguments": arguments,
        "target": Target(kind="customer", id="cus_1", version="17"),
        "version_checked_by": "service",
        "effect": {
            "summary": "Change customer cus_1",
            "touches": ["customer.note"],
            "external": False,
            "reversibility": {"kind": "reversible", "how": "Again.", "by": None, "because": None},
            "creates": None,
            "next_states": [],
            "consequence": "customer_data",
        },
        "before": before,
        "after": after,
        "consequences": None,
        "facts": {"environment": "production"},
        "level": LEVEL,
        "created_at": NOW,
        "expires_at": NOW + 900_000,
    }
    draft = Draft(**{**values, **changes})
    document = draft.document()
    return ProposalRow(
        tenant=draft.tenant,
        id=draft.proposal_id,
        requester=draft.requester,
        run_id=draft.run_id,
        preview=draft.preview,
        request_id="request",
        request_hash="hash",
        tool=draft.commit,
        enforced=draft.enforced,
        consequence="customer_data",
        level=draft.level["level"],
        document=document,
        hash=hash_of(document),
        state="pending",
        created_at=draft.created_at,
        expires_at=draft.expires_at,
    )


def shown_of(arguments: Any, **changes: Any) -> ShownProposal:
    return shown(row_of(arguments, **changes), (), now=NOW)


def page_of(proposal: ShownProposal, *, is_coloured: bool = False) -> str:
    """What somebody who may approve reads."""
    lea = VerifiedApprover(
        identity="lea",
        tenant="acme",
        roles=frozenset({"lead"}),
        verified_by="test",
        valid_until=None,
    )
    ink = Ink(is_coloured=is_coloured)
    return "\n".join(page(proposal, lea, program="toolcharter approvals", given=(), ink=ink))
