"""``python -m simulation --seeds 0:10000 [--mutant NAME] [--workers 2]``, with ``tests`` and
``generated`` on the path.

Says how far it is, and for the first seed that breaks an invariant what was broken and the whole
history. ``--all`` goes on after that and lists every such seed.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import multiprocessing
import sys
import time
from collections.abc import Iterator

from simulation.mutants import MUTANTS
from simulation.playing import play
from simulation.world import World

_BLOCK = 250
_OBJECTS_AT_A_TIME = 50_000


def broken_in(block: tuple[int, int, str | None]) -> list[tuple[int, str]]:
    """The seeds of a block that break something, with the first sentence of each."""
    first, last, mutant = block
    found: list[tuple[int, str]] = []
    with MUTANTS[mutant]() if mutant else contextlib.nullcontext():
        for seed in range(first, last):
            violations = play(seed).oracle.violations
            if violations:
                found.append((seed, violations[0]))
    return found


def settle() -> None:
    """A process begins to play one history after another: what is loaded stays, and what histories
    leave behind is swept up in large heaps."""
    gc.freeze()
    gc.set_threshold(_OBJECTS_AT_A_TIME)


def readable(world: World) -> Iterator[str]:
    """The history, one line for each thing that happened."""
    for at, (who, *words) in world.trace:
        yield f"{at:9.3f} {who:10} {' '.join(str(word) for word in words)}"


def main() -> int:
    options = _options()
    first, last = (int(each) for each in options.seeds.split(":"))
    blocks = [
        (start, min(start + _BLOCK, last), options.mutant) for start in range(first, last, _BLOCK)
    ]
    began, done, broken = time.monotonic(), 0, list[tuple[int, str]]()
    with multiprocessing.Pool(options.workers, settle) as pool:
        for found in pool.imap(broken_in, blocks):
            broken += found
            done = min(done + _BLOCK, last - first)
            if done % (_BLOCK * 8) == 0 or found:
                pace = done / (time.monotonic() - began)
                print(f"{done} of {last - first} histories, {pace:.0f}/s", file=sys.stderr)
            if broken and not options.all:
                break
    if not broken:
        print(f"{last - first} histories from seed {first} on: nothing was broken")
        return 0
    for seed, sentence in broken:
        print(f"seed {seed}: {sentence}")
    with MUTANTS[options.mutant]() if options.mutant else contextlib.nullcontext():
        world = play(broken[0][0])
    print(f"\nthe history of seed {broken[0][0]}:", *readable(world), sep="\n")
    return 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="simulation", description=__doc__)
    parser.add_argument("--seeds", default="0:10000", help="the first, and the one after the last")
    parser.add_argument("--mutant", choices=sorted(MUTANTS), help="a planted bug")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="go on after the first")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
