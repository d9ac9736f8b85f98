"""Waiting for a place ends with the tool's timeout or the run's time, and a run that is cancelled
meanwhile reaches nothing."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from approvals.scene import Scene
from authority.hosting import Turning, serving
from limits.hosts import fill, two_hosts
from limits.reading import ASK, TOOL, Counted, code_of, limited
from write_path.changes import ADDRESS, ready
from write_path.host import Skew

pytestmark = pytest.mark.promise("F6")

_SECOND = timedelta(seconds=1)
"""Instants are told in whole seconds, the one after."""


@pytest.mark.parametrize(
    ("deadline_ms", "code", "waited_ms"),
    [(1_000, "DEADLINE_EXCEEDED", 1_000), (None, "RATE_LIMITED", 20_000)],
)
@pytest.mark.promise("C11")
async def test_waiting_for_a_place_of_another_host_ends_with_the_run_or_the_timeout(
    in_memory: Scene, skew: Skew, deadline_ms: int | None, code: str, waited_ms: int
) -> None:
    clock, until = Turning(skew), skew.now() + 60_000
    await fill(in_memory, until=until)
    Counted.reset()
    async with serving(
        in_memory, catalog=limited(per_run=1), adapters={TOOL: Counted}, clock=clock
    ) as host:
        deadline = None if deadline_ms is None else _later(clock, deadline_ms)
        told = await host.call(host.run("explorer", deadline=deadline), TOOL, ASK)
    assert code_of(told) == code
    assert Counted.reached == 0
    # The clock turns when somebody sleeps: nobody slept longer than they may wait.
    assert sum(clock.waited) * 1000 <= waited_ms + 20
    if code == "RATE_LIMITED":
        free_at = datetime.fromisoformat(told["error"]["retry_at"])
        assert timedelta(0) <= free_at - datetime.fromtimestamp(until / 1000, UTC) < _SECOND


async def test_a_commit_that_waits_for_a_place_of_another_host_ends_with_its_run(
    in_memory: Scene, skew: Skew
) -> None:
    clock = Turning(skew)
    async with serving(in_memory, clock=clock) as host:
        commit = await ready(host, host.run(), ADDRESS)
        await fill(in_memory, until=skew.now() + 60_000, tool=ADDRESS.commit)
        late = host.run(deadline=_later(clock, 1_000))
        assert code_of(await host.call(late, ADDRESS.commit, commit)) == "DEADLINE_EXCEEDED"
        assert in_memory.service.effects() == []
        skew.ms += 60_001
        assert code_of(await host.call(host.run(), ADDRESS.commit, commit)) == "OK"
        assert len(in_memory.service.effects()) == 1


@pytest.mark.promise("C16")
@pytest.mark.parametrize("keeps_a_ledger", [True, False])
async def test_who_waits_in_a_run_that_is_cancelled_reaches_nothing(
    in_memory: Scene, keeps_a_ledger: bool
) -> None:
    async with two_hosts(in_memory, limited(per_run=1)) as (host, _):
        if not keeps_a_ledger:
            host.dispatcher._writes = None
        Counted.reset(takes_s=0.05)
        run = host.run("explorer")
        first, *others = (asyncio.create_task(host.call(run, TOOL, ASK)) for _ in range(3))
        while not Counted.inside:
            await asyncio.sleep(0.001)
        await host.dispatcher.cancel(run)
        told = await asyncio.gather(first, *others)
    assert [code_of(each) for each in told] == ["OK", "RUN_CANCELLED", "RUN_CANCELLED"]
    assert Counted.reached == 1


def _later(clock: Turning, ms: int) -> datetime:
    return clock.now() + timedelta(milliseconds=ms)
