"""The six kinds of service, and what passes their doors: requests, effects, what is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulation.catalog import KEYS_KEPT_MS

if TYPE_CHECKING:
    from simulation.loop import Life

CANARY = "canary-7f3a"

MEMORY_S = KEYS_KEPT_MS / 1000 + 120
"""How long a key is remembered: as long as the contract says, and as long as a request may be late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What a service is like. ``domain`` is a code that its contract declares, ``changed`` and
    ``makes`` are for its evidence, ``forgets`` says that keys are kept for a while only."""

    name: str
    versions: bool
    keys: bool
    status: bool
    domain: str
    changed: tuple[str, ...]
    makes: str | None = None
    forgets: bool = False


KINDS = {
    "commit_address_change_v2": Kind(
        name="versioned",
        versions=True,
        keys=True,
        status=True,
        domain="ADDRESS_NOT_DELIVERABLE",
        changed=("customer.shipping_address",),
    ),
    "commit_refund_v1": Kind(
        name="status",
        versions=True,
        keys=False,
        status=True,
        domain="REFUND_EXCEEDS_PAYMENT",
        changed=("order.payment", "refund.payout"),
        makes="rfd_",
    ),
    "commit_send_email_v1": Kind(
        name="append",
        versions=False,
        keys=True,
        status=False,
        domain="RECIPIENT_BLOCKED",
        forgets=True,
        changed=("email_draft.delivery",),
    ),
    "commit_opportunity_stage_change_v1": Kind(
        name="neither",
        versions=False,
        keys=False,
        status=False,
        domain="STAGE_NOT_REACHABLE",
        changed=("opportunity.stage",),
    ),
    "draft_email_v1": Kind(
        name="drafts",
        versions=False,
        keys=True,
        status=False,
        domain="CUSTOMER_INACTIVE",
        forgets=True,
        changed=("email_draft.record",),
        makes="dft_",
    ),
    "start_export_v1": Kind(
        name="exports",
        versions=False,
        keys=True,
        status=True,
        domain="EXPORT_QUEUE_FULL",
        forgets=True,
        changed=("export_file.record",),
    ),
    "commit_opportunity_handover_v1": Kind(
        name="shared",
        versions=True,
        keys=False,
        status=False,
        domain="OPPORTUNITY_SETTLED",
        changed=("opportunity.owner", "seller.portfolio"),
    ),
}


@dataclass(slots=True, eq=False, kw_only=True)
class Request:
    """A write on its way. ``number`` is its place in the order of everything that happens;
    ``is_open`` while it may still have an effect."""

    number: int
    kind: Kind
    tool: str
    key: str
    record: str
    version: str | None
    arguments: bytes
    identity: str
    life: Life | None
    is_open: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that was done, and the proof that the service gives of it."""

    request: Request
    at: float
    before: int | None
    proof: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a service remembers under a key."""

    at: float
    arguments: bytes
    proof: dict[str, Any] | None
    code: str | None
