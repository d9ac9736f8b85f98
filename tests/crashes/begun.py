"""How each deed begins: a world is prepared for it, and gives the order that will be struck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from crashes.orders import RECOVER, Order, Stop, approve, call, cancel_run, resolve
from crashes.scene import Scene, commit, preview
from write_path.changes import ADDRESS, EXPORT, REFUND, Change

Prepare: TypeAlias = Callable[[Scene], Order]

EXPORTS = "export_operator"
DRAFTS = "sales_drafter"
DRAFT = {"customer_id": "cus_4f7a2b9c", "subject": "Hello", "body": "Good morning"}
HANDOVER = Change(
    role="sales_agent",
    preview="preview_opportunity_handover_v1",
    arguments={
        "opportunity_ids": ["opp_00000001"],
        "seller_id": "sel_00000002",
        "reason": "leave",
    },
    commit="commit_opportunity_handover_v1",
)
"""Two persons have to approve."""
OTHER_ADDRESS = Change(
    role=ADDRESS.role,
    preview=ADDRESS.preview,
    arguments={**ADDRESS.arguments, "customer_id": "cus_8d1e6a0f"},
    commit=ADDRESS.commit,
)


def draft(request: str = "draft-1") -> Order:
    """A direct write into the host's own tables."""
    return call("draft_email_v1", DRAFT, role=DRAFTS, request=request)


def start(request: str = "start-1") -> Order:
    """The start of long work."""
    return call("start_export_v1", EXPORT, role=EXPORTS, request=request)


def a_commit(change: Change, meanwhile: Callable[[Scene], None] | None = None) -> Prepare:
    """The commit of an approved proposal. ``meanwhile`` comes after the approval."""

    def prepare(scene: Scene) -> Order:
        order = commit(change, scene.approved(change))
        if meanwhile is not None:
            meanwhile(scene)
        return order

    return prepare


def a_fault(name: Any, **fields: Any) -> Callable[[Scene], None]:
    """The service has a fault for the next write."""
    return lambda scene: scene.world.service.arm(name, **fields)


def the_record_moves(scene: Scene) -> None:
    """Somebody else changes the customer."""
    scene.world.service.bump("acme", "customer", ADDRESS.arguments["customer_id"])


def the_approval_ends(scene: Scene) -> None:
    """The process that will be struck is born when it is over."""
    scene.world.ahead_ms += 16 * 60_000
    scene.child = scene.world.child()


def a_poll(scene: Scene) -> Order:
    """The question about an export that the service has finished."""
    order = call("get_export_v1", _started(scene), role=EXPORTS)
    (effect,) = scene.world.service.effects(kind="exports")
    scene.world.service.export("acme", effect.id, "succeeded")
    return order


def a_stop(scene: Scene) -> Order:
    """The cancel of an export that is under way."""
    return call("cancel_export_v1", _started(scene), role=EXPORTS, request="stop-1")


def a_preview(scene: Scene) -> Order:
    return preview(ADDRESS, "preview-1")


def a_second_approval(scene: Scene) -> Order:
    proposal_id = scene.proposed(HANDOVER)
    assert scene.do(approve(proposal_id, by=["lea"])).value == ["pending"]
    return approve(proposal_id, by=["max"])


def a_cancelled_run(scene: Scene) -> Order:
    """The cancel of a run in which a process has died in the middle of a write; one proposal is
    approved, and one waits."""
    scene.world.service.arm("slow", when="before", kind="refunds")
    scene.child.begin(commit(REFUND, scene.approved(REFUND)))
    scene.world.wait_for_held()
    scene.child.kill()
    scene.child = scene.world.child()
    scene.approved(ADDRESS)
    scene.proposed(OTHER_ADDRESS)
    return cancel_run(role=ADDRESS.role)


def a_recovery(scene: Scene) -> Order:
    """A process has died after its write took effect; the one that recovers will die as well."""
    order = commit(ADDRESS, scene.approved(ADDRESS))
    scene.child.begin(order, stop=Stop(place=f"{ADDRESS.commit}.after"))
    scene.child.stands()
    scene.child.kill()
    scene.world.later()
    scene.child = scene.world.child()
    return RECOVER


def the_same_commit(scene: Scene) -> Order:
    """What is asked for where a recovery was killed."""
    (proposal_id,) = scene.proposals
    return commit(ADDRESS, proposal_id)


def a_resolution(scene: Scene) -> Order:
    """A person's word on a refund of which nobody knows."""
    scene.world.service.arm("cut", when="before", kind="refunds")
    told = scene.do(commit(REFUND, scene.approved(REFUND)))
    assert told.envelope["outcome"] == "unknown", told.envelope
    scene.operation_id = told.envelope["error"]["operation"]
    return resolve(scene.operation_id)


def _started(scene: Scene) -> dict[str, str]:
    scene.operation_id = scene.do(start()).envelope["result"]["operation_id"]
    return {"operation_id": scene.operation_id}
