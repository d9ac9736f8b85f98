"""kill -9 at random moments of processes that commit one proposal after another, side by side."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, replace

import pytest
from crashes.begun import draft
from crashes.judge import Judge, same
from crashes.nursery import Child, Told
from crashes.orders import RECOVER, Order, approve, in_run
from crashes.scene import commit, preview
from crashes.soak import times
from crashes.world import World
from write_path.changes import ADDRESS, REFUND, STAGE

pytestmark = pytest.mark.slow

SEED = 20
PROCESSES = 4
WAVES = times(3, 250)
"""In each of them every process is killed once."""
LONGEST_S = 0.25
"""About as long as all commits of a process take where nobody kills it."""
OWN = (
    (ADDRESS, "customer", "customer_id"),
    (REFUND, "order", "order_id"),
    (STAGE, "opportunity", "opportunity_id"),
)
"""What is changed, and the argument that names it."""


@dataclass(frozen=True, slots=True)
class Committer:
    """One process, and what it commits in a run of its own, to records that no other one writes."""

    child: Child
    commits: tuple[Order, ...]


@pytest.mark.promise("F1")
def test_processes_killed_at_random_lose_nothing_that_they_told_and_do_nothing_twice(
    world: World,
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - no secret
    seen: Counter[str] = Counter()
    for wave in range(WAVES):
        if wave:
            world.reset()
        judge = Judge(world)
        committers = [committer(world, number, chance) for number in range(PROCESSES)]
        for each in committers:
            for order in each.commits:
                each.child.begin(order)
        told = killed(committers, chance)
        for order, first in told:
            judge.acknowledge(order, first)
        claimed = len(judge.look().operations)
        world.later()
        orders = [order for each in committers for order in each.commits]
        for order, answer in recover(world, judge, orders, is_caller_first=bool(wave % 2)):
            assert all(same(first, answer) for each, first in told if each is order)
            is_sure = order.given["tool"] != REFUND.commit
            assert answer.envelope["outcome"] == "committed" or not is_sure
        ends = Counter(f"in the end {row.state}" for row in judge.at_rest().operations)
        seen += Counter(kills=PROCESSES, told=len(told), claimed=claimed) + ends
    print(f"\n{world.kind}: {dict(seen)}")


def committer(world: World, number: int, chance: random.Random) -> Committer:
    """A process with approved proposals for services of three kinds, two each, and a direct write,
    in some order."""
    child, run = world.child(), f"run-{number}"
    commits: list[Order] = []
    for change, kind, name in OWN:
        for turn in range(2):
            of = change.arguments[name]
            id = world.copy(kind, of, f"{of[:4]}9{number:03}{turn:04}")
            own = replace(change, arguments={**change.arguments, name: id})
            made = child.do(in_run(preview(own), run)).envelope
            assert made["ok"], made
            proposal_id = made["result"]["proposal_id"]
            assert child.do(approve(proposal_id)).value == ["approved"]
            commits.append(in_run(commit(own, proposal_id), run))
    commits.append(in_run(draft(), run))
    chance.shuffle(commits)
    return Committer(child, tuple(commits))


def killed(committers: list[Committer], chance: random.Random) -> list[tuple[Order, Told]]:
    """What each process told before it was killed, at a moment of its own."""
    moments = sorted((chance.uniform(0, LONGEST_S), index) for index in range(len(committers)))
    began = time.monotonic()
    told: list[tuple[Order, Told]] = []
    for after_s, index in moments:
        time.sleep(max(0, began + after_s - time.monotonic()))
        each = committers[index]
        told += zip(each.commits, each.child.kill(), strict=False)
    return told


def recover(
    world: World, judge: Judge, orders: list[Order], *, is_caller_first: bool
) -> list[tuple[Order, Told]]:
    """What a fresh process makes of all that was to be committed. Twice is once."""
    fresh = world.child()
    told = ask(judge, fresh, orders) if is_caller_first else []
    fresh.do(RECOVER)
    rows = judge.look()
    assert fresh.do(RECOVER).value == 0
    assert world.rows() == rows
    return told or ask(judge, fresh, orders)


def ask(judge: Judge, child: Child, orders: list[Order]) -> list[tuple[Order, Told]]:
    """What each order is answered, and is answered again."""
    told = [(order, judge.acknowledge(order, child.do(order))) for order in orders]
    assert all(same(answer, child.do(order)) for order, answer in told)
    return told
