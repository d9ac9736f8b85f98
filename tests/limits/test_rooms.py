"""Rooms: never more inside than the limit, first come first served, nobody waits beside a free place."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as some
from toolcharter_runtime._rooms import Room, Turnstile

pytestmark = pytest.mark.promise("F6")

_CALLERS = 6


@dataclass
class Scene:
    """Callers at one turnstile, in the order in which they came."""

    gate: Turnstile
    waiting: list[asyncio.Task[None]] = field(default_factory=list)
    inside: list[asyncio.Task[None]] = field(default_factory=list)

    def look(self) -> None:
        """Whoever has got in stands inside; they got in in the order in which they came."""
        got_in = [task for task in self.waiting if task.done() and not task.cancelled()]
        self.inside += got_in
        still = [task for task in self.waiting if not task.done()]
        assert all(
            self.waiting.index(one) < self.waiting.index(other) for one in got_in for other in still
        )
        self.waiting = still
        assert len(self.inside) == self.gate.inside <= self.gate.limit
        assert not (self.waiting and self.gate.inside < self.gate.limit)


@given(
    limit=some.integers(1, 3),
    steps=some.lists(
        some.tuples(some.sampled_from(["enter", "leave", "cancel", "both"]), some.integers(0, 9)),
        max_size=40,
    ),
)
def test_a_turnstile_is_never_over_its_limit_and_serves_in_order(
    limit: int, steps: list[tuple[str, int]]
) -> None:
    async def play() -> None:
        scene = Scene(Turnstile(limit))
        for step, number in steps:
            if step == "enter" and len(scene.waiting) < _CALLERS:
                scene.waiting.append(asyncio.create_task(scene.gate.enter()))
            if step in ("leave", "both") and scene.inside:
                scene.inside.pop(number % len(scene.inside))
                scene.gate.leave()
            # Cancelled before it learns that the place is its own: then the next one has it.
            if step in ("cancel", "both") and scene.waiting:
                scene.waiting[number % len(scene.waiting)].cancel()
            for _ in range(3):
                await asyncio.sleep(0)
            scene.look()
        for task in scene.waiting:
            task.cancel()
        await asyncio.gather(*scene.waiting, return_exceptions=True)
        for _ in scene.inside:
            scene.gate.leave()
        assert scene.gate.inside == 0

    asyncio.run(play())


async def test_who_waits_for_the_tenant_and_gives_up_leaves_the_place_of_the_run_as_well() -> None:
    tenant: dict[str, Turnstile] = {}
    limits = {"per_run": 2, "per_tenant": 1}
    one = Room.of(limits, "tool", tenant)  # type: ignore[arg-type]
    other = Room.of(limits, "tool", tenant)  # type: ignore[arg-type]
    assert one.try_enter()
    assert not other.try_enter()
    waiting = asyncio.create_task(other.enter())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert other.run.inside == 0
    one.leave()
    assert (one.run.inside, tenant["tool"].inside) == (0, 0)
    assert other.try_enter()
