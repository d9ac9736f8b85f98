"""Two hosts with one store and one service, and lines between them that can be cut."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from crashes.deeds import DEEDS
from crashes.judge import Judge, same
from crashes.labels import LABELS, Label
from crashes.nursery import Nursery, Told, nursery
from crashes.orders import RECOVER, Order, Stop, in_run
from crashes.recovering import kill_at, recover_and_ask
from crashes.scene import Scene, commit
from crashes.soak import times
from crashes.world import World
from races.network import Host, Line, NoNetworkError, network
from races.racers import Racers, kinds
from reference_service.fixtures import running_service
from store import postgres
from toolcharter_runtime._store.sql.opening import migrate
from write_path.changes import ADDRESS

pytestmark = pytest.mark.slow

ROUNDS = times(2, 100)
EACH = 8
"""Processes on each host."""
SILENCE_MS = 2_000
"""How long a host speaks to a store that does not answer."""
PATIENT_MS = 30_000
"""Longer than the server keeps a transaction open in which nothing is said."""
POINTS = [
    each
    for each in LABELS
    if each.name in ("claimed", "call-applied", "end-uncommitted", "shared-uncommitted")
]


@dataclass(frozen=True, slots=True)
class Hosts:
    """The world, and what forks processes on either host; ``a`` is the one that is cut off."""

    world: World
    a: Host
    on_a: Nursery
    on_b: Nursery

    def scene(self) -> Scene:
        """A process on the host that will be cut off."""
        self.world.reset()
        self.world.nursery = self.on_a
        return Scene.of(self.world)

    def move_over(self, scene: Scene) -> None:
        """Who acts from now on is on the other host, and later."""
        self.world.nursery = self.on_b
        self.world.later()
        scene.child = self.world.child()

    def cut_off(self, scene: Scene, line: Line, *, at: Stop) -> tuple[Order, Told]:
        """A commit whose host loses a line at a place, and what its caller is told."""
        order = commit(ADDRESS, scene.approved(ADDRESS))
        scene.child.begin(order, stop=at)
        scene.child.stands()
        self.a.cut(line)
        scene.child.go_on()
        return order, scene.judge.acknowledge(order, scene.child.told())


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    """Without root and iproute2 the tests are skipped, and fail in CI."""
    database = tmp_path_factory.mktemp("hosts") / "service.db"
    with ExitStack() as stack:
        try:
            net = stack.enter_context(network())
            server = stack.enter_context(postgres.server(address=net.store))
        except (NoNetworkError, postgres.NoPostgresError) as error:
            if os.environ.get("CI") == "true":
                pytest.fail(f"two hosts are not to be had: {error}")
            pytest.skip("two hosts are not to be had (root, iproute2, PostgreSQL)")
        service = stack.enter_context(running_service(database, host=net.service))
        url = stack.enter_context(postgres.database(server))
        migrate(url)
        on_a, on_b = (stack.enter_context(nursery(host.command)) for host in net.hosts)
        world = World(url=f"{url}?tcp_user_timeout={SILENCE_MS}", service=service, nursery=on_a)
        stack.callback(world.close)
        yield Hosts(world, net.hosts[0], on_a, on_b)


@pytest.fixture(autouse=True)
def mended(hosts: Hosts) -> Iterator[None]:
    """Every line is up again after a test, and nothing is left on it."""
    yield
    hosts.world.clear_children()
    hosts.a.mend("store")
    hosts.a.mend("service")
    hosts.a.wait_until_quiet()


@pytest.mark.promise("F1")
@pytest.mark.promise("F6")
def test_a_proposal_that_both_hosts_commit_is_carried_out_once(hosts: Hosts) -> None:
    hosts.world.reset()
    children = [
        hosts.world.child(nursery, limits={"calls_per_run": 10_000})
        for nursery in (hosts.on_a, hosts.on_b)
        for _ in range(EACH)
    ]
    racers = Racers(hosts.world, children)
    for turn in range(ROUNDS):
        hosts.world.empty()
        scene = Scene(hosts.world, Judge(hosts.world), children[0])
        order = commit(ADDRESS, scene.approved(ADDRESS))
        orders = [in_run(order, f"round-{turn}-{number}") for number in range(len(children))]
        told = racers.lined_up(orders, at="claim.before") if turn % 2 else racers.at_once(orders)
        seen = kinds(told)
        assert seen["committed"] == 1
        assert seen.keys() <= {"committed", "replayed", "IN_PROGRESS"}, seen
        later = racers.each(orders)
        assert kinds(later) == {"replayed": len(children)}
        assert all(same(later[0], each) for each in later)
        assert len(hosts.world.effects()) == 1
        scene.judge.at_rest()
    racers.report("one proposal, two hosts", ROUNDS)


@pytest.mark.promise("F1")
def test_a_host_that_loses_the_store_before_its_claim_has_sent_nothing(hosts: Hosts) -> None:
    scene = hosts.scene()
    lonely = scene.child
    order, told = hosts.cut_off(scene, "store", at=Stop(place="claim.before"))
    error = told.envelope["error"]
    assert (error["code"], error["retryable"]) == ("STORE_UNAVAILABLE", True)
    assert writes(hosts.world) == []
    assert scene.judge.look().operations == ()
    hosts.move_over(scene)
    done = scene.do(order)
    assert done.envelope["outcome"] == "committed"
    hosts.a.mend("store")
    assert same(done, lonely.do(order))
    assert len(hosts.world.effects()) == 1
    scene.judge.at_rest()


@pytest.mark.promise("F1")
def test_a_host_that_loses_the_store_in_an_open_claim_has_sent_nothing(hosts: Hosts) -> None:
    """The server lets go of the locks of a host that says nothing any more."""
    scene = hosts.scene()
    lonely = scene.child
    order, told = hosts.cut_off(scene, "store", at=Stop(place="claim.worked"))
    error = told.envelope["error"]
    assert (error["code"], error["retryable"]) == ("STORE_UNAVAILABLE", True)
    assert writes(hosts.world) == []
    hosts.world.nursery = hosts.on_b
    scene.child = hosts.world.child(patience_ms=PATIENT_MS)
    done = scene.do(order)
    assert done.envelope["outcome"] == "committed"
    hosts.a.mend("store")
    assert same(done, lonely.do(order))
    assert len(writes(hosts.world)) == len(hosts.world.effects()) == 1
    scene.judge.at_rest()


@pytest.mark.promise("F2")
def test_what_a_host_did_before_it_lost_the_store_is_found_out_by_the_other(hosts: Hosts) -> None:
    scene = hosts.scene()
    lonely = scene.child
    order, told = hosts.cut_off(scene, "store", at=Stop(place="settle.before"))
    unknown = told.envelope
    assert (unknown["outcome"], unknown["error"]["code"]) == ("unknown", "OUTCOME_UNKNOWN")
    hosts.move_over(scene)
    assert scene.do(RECOVER).value == 1
    assert scene.do(RECOVER).value == 0
    done = scene.do(order)
    assert done.envelope["outcome"] == "committed"
    assert done.envelope["result"]["operation_id"] == unknown["error"]["operation"]
    hosts.a.mend("store")
    assert same(done, lonely.do(order))
    assert len(writes(hosts.world)) == len(hosts.world.effects()) == 1
    scene.judge.at_rest()


@pytest.mark.promise("F2")
def test_a_host_that_loses_the_service_before_its_call_does_not_say_that_nothing_happened(
    hosts: Hosts,
) -> None:
    """The request has left the process, and the machine delivers it once the line is mended."""
    scene = hosts.scene()
    order, told = hosts.cut_off(scene, "service", at=Stop(place=f"{ADDRESS.commit}.before"))
    unknown = told.envelope
    assert (unknown["outcome"], unknown["error"]["code"]) == ("unknown", "OUTCOME_UNKNOWN")
    hosts.move_over(scene)
    again = scene.do(order)
    assert again.envelope["error"]["code"] == "OUTCOME_UNKNOWN"
    assert scene.judge.at_rest().queue == {unknown["error"]["operation"]}
    assert not writes(hosts.world)
    hosts.a.mend("service")
    hosts.a.wait_until_quiet()
    late = scene.do(order).envelope["outcome"]
    assert late == ("committed" if hosts.world.effects() else "unknown")
    assert len(writes(hosts.world)) == len(hosts.world.effects()) <= 1
    scene.judge.at_rest()


@pytest.mark.promise("F2")
def test_what_a_host_did_before_it_lost_the_service_is_found_out_by_the_other(
    hosts: Hosts,
) -> None:
    scene = hosts.scene()
    hosts.world.service.arm("slow", when="after")
    order = commit(ADDRESS, scene.approved(ADDRESS))
    scene.child.begin(order)
    hosts.world.wait_for_held()
    hosts.a.cut("service")
    unknown = scene.judge.acknowledge(order, scene.child.told()).envelope
    assert (unknown["outcome"], unknown["error"]["code"]) == ("unknown", "OUTCOME_UNKNOWN")
    hosts.world.service.release()
    hosts.move_over(scene)
    done = scene.do(order)
    assert done.envelope["outcome"] == "committed"
    assert done.envelope["result"]["operation_id"] == unknown["error"]["operation"]
    assert len(writes(hosts.world)) == len(hosts.world.effects()) == 1
    scene.judge.at_rest()


@pytest.mark.promise("F2")
@pytest.mark.parametrize("label", POINTS, ids=lambda each: each.name)
def test_what_a_host_was_at_when_it_died_is_taken_up_by_the_other(
    hosts: Hosts, label: Label
) -> None:
    for repeat in range(times(1, 20)):
        scene = hosts.scene()
        order = DEEDS[label.deed].prepare(scene)
        kill_at(scene, label, order)
        hosts.world.nursery = hosts.on_b
        recover_and_ask(scene, label, order, number=repeat)


def writes(world: World) -> list[str]:
    """The keys of all writes that the service was asked for."""
    return [each["key"] for each in world.service.requests() if each["method"] != "GET"]
