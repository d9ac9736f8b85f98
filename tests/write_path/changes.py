"""Writes of the worked catalog that tests ask for: proposed, approved and committed, or started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolcharter_runtime import Run
from write_path.host import Envelope, Host


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A preview with its arguments, and the commit that it leads to."""

    role: str
    preview: str
    arguments: Mapping[str, Any]
    commit: str


ADDRESS = Change(
    role="support_agent",
    preview="preview_address_change_v2",
    arguments={
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
    },
    commit="commit_address_change_v2",
)
"""The service keeps keys, checks versions, and can be asked."""
SAVED_ADDRESS = Change(
    role="support_agent",
    preview="preview_address_change_v2",
    arguments={
        "customer_id": "cus_4f7a2b9c",
        "destination": {"kind": "saved", "address_id": "adr_00000001"},
    },
    commit="commit_address_change_v2",
)
REFUND = Change(
    role="support_agent",
    preview="preview_refund_v1",
    arguments={
        "order_id": "ord_100001",
        "amount": {"amount_minor": 1500, "currency": "EUR"},
        "reason": "returned",
    },
    commit="commit_refund_v1",
)
"""The service keeps no keys, and can be asked."""
SEND = Change(
    role="mail_operator",
    preview="preview_send_email_v1",
    arguments={"draft_id": "dft_00000001"},
    commit="commit_send_email_v1",
)
"""The service keeps keys, and nobody can be asked."""
STAGE = Change(
    role="sales_agent",
    preview="preview_opportunity_stage_change_v1",
    arguments={
        "opportunity_id": "opp_00000001",
        "move": {"to": "lost", "reason": "price", "remark": "Too dear."},
    },
    commit="commit_opportunity_stage_change_v1",
)
"""The effect is stored together with the ledger's row."""

EXPORT: Mapping[str, Any] = {
    "records": "customers",
    "from": "2026-01-01",
    "to": "2026-02-01",
    "format": "csv",
}
"""What ``start_export_v1`` takes: long work."""


async def approved(host: Host, run: Run, change: Change = ADDRESS) -> Envelope:
    """What a preview showed, whose proposal was then approved."""
    envelope = await host.call(run, change.preview, change.arguments)
    assert envelope["ok"], envelope
    shown: Envelope = envelope["result"]
    await host.decide(shown["proposal_id"])
    return shown


async def ready(host: Host, run: Run, change: Change = ADDRESS) -> dict[str, str]:
    """The arguments of a commit that may be carried out."""
    return {"proposal_id": (await approved(host, run, change))["proposal_id"]}
