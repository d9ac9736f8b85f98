"""Limits of hosts in processes of their own, one of which is killed inside a call."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from approvals.scene import Scene
from authority.hosting import serving
from limits.hosts import calls_stored, slots_left
from limits.racers import AT_A_TIME, CALLS, KINDS, POLL
from limits.reading import ASK, TOOL, Counted, code_of, limited
from write_path.changes import ADDRESS, EXPORT
from write_path.host import Host, Skew

pytestmark = [pytest.mark.promise("F6"), pytest.mark.slow]

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
LEASE_MS = 60_000
"""Longer than that of any read here."""


def command(what: str, scene: Scene, url: str) -> list[str]:
    return [sys.executable, "-m", "limits.racers", what, url, scene.service.url]


@pytest.mark.parametrize("scene", ["sqlite", "postgresql"], indirect=True)
async def test_calls_of_every_kind_from_four_processes_are_as_many_as_a_run_may_make(
    scene: Scene, url_of_scene: str
) -> None:
    async with scene.host() as host:
        given = await _prepared(host)
    ran = subprocess.run(
        command("race", scene, url_of_scene),
        env=ENVIRONMENT,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    told: Counter[str] = sum(map(Counter, found["told"]), Counter())
    assert told.keys() == {"OK", "LIMIT_REACHED"}, told
    assert told["OK"] == CALLS
    assert await calls_stored(scene) == CALLS
    account: dict[str, list[int]] = found["account"]
    assert sum(reached for reached, _, _ in account.values()) == CALLS, account
    assert all(reached for reached, _, _ in account.values()), account
    assert {inside for _, inside, _ in account.values()} == {0}
    # Several processes were inside at once, and never more than may be.
    assert max(most for _, _, most in account.values()) == AT_A_TIME
    for tool in KINDS:
        assert await slots_left(scene, tool) == []


@pytest.mark.parametrize("scene", ["sqlite", "postgresql"], indirect=True)
async def test_the_places_of_a_host_that_was_killed_inside_a_call_come_free_with_their_lease(
    scene: Scene, url_of_scene: str, clocks: Skew
) -> None:
    with subprocess.Popen(
        command("stick", scene, url_of_scene),
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
    ) as killed:
        assert killed.stdout is not None
        assert killed.stdout.readline() == "inside\n"
        killed.kill()
    Counted.reset()
    tight = limited(per_run=1, timeout_ms=200)
    async with serving(scene, catalog=tight, adapters={TOOL: Counted}) as host:
        run = host.run()
        assert len(await slots_left(scene)) == 2
        assert code_of(await host.call(run, TOOL, ASK)) == "RATE_LIMITED"
        assert Counted.reached == 0
        clocks.ms += LEASE_MS
        assert code_of(await host.call(run, TOOL, ASK)) == "OK"


async def _prepared(host: Host) -> dict[str, Any]:
    """What another run of the requester has proposed, had approved, and started."""
    run = host.run(run_id="before")
    proposals = []
    for customer in ("cus_8d1e6a0f", "cus_4f7a2b9c"):
        arguments = {**ADDRESS.arguments, "customer_id": customer}
        shown = await host.call(run, ADDRESS.preview, arguments)
        assert shown["ok"], shown
        proposals.append(shown["result"]["proposal_id"])
        await host.decide(proposals[-1])
    exporting = host.run("export_operator", run_id="before")
    started = await host.call(exporting, "start_export_v1", EXPORT, request_id="start")
    assert POLL in exporting.tools
    return {"proposals": proposals, "operation": started["result"]["operation_id"]}
