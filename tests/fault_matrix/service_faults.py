"""Faults of the service, and of the way to it, as arrangements that any write can be put into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from fault_matrix.came import Came
from fault_matrix.faults import Arrangement, Ready
from fault_matrix.places import before
from fault_matrix.scene import Scene

Fault: TypeAlias = Mapping[str, Any]
"""What the control door of the service arms."""

LOST: Fault = {"name": "cut"}
LOST_ANSWER: Fault = {"name": "cut", "when": "after"}
NO_STATUS: Fault = {"name": "status_down", "how": "unavailable"}
NO_EVIDENCE: Fault = {"name": "malformed", "how": "missing_evidence"}


def arm(scene: Scene, *faults: Fault) -> None:
    """Have faults until they are lifted."""
    for fault in faults:
        scene.service.arm(**{"times": None, **fault})


def struck(ready: Ready, *faults: Fault) -> Arrangement:
    """The service has these faults, however often it is called."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        arm(scene, *faults)
        told = await scene.here.answer(ask)
        return Came(ask=ask, told=(told,), row=await scene.ledger.operation_of_ask(ask))

    return arranged


def delivered_late(ready: Ready) -> Arrangement:
    """The connection is cut, and the request arrives after the one that was sent instead."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        scene.service.arm("late")
        told = await scene.here.answer(ask)
        assert scene.service.deliver() == 1
        return Came(ask=ask, told=(told,))

    return arranged


def sent_twice(ready: Ready) -> Arrangement:
    """The answer is lost, and nobody can be asked at that moment."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        scene.service.arm(**LOST_ANSWER)
        scene.service.arm("status_down", how="cut")
        told = await scene.here.answer(ask)
        sent = [each["key"] for each in scene.service.requests() if each["method"] != "GET"]
        assert len(sent) == 2
        return Came(ask=ask, told=(told, await scene.here.answer(ask)))

    return arranged


def end_not_stored(ready: Ready) -> Arrangement:
    """The store is locked when the answer is there; by the time it is not, the service is gone."""

    async def arranged(scene: Scene) -> Came:
        ask = await ready(scene)
        async with scene.paused(ask, at=before("end")) as caller:
            scene.lock.take()
            arm(scene, LOST_ANSWER, NO_STATUS)
            row = await scene.ledger.operation_of_ask(ask)
        return Came(ask=ask, told=(await caller.told(),), row=row)

    return arranged
