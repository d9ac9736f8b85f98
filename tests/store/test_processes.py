"""Many processes on one store, and one that is killed in the middle of its work."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from store.opened import opened
from store.racers import LIMIT, RACERS, ROUNDS, TENANT
from toolcharter_runtime._store.transaction import Reading

pytestmark = pytest.mark.slow

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
KILLS = 3
SEED = 20


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def own_url(request: pytest.FixtureRequest) -> str:
    """A database that one test has for itself."""
    found: str = request.getfixturevalue(request.param)
    return found


def race(what: str, url: str) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-m", "store.racers", what, url],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    assert len(found) == RACERS
    return found


def test_of_processes_that_add_one_key_exactly_one_is_told_that_it_did(own_url: str) -> None:
    found = race("keys", own_url)
    assert [sum(turn) for turn in zip(*found, strict=True)] == [1] * ROUNDS


def test_no_more_than_the_limit_are_ever_inside_a_gate(own_url: str) -> None:
    found = race("gate", own_url)
    seen = {inside for each in found for inside in each}
    assert max(seen) <= LIMIT
    assert len(seen) > 1


def test_a_limit_that_is_counted_under_a_gate_is_reached_and_not_passed(own_url: str) -> None:
    assert sum(race("claims", own_url)) == LIMIT


def test_a_writer_that_is_killed_has_stored_all_that_it_said_and_nothing_by_halves(
    own_url: str,
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - no secret
    stored = 0
    for _ in range(KILLS):
        said = killed_writer(own_url, chance.uniform(0, 0.1))

        def look(rows: Reading) -> tuple[int, int, int, int]:
            run = rows.run("u-17", "run-1")
            operations = rows.unresolved()
            return (
                0 if run is None else run.calls,
                len(operations),
                max((int(row.id.removeprefix("op_")) for row in operations), default=0),
                len(rows.slots("gate")),
            )

        with opened(own_url) as store:
            found = store.read(look, TENANT)
            assert len(set(found)) == 1
            assert found[0] >= said
            stored += found[0]
            empty(own_url)
    assert stored > 0


def killed_writer(url: str, after_s: float) -> int:
    """The last number that a writer said before it was killed, some time after its first."""
    with subprocess.Popen(
        [sys.executable, "-m", "store.racers", "write", url],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(after_s)
        writer.kill()
        # What was cut off in the middle of a line was not said.
        rest = writer.stdout.read()
    said = [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]
    return int(said[-1])


def empty(url: str) -> None:
    from sqlalchemy import create_engine

    engine = create_engine(url)
    with engine.begin() as connection:
        for table in ("run", "operation", "slot"):
            connection.exec_driver_sql(f"DELETE FROM toolcharter_{table}")  # noqa: S608
    engine.dispose()
