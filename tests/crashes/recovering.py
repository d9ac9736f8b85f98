"""After a kill: a fresh process recovers and is asked again, in one order or the other.

Twice is once, the same call is answered the same, and everything comes to its end. What the service
held when the sender died arrives before all that, or after it.
"""

from __future__ import annotations

from crashes.deeds import DEEDS
from crashes.judge import same
from crashes.labels import Label
from crashes.nursery import Told
from crashes.orders import RECOVER, Order
from crashes.scene import Scene


def kill_at(scene: Scene, label: Label, order: Order) -> None:
    """The process of the scene is given the order, and is killed where the label says."""
    bring_to(scene, label, order)
    scene.child.kill()
    scene.world.later()


def bring_to(scene: Scene, label: Label, order: Order) -> list[Told]:
    """The process of the scene is given the order, and stands still where the label says; what it
    has told by then."""
    world, child = scene.world, scene.child
    if label.held is not None:
        world.service.arm("slow", when=label.held)
        child.begin(order)
        world.wait_for_held()
        return []
    child.begin(order, stop=label.stop)
    return [scene.judge.acknowledge(order, told) for told in child.stands()]


def recover_and_ask(scene: Scene, label: Label, order: Order, *, number: int) -> None:
    """``number`` chooses who comes first, the caller or recovery, and when what was held arrives."""
    world, judge, deed = scene.world, scene.judge, DEEDS[label.deed]
    is_caller_first, is_late = number % 2 == 1, number // 2 % 2 == 1
    judge.look()
    if not is_late:
        world.service.release()
    scene.child = world.child()
    again = order if deed.again is None else deed.again(scene)
    told: list[Told] = []
    if is_caller_first:
        told.append(scene.do(again))
    _recover_twice(scene)
    if not is_caller_first:
        told.append(scene.do(again))
    told.append(scene.do(again))
    if is_late and world.service.release():
        told.append(scene.do(again))
    if again.do == "call":
        _agree(told)
    _recover_twice(scene)
    deed.ended(scene, told[-1], judge.at_rest())
    judge.at_rest()


def _agree(told: list[Told]) -> None:
    """The same call has the same answer, but that what nobody knew may have become known."""
    assert same(told[0], told[1])
    assert same(told[1], told[-1]) or told[1].envelope["outcome"] == "unknown"


def _recover_twice(scene: Scene) -> None:
    scene.do(RECOVER)
    rows = scene.judge.look()
    assert scene.do(RECOVER).value == 0
    assert scene.world.rows() == rows
