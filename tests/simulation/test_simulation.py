"""Random histories of the write path keep the invariants, and notice every planted bug."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from simulation.__main__ import broken_in, readable
from simulation.kinds import KINDS
from simulation.mutants import MUTANTS
from simulation.planted import FOUND, MOST, SEEDS_UNKNOWN, first_seed
from simulation.playing import play

_BLOCK = 500


def _seeds_that_failed() -> list[int]:
    lines = Path(__file__).with_name("failing_seeds.txt").read_text(encoding="utf-8").splitlines()
    return [int(line.split()[0]) for line in lines if line and not line.startswith("#")]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, MOST, _BLOCK))
def test_no_history_breaks_an_invariant(first: int) -> None:
    assert broken_in((first, first + _BLOCK, None)) == []


@pytest.mark.parametrize("is_roomy", [True, False])
@pytest.mark.parametrize("seed", _seeds_that_failed())
def test_a_seed_that_failed_once_fails_no_more(seed: int, is_roomy: bool) -> None:
    world = play(seed, is_roomy=is_roomy)
    assert world.oracle.violations == [], "\n".join(readable(world))


def test_there_are_enough_planted_bugs_and_kinds_of_service() -> None:
    assert len(MUTANTS) >= 30
    assert MUTANTS.keys() == FOUND.keys() | SEEDS_UNKNOWN
    assert len({kind.name for kind in KINDS.values()}) >= 4


@pytest.mark.parametrize("name", FOUND)
def test_a_planted_bug_is_found(name: str) -> None:
    seed = FOUND[name]
    assert broken_in((seed, seed + 1, None)) == []
    if not broken_in((seed, seed + 1, name)):
        found = first_seed(name)
        assert found is not None, f"no history of {MOST} notices it"


def test_limits_are_reached_of_runs_and_of_tools() -> None:
    codes = {call.code for seed in range(60) for call in play(seed).oracle.calls}
    assert {"OK", "LIMIT_REACHED", "RATE_LIMITED"} <= codes


def test_nothing_of_a_history_outlives_it() -> None:
    worlds = [weakref.ref(play(seed)) for seed in range(60)]
    play(60)
    gc.collect()
    assert [world for world in worlds if world() is not None] == []


def test_equal_seeds_give_equal_histories() -> None:
    for seed in (3, 98, 1105):
        assert list(readable(play(seed))) == list(readable(play(seed)))
