"""The hostile sequences about a process that dies and a store that is locked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from crashes.judge import same
from crashes.orders import RECOVER, Order, Stop
from crashes.scene import Scene, commit
from crashes.soak import times
from crashes.world import World
from fault_matrix.locks import Lock, lock_of
from write_path.changes import ADDRESS, REFUND, Change

pytestmark = pytest.mark.slow

ROUNDS = times(1, 20)
AFTER_THE_ANSWER = Stop(place="answered")
HURRIED_MS = 300
"""How long a process waits for a lock, where a test waits for it to give up."""


@pytest.fixture
def lock(world: World) -> Iterator[Lock]:
    """Keeps every writer out of the store."""
    found = lock_of(world.url)
    yield found
    found.let_go()


def writes(world: World) -> list[str]:
    """The keys of all writes that the service was asked for."""
    return [each["key"] for each in world.service.requests() if each["method"] != "GET"]


def questions(world: World, key: str) -> int:
    """How often the service was asked what became of a key."""
    return sum(each["path"].endswith(f"/{key}") for each in world.service.requests())


def killed_after_the_answer(scene: Scene, change: Change) -> Order:
    """A commit whose process died when the service had answered. Later there is another process."""
    order = commit(change, scene.approved(change))
    scene.child.begin(order, stop=AFTER_THE_ANSWER)
    scene.child.stands()
    scene.child.kill()
    busy = scene.world.child().do(order)
    assert busy.envelope["error"]["code"] == "IN_PROGRESS"
    scene.world.later()
    scene.child = scene.world.child()
    return order


@pytest.mark.promise("F2")
def test_s02_a_process_killed_after_the_answer_is_followed_by_one_that_asks(world: World) -> None:
    for _ in range(ROUNDS):
        world.reset()
        scene = Scene.of(world)
        order = killed_after_the_answer(scene, ADDRESS)
        (key,) = writes(world)
        assert questions(world, key) == 0
        told = scene.do(order)
        assert (told.envelope["ok"], told.envelope["outcome"]) == (True, "committed")
        assert questions(world, key) == 1
        assert writes(world) == [key]
        assert len(world.effects()) == 1
        assert same(told, scene.do(order))
        scene.judge.at_rest()


@pytest.mark.promise("F2")
def test_s03_where_nobody_can_be_asked_the_outcome_stays_unknown_and_nothing_is_sent_again(
    world: World,
) -> None:
    for _ in range(ROUNDS):
        world.reset()
        scene = Scene.of(world)
        order = killed_after_the_answer(scene, REFUND)
        world.service.arm("status_down", how="unavailable", times=None)
        told = [scene.do(order) for _ in range(3)]
        error = told[0].envelope["error"]
        assert (told[0].envelope["outcome"], error["code"]) == ("unknown", "OUTCOME_UNKNOWN")
        assert error["retryable"] is False
        assert same(told[0], told[1])
        assert same(told[0], told[2])
        assert scene.judge.at_rest().queue == {error["operation"]}
        assert len(writes(world)) == len(world.effects()) == 1
        world.service.disarm()
        assert scene.do(order).envelope["outcome"] == "committed"
        assert scene.judge.at_rest().queue == frozenset()
        assert len(writes(world)) == len(world.effects()) == 1


@pytest.mark.promise("F2")
def test_s03_a_service_that_keeps_keys_is_sent_the_same_key_and_does_nothing_twice(
    world: World,
) -> None:
    scene = Scene.of(world)
    order = killed_after_the_answer(scene, ADDRESS)
    world.service.arm("status_down", how="unavailable", times=None)
    assert scene.do(order).envelope["outcome"] == "committed"
    first, second = writes(world)
    assert first == second
    assert len(world.effects()) == 1
    scene.judge.at_rest()


@pytest.mark.promise("F1")
def test_s28_where_the_store_is_locked_nothing_is_claimed_and_nothing_sent(
    world: World, lock: Lock
) -> None:
    for _ in range(ROUNDS):
        world.reset()
        scene = Scene.of(world)
        order = commit(ADDRESS, scene.approved(ADDRESS))
        hurried = world.child(patience_ms=HURRIED_MS)
        lock.take()
        error = hurried.do(order).envelope["error"]
        lock.let_go()
        assert (error["code"], error["retryable"]) == ("STORE_UNAVAILABLE", True)
        assert writes(world) == []
        assert scene.judge.look().operations == ()
        assert hurried.do(order).envelope["outcome"] == "committed"
        assert len(world.effects()) == 1


@pytest.mark.promise("F2")
def test_s29_what_cannot_be_stored_is_told_as_unknown_and_found_again(
    world: World, lock: Lock
) -> None:
    for _ in range(ROUNDS):
        world.reset()
        scene = Scene.of(world)
        order = commit(ADDRESS, scene.approved(ADDRESS))
        hurried = world.child(patience_ms=HURRIED_MS)
        hurried.begin(order, stop=Stop(place="settle.before"))
        hurried.stands()
        lock.take()
        hurried.go_on()
        told = hurried.told().envelope
        lock.let_go()
        assert (told["outcome"], told["error"]["code"]) == ("unknown", "OUTCOME_UNKNOWN")
        assert len(world.effects()) == 1
        busy = hurried.do(order).envelope["error"]
        assert (busy["code"], busy["operation"]) == ("IN_PROGRESS", told["error"]["operation"])
        world.later()
        scene.child = world.child()
        done = scene.do(order)
        assert done.envelope["outcome"] == "committed"
        assert same(done, scene.do(order))
        assert scene.do(RECOVER).value == 0
        assert len(writes(world)) == len(world.effects()) == 1
        scene.judge.at_rest()
