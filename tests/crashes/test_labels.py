"""kill -9 at every labelled crash point, and what a fresh process makes of what is left."""

from __future__ import annotations

import pytest
from crashes.deeds import DEEDS
from crashes.labels import LABELS, Label
from crashes.recovering import kill_at, recover_and_ask
from crashes.scene import Scene
from crashes.soak import times
from crashes.world import World

pytestmark = pytest.mark.slow

REPEATS = times(1, 20)
"""For each label and each kind of store."""


@pytest.mark.promise("F1")
@pytest.mark.promise("F2")
@pytest.mark.parametrize("label", LABELS, ids=lambda each: each.name)
def test_a_process_killed_there_loses_nothing_and_does_nothing_twice(
    world: World, label: Label
) -> None:
    for repeat in range(REPEATS):
        if repeat:
            world.reset()
        scene = Scene.of(world)
        order = DEEDS[label.deed].prepare(scene)
        kill_at(scene, label, order)
        number = repeat + LABELS.index(label) + (world.kind == "SQLite")
        recover_and_ask(scene, label, order, number=number)


def test_each_label_is_one_moment_with_a_meaning_of_its_own() -> None:
    assert len(LABELS) >= 25
    assert len({each.name for each in LABELS}) == len(LABELS)
    assert {each.deed for each in LABELS} == DEEDS.keys()
    assert all(each.means.endswith(".") for each in LABELS)
