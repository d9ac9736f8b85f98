"""What has become of each deed in the end, wherever a process was killed: what was told last, what the
ledger holds, and what really happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from crashes.begun import EXPORTS, HANDOVER
from crashes.judge import operation_of
from crashes.nursery import Told
from crashes.orders import approve, call
from crashes.scene import Scene, commit
from crashes.world import Rows
from toolcharter_runtime._store.records import TERMINAL
from write_path.changes import ADDRESS, REFUND

Ended: TypeAlias = Callable[[Scene, Told, Rows], None]


def committed(scene: Scene, told: Told, rows: Rows) -> None:
    envelope = told.envelope
    assert (envelope["ok"], envelope["outcome"]) == (True, "committed"), envelope
    row = operation_of(told, rows)
    (effect,) = (each for each in scene.world.effects() if each.key == row.key)
    if row.tool != REFUND.commit:
        # A refund is told by its own id; what is written is the order.
        assert envelope["result"]["resource_id"] == effect.id
        assert envelope["result"]["new_version"] == str(effect.version_after)


def refused(code: str) -> Ended:
    """Nothing has happened, for a reason that is told."""

    def ended(scene: Scene, told: Told, rows: Rows) -> None:
        assert told.envelope["error"]["code"] == code, told.envelope
        assert scene.world.effects() == []
        assert {row.state for row in rows.proposals} <= {"closed", "expired"}

    return ended


def unknown(*, effects: int) -> Ended:
    """Nobody can say what happened; an operator sees that."""

    def ended(scene: Scene, told: Told, rows: Rows) -> None:
        envelope = told.envelope
        assert (envelope["outcome"], envelope["error"]["code"]) == ("unknown", "OUTCOME_UNKNOWN")
        assert envelope["error"]["retryable"] is False
        assert rows.queue == {envelope["error"]["operation"]}
        assert len(scene.world.effects()) == effects

    return ended


def accepted(scene: Scene, told: Told, rows: Rows) -> None:
    assert (told.envelope["ok"], told.envelope["outcome"]) == (True, "accepted"), told.envelope
    assert operation_of(told, rows).state == "running"


def polled(scene: Scene, told: Told, rows: Rows) -> None:
    assert told.envelope["result"]["state"] == "succeeded"
    assert told.envelope["result"]["evidence"]["resource_id"].startswith("exp_")
    assert [row.state for row in rows.operations] == ["succeeded"]


def stopped(scene: Scene, told: Told, rows: Rows) -> None:
    """The export is over. Whoever asked has learned no more than is so: where the first answer was
    lost, it is over already."""
    assert told.envelope["result"]["answer"] in ("stopped", "already_finished"), told.envelope
    (export,) = scene.world.service.effects(kind="exports")
    record = scene.world.service.record("acme", "export", export.id)
    assert record is not None
    assert record["body"]["state"] == "cancelled"
    ask = {"operation_id": scene.operation_id}
    answer = scene.do(call("get_export_v1", ask, role=EXPORTS)).envelope
    assert answer["result"]["state"] == "cancelled"


def proposed(scene: Scene, told: Told, rows: Rows) -> None:
    """The same call has found the one proposal, which can be approved and carried out."""
    assert told.envelope["ok"], told.envelope
    (row,) = rows.proposals
    assert row.id == told.envelope["result"]["proposal_id"]
    assert rows.operations == ()
    scene.do(approve(row.id))
    assert scene.do(commit(ADDRESS, row.id)).envelope["outcome"] == "committed"


def decided(scene: Scene, told: Told, rows: Rows) -> None:
    assert told.value == ["already_decided"]
    assert [row.approver for row in rows.decisions] == ["lea", "max"]
    (row,) = rows.proposals
    assert row.state == "approved"
    assert scene.do(commit(HANDOVER, row.id)).envelope["outcome"] == "committed"


def cancelled(scene: Scene, told: Told, rows: Rows) -> None:
    """What was claimed goes on to its end or to an operator; the rest is void."""
    (claimed,) = rows.operations
    is_over = claimed.state in TERMINAL
    going_on = [] if is_over else [[claimed.id, claimed.state]]
    assert told.value == {"voided": [], "going_on": going_on}
    refund, *others = (rows.proposal(each) for each in scene.proposals)
    assert refund.state == "consumed"
    assert {row.state for row in others} == {"void"}
    for row in others:
        late = scene.do(commit(ADDRESS, row.id))
        assert late.envelope["error"]["code"] == "RUN_CANCELLED"


def resolved(scene: Scene, told: Told, rows: Rows) -> None:
    assert told.value == "ended"
    (row,) = rows.operations
    assert (row.state, row.resolved_by, row.reason) == ("succeeded", "olga", "Asked.")
