"""Playing the history of a seed in time that is made up."""

from __future__ import annotations

from random import Random
from unittest import mock

from toolcharter_runtime import _admission, _within

from simulation.catalog import PREVIEWS, SHARED
from simulation.history import History
from simulation.limits import Limits
from simulation.tempers import Temper
from simulation.world import World


class _VirtualTime:
    """``time`` as the runtime's waiting sees it."""

    def __init__(self, world: World) -> None:
        self._world = world

    def monotonic(self) -> float:
        return self._world.loop.seconds


def play(seed: int, *, is_roomy: bool = False) -> World:
    """Play the history of a seed; its world says what was broken. One that ``is_roomy`` has limits
    that its calls hardly reach, and no temper."""
    source = Random(f"limits {seed}")  # noqa: S311
    limits = Limits(source) if is_roomy else Limits.of(source)
    mood = Random(f"temper {seed}")  # noqa: S311
    temper = Temper(mood) if is_roomy else Temper.of(mood)
    world = World(f"history {seed}", limits=limits, temper=temper)
    world.limits.set()
    # Some histories are about one tool only, so that its calls meet each other.
    only = world.random.choice((*PREVIEWS, None, None, None))
    previews = [only] if only else list(PREVIEWS)
    if temper.mood == "shares":
        previews = [*SHARED[:1], *(() if only else PREVIEWS[:1])]
    history = History.of(world, steps=world.random.choice((8, 14, 22)), previews=previews)
    with (
        mock.patch.object(_within, "time", _VirtualTime(world)),
        mock.patch.object(_admission, "_GATE_POLL_S", 0.5),
    ):
        try:
            world.loop.run_until_complete(world.loop.start(None, history.play()))
        finally:
            world.is_over = True
            world.loop.bury()
    for task in world.tasks:
        if task.done() and not task.cancelled() and task.exception() is not None:
            world.oracle.broken("code", repr(task.exception()))
    return world
