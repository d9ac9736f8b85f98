"""A run is cancelled by another process while one stands at a crash point, which then goes on or dies."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from crashes.begun import DRAFTS, EXPORTS, draft, start
from crashes.deeds import DEEDS, Deed
from crashes.labels import LABELS, Label
from crashes.nursery import Told
from crashes.orders import RECOVER, RUN, Order, cancel_run
from crashes.recovering import bring_to
from crashes.scene import Scene, preview
from crashes.soak import IS_SOAK, times
from crashes.world import Rows, World
from toolcharter_runtime._store.records import TERMINAL
from write_path.changes import ADDRESS, SEND, STAGE

pytestmark = pytest.mark.slow

REPEATS = times(1, 10)
"""For each label, on one store and on the other in turn."""
POINTS = [each for each in LABELS if each.deed != "cancel run"]
DEADLY_POINTS = POINTS if IS_SOAK else POINTS[::4]
"""Death is tried at every point without a cancelled run, too."""

LATE_CALL = {
    ADDRESS.role: preview(ADDRESS, "late-1"),
    SEND.role: preview(SEND, "late-1"),
    STAGE.role: preview(STAGE, "late-1"),
    EXPORTS: start("late-1"),
    DRAFTS: draft("late-1"),
}
"""What the agent of each role asks for anew."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What whoever cancelled the run was told."""

    voided: frozenset[str]
    going_on: frozenset[str]


@pytest.mark.promise("C16")
@pytest.mark.parametrize("label", POINTS, ids=lambda each: each.name)
def test_what_goes_on_in_a_run_that_is_cancelled_meanwhile_claims_nothing_more(
    request: pytest.FixtureRequest, label: Label
) -> None:
    for repeat in range(REPEATS):
        world = world_of(request, label, repeat)
        is_cancelled_for_all(Scene.of(world), label, dies=False)


@pytest.mark.promise("C16")
@pytest.mark.parametrize("label", DEADLY_POINTS, ids=lambda each: each.name)
def test_what_died_in_a_run_that_is_cancelled_meanwhile_is_brought_to_its_end(
    request: pytest.FixtureRequest, label: Label
) -> None:
    for repeat in range(REPEATS):
        world = world_of(request, label, repeat)
        is_cancelled_for_all(Scene.of(world), label, dies=True)


def world_of(request: pytest.FixtureRequest, label: Label, repeat: int) -> World:
    """A clean world, of one kind or the other."""
    number = repeat + POINTS.index(label)
    world: World = request.getfixturevalue(("postgres_world", "sqlite_world")[number % 2])
    world.reset()
    return world


def is_cancelled_for_all(scene: Scene, label: Label, *, dies: bool) -> None:
    """The run is cancelled while a process is at the label; later another process looks."""
    world, deed = scene.world, DEEDS[label.deed]
    order = deed.prepare(scene)
    listed = cancel_there(scene, deed, label, order, dies=dies)
    world.later()
    scene.child = world.child()
    scene.do(RECOVER)
    refused(scene.do(LATE_CALL[deed.role]))
    again = order if deed.again is None else deed.again(scene)
    if again.do == "call":
        refused(scene.do(again))
    rows = scene.judge.at_rest()
    check(rows, listed, world.cancelled_at(RUN))
    ends = {row.id for row in rows.operations if row.state in TERMINAL | {"released"}}
    later = listed_by(scene.do(cancel_run(role=deed.role)))
    assert later == Listed(frozenset(), frozenset({row.id for row in rows.operations} - ends))


def cancel_there(scene: Scene, deed: Deed, label: Label, order: Order, *, dies: bool) -> Listed:
    """Another process cancels the run while the struck one stands where it is; then that one dies,
    or does what it was at and is refused whatever it is asked next."""
    said = bring_to(scene, label, order)
    struck, canceller = scene.child, scene.world.child()
    canceller.begin(cancel_run(role=deed.role))
    # An open transaction may keep the canceller waiting; then the struck one comes first.
    told = None if label.is_inside else canceller.told()
    before = None if label.is_inside else attempts(scene)
    if dies:
        struck.kill()
    elif label.held is None:
        struck.go_on()
    scene.world.service.release()
    if not dies and not said:
        last = scene.judge.acknowledge(order, struck.told())
        if is_refusal(order, last) and not label.is_inside and label.deed != "expired":
            refused(last)
    told = told or canceller.told()
    if not dies:
        refused(struck.do(LATE_CALL[deed.role]))
        assert before in (None, attempts(scene))
    return listed_by(told)


def attempts(scene: Scene) -> dict[str, int]:
    """How often each operation has been tried."""
    return {row.id: row.attempt for row in scene.world.rows().operations}


def is_refusal(order: Order, told: Told) -> bool:
    """Whether a call was refused before anything was claimed."""
    return order.do == "call" and not told.envelope["ok"] and "outcome" not in told.envelope


def listed_by(told: Told) -> Listed:
    voided, going_on = told.value["voided"], told.value["going_on"]
    return Listed(frozenset(voided), frozenset(id for id, _ in going_on))


def refused(told: Told) -> None:
    assert told.envelope["error"]["code"] == "RUN_CANCELLED", told.envelope


def check(rows: Rows, listed: Listed, cancelled_at: int | None) -> None:
    """What was claimed before is in the list or was over; what was not is void, and stays so."""
    assert cancelled_at is not None
    assert listed.going_on <= {row.id for row in rows.operations}
    for row in rows.operations:
        assert row.claimed_at <= cancelled_at
        was_over = row.finished_at is not None and row.finished_at <= cancelled_at
        assert row.id in listed.going_on or was_over or row.state == "released", row
    for proposal in rows.proposals:
        operation = rows.operation_of(proposal.id)
        assert (proposal.id in listed.voided) == (proposal.state == "void")
        assert proposal.state not in ("pending", "approved")
        assert proposal.state != "void" or operation is None or operation.state == "released"
