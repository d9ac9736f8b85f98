"""64 processes of a host, one store: what may happen once happens once, and nobody is told less than
the truth or of locks.

``store/racers.py`` races on rows of a store; here everything races, from the agent's call to the
account of the service.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from crashes.judge import Judge, same
from crashes.nursery import Child, Told
from crashes.orders import RECOVER, Order, Stop, approve, in_run
from crashes.scene import commit, preview
from crashes.soak import times
from crashes.world import World
from races.racers import Racers, kinds
from write_path.changes import ADDRESS, REFUND, SAVED_ADDRESS, Change

pytestmark = pytest.mark.slow

PROCESSES = 64
ROUNDS = times(3, 100)
CLAIM = "claim.before"
LIMITS = {"calls_per_run": 10_000, "previews": PROCESSES, "per_day": 1}
TWO = (ADDRESS, SAVED_ADDRESS)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def racers(request: pytest.FixtureRequest) -> Iterator[Racers]:
    """The processes, over each kind of store."""
    world: World = request.getfixturevalue(f"{request.param}_world")
    world.reset()
    # To them the leases of processes whose clock is that of the machine are over.
    world.later()
    yield Racers(world, [world.child(limits=LIMITS) for _ in range(PROCESSES)])
    world.reset()


@pytest.fixture(autouse=True)
def begun_anew(racers: Racers) -> None:
    """An empty world, and no times."""
    racers.world.empty()
    racers.ms.clear()


def approved(child: Child, change: Change, run: str) -> Order:
    """The commit of a proposal that a person has approved, in the run that has proposed it."""
    made = child.do(in_run(preview(change), run)).envelope
    assert made["ok"], made
    proposal_id = made["result"]["proposal_id"]
    assert child.do(approve(proposal_id)).value == ["approved"]
    return in_run(commit(change, proposal_id), run)


def writes(world: World) -> int:
    """How many writes the service was asked for."""
    return sum(each["method"] != "GET" for each in world.service.requests())


@pytest.mark.promise("F1")
def test_s01_of_64_processes_that_commit_one_proposal_one_makes_the_call(racers: Racers) -> None:
    """By turns in one run, and lined up at the claim in as many runs as there are processes."""
    for turn in range(ROUNDS):
        racers.world.empty()
        order = approved(racers.children[0], ADDRESS, f"round-{turn}")
        runs = [f"round-{turn}-{number}" for number in range(PROCESSES)]
        told = race(
            racers, [in_run(order, run) for run in runs] if turn % 2 else [order] * PROCESSES, turn
        )
        seen = kinds(told)
        assert seen["committed"] == 1
        assert seen.keys() <= {"committed", "replayed", "IN_PROGRESS"}, seen
        later = racers.each([order] * PROCESSES)
        assert kinds(later) == {"replayed": PROCESSES}
        first = next(
            each for each in told if "replayed" not in each.envelope and each.envelope["ok"]
        )
        assert all(same(first, each) for each in later)
        assert writes(racers.world) == len(racers.world.effects()) == 1
        Judge(racers.world).at_rest()
    racers.report("S01, one proposal", ROUNDS)


@pytest.mark.promise("F3")
@pytest.mark.promise("F6")
def test_s27_of_two_proposals_for_one_version_one_is_carried_out(racers: Racers) -> None:
    """By turns lined up at the claim, and begun together."""
    for turn in range(ROUNDS):
        racers.world.empty()
        child = racers.children[0]
        pair = [approved(child, each, f"two-{turn}-{n}") for n, each in enumerate(TWO)]
        orders = [in_run(pair[number % 2], f"round-{turn}-{number}") for number in range(PROCESSES)]
        told = race(racers, orders, turn)
        seen = kinds(told)
        assert seen["committed"] == 1
        assert seen.keys() <= {"committed", "replayed", "IN_PROGRESS", "VERSION_CONFLICT"}, seen
        later = racers.each(orders)
        assert kinds(later) == {"replayed": PROCESSES // 2, "VERSION_CONFLICT": PROCESSES // 2}
        assert all(same(later[number % 2], each) for number, each in enumerate(later))
        (effect,) = racers.world.effects()
        rows = Judge(racers.world).at_rest()
        assert sorted(row.state for row in rows.proposals) == ["closed", "consumed"]
        assert effect.version_before == 17
    racers.report("S27, two proposals for one version", ROUNDS)


def test_a_limit_of_one_a_day_is_reached_by_one_of_64_processes(racers: Racers) -> None:
    """Each has an approved refund of its own. By turns lined up at the claim, and begun together."""
    for turn in range(ROUNDS):
        racers.world.empty()
        changes = [refund_of(racers.world, number) for number in range(PROCESSES)]
        orders = all_approved(racers, changes, turn)
        told = race(racers, orders, turn)
        assert kinds(told) == {"committed": 1, "LIMIT_REACHED": PROCESSES - 1}
        later = racers.each(orders)
        assert kinds(later) == {"replayed": 1, "LIMIT_REACHED": PROCESSES - 1}
        assert all(same(before, after) for before, after in zip(told, later, strict=True))
        assert writes(racers.world) == len(racers.world.effects()) == 1
        states = Counter(row.state for row in Judge(racers.world).at_rest().proposals)
        assert states == {"consumed": 1, "approved": PROCESSES - 1}
    racers.report("a limit of one a day", ROUNDS)


@pytest.mark.promise("F2")
def test_of_64_processes_that_recover_one_takes_up_what_a_dead_one_left(racers: Racers) -> None:
    for turn in range(ROUNDS):
        racers.world.empty()
        dead = racers.world.child(ahead_ms=0)
        order = approved(dead, ADDRESS, f"round-{turn}")
        dead.begin(order, stop=Stop(place=f"{ADDRESS.commit}.after"))
        dead.stands()
        dead.kill()
        told = racers.at_once([RECOVER] * PROCESSES)
        assert Counter(each.value for each in told) == {1: 1, 0: PROCESSES - 1}
        assert kinds(racers.each([order] * PROCESSES)) == {"replayed": PROCESSES}
        assert writes(racers.world) == len(racers.world.effects()) == 1
        Judge(racers.world).at_rest()
    racers.report("recovery", ROUNDS)


def race(racers: Racers, orders: Sequence[Order], turn: int) -> list[Told]:
    return racers.lined_up(orders, at=CLAIM) if turn % 2 else racers.at_once(orders)


def refund_of(world: World, number: int) -> Change:
    """A refund of an order that nobody else pays back."""
    order_id = world.copy("order", "ord_100001", f"ord_9{number:05}")
    return replace(REFUND, arguments={**REFUND.arguments, "order_id": order_id})


def all_approved(racers: Racers, changes: Sequence[Change], turn: int) -> list[Order]:
    """The commits of one proposal for each process, in a run of its own."""
    runs = [f"round-{turn}-{number}" for number in range(len(changes))]
    shown = racers.each(
        in_run(preview(change), run) for change, run in zip(changes, runs, strict=True)
    )
    ids = [each.envelope["result"]["proposal_id"] for each in shown]
    decided = racers.each(approve(proposal_id) for proposal_id in ids)
    assert all(each.value == ["approved"] for each in decided)
    return [
        in_run(commit(change, proposal_id), run)
        for change, proposal_id, run in zip(changes, ids, runs, strict=True)
    ]
