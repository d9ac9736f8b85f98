"""Faults, as arrangements that any walk can be put into.

Walks in: what makes a call ready, and the place where the fault strikes. Walks out: an arrangement,
which plays the fault in a scene and says what it came to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from fault_matrix.acts import Act
from fault_matrix.asks import Answer, Ask
from fault_matrix.came import Came
from fault_matrix.places import Place
from fault_matrix.scene import Scene

Ready: TypeAlias = Callable[[Scene], Awaitable[Ask]]
"""Prepares the world up to a call, and gives the call."""
Arrangement: TypeAlias = Callable[[Scene], Awaitable[Came]]
Meanwhile: TypeAlias = Callable[[Scene, Ask], Awaitable[Sequence[Answer]]]
"""What happens while a call waits; what others were told in that time."""

DeedOf: TypeAlias = Callable[[Scene, Ask], Awaitable[Ask | Act]]
"""What is done about a call: the call itself, or something that an approver does."""

HOUR_MS = 3_600_000


def asked(ask: Ask) -> Ready:
    """A call that needs no preparation."""

    async def ready(_: Scene) -> Ask:
        return ask

    return ready


async def the_call(_: Scene, ask: Ask) -> Ask:
    """Nothing but the call."""
    return ask


def killed(ready: Ready, *, at: Place, doing: DeedOf = the_call) -> Arrangement:
    """The process is killed there."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        before = await scene.ledger.rows()
        await scene.killed(await doing(scene, ask), at=at)
        return Came(ask=ask, before=before)

    return arranged


def disconnected(ready: Ready, *, at: Place, doing: DeedOf = the_call) -> Arrangement:
    """The caller goes away while the call is there."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        before = await scene.ledger.rows()
        async with scene.paused(await doing(scene, ask), at=at) as caller:
            caller.go_away()
            await caller.ended()
        return Came(ask=ask, before=before)

    return arranged


def out_of_patience(ready: Ready, *, at: Place, doing: DeedOf = the_call) -> Arrangement:
    """The time that the caller gave is up while the call is there."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        before = await scene.ledger.rows()
        async with scene.paused(await doing(scene, ask), at=at) as caller:
            caller.lose_patience()
            await caller.ended()
        return Came(ask=ask, before=before)

    return arranged


def timed_out(ready: Ready, *, at: Place, lasts: bool = False) -> Arrangement:
    """The tool's timeout is over while the service has the request. What it held goes on late;
    ``lasts`` says that there is no further try."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        before = await scene.ledger.rows()
        async with scene.paused(ask, at=at) as caller:
            scene.timeouts.end()
            told = await caller.told()
        return Came(ask=ask, told=(told,), before=before, lasts=lasts)

    return arranged


def meanwhile(ready: Ready, happens: Meanwhile, *, at: Place) -> Arrangement:
    """Something happens while the call is there; then it goes on."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        before = await scene.ledger.rows()
        async with scene.paused(ask, at=at) as caller:
            others = await happens(scene, ask)
            row = await scene.ledger.operation_of_ask(ask)
        return Came(ask=ask, told=(*others, await caller.told()), row=row, before=before)

    return arranged


def repeated(ready: Ready, *, between: Ready | None = None) -> Arrangement:
    """The same call comes twice, the second time to another process; another one in between."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        before = await scene.ledger.rows()
        told = [await scene.here.answer(ask)]
        if between is not None:
            told.append(await scene.here.answer(await between(scene)))
        told.append(await scene.there.answer(ask))
        return Came(ask=ask, told=tuple(told), before=before)

    return arranged


def at_once(ready: Ready, *others: Ask) -> Arrangement:
    """Two processes are asked the same at one time, and other calls are made besides."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        before = await scene.ledger.rows()
        told = await asyncio.gather(
            scene.here.answer(ask),
            scene.there.answer(ask),
            *(scene.here.answer(other) for other in others),
        )
        return Came(ask=ask, told=tuple(told), before=before)

    return arranged


def in_reverse(first: Ready, second: Ready, *, at: Place) -> Arrangement:
    """The call that was made first comes to the place last."""

    async def arranged(scene: Scene) -> Came:
        late, early = await first(scene), await second(scene)
        before = await scene.ledger.rows()
        async with scene.paused(late, at=at) as caller:
            overtaking = await scene.here.answer(early)
        return Came(ask=late, told=(overtaking, await caller.told()), before=before)

    return arranged


async def by_a_duplicate(scene: Scene, ask: Ask) -> Sequence[Answer]:
    """The same call comes to this very process."""
    return [await scene.here.answer(ask)]


async def by_another_process(scene: Scene, ask: Ask) -> Sequence[Answer]:
    """The same call comes to another one."""
    return [await scene.there.answer(ask)]


def clocks_step(milliseconds: int) -> Meanwhile:
    """The clocks of the store and of the host step."""

    async def step(scene: Scene, _: Ask) -> Sequence[Answer]:
        scene.clock.step(milliseconds)
        scene.here.clock.step(milliseconds)
        return []

    return step


async def the_store_is_locked(scene: Scene, _: Ask) -> Sequence[Answer]:
    scene.lock.take()
    return []


async def the_status_is_down(scene: Scene, _: Ask) -> Sequence[Answer]:
    scene.service.arm("status_down", how="unavailable", times=None)
    return []
