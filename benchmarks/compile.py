"""Compiling: cold, unchanged, and after one edit, beside datamodel-code-generator alone.

Walks in: sizes of catalogs, and an empty folder. Walks out: results. Every contestant is a process
of its own, from its start to its end; the contestants of a round run in turns.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.catalog import PACKAGE, READ, write_catalog
from benchmarks.measure import Cost, cost_of, interleaved
from benchmarks.peer_models import WAYS, combined
from benchmarks.table import Result, seconds

_TOOLCHARTER = (sys.executable, "-m", "toolcharter.cli")
_MEMORY_BOUND_MIB = 600


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with a catalog of some size, compiled at least once."""

    folder: Path

    @classmethod
    def create(cls, size: int, folder: Path) -> Project:
        made = cls(folder / str(size))
        write_catalog(size, made.folder / "catalog")
        made.cold()
        made.combined.write_text(json.dumps(combined(made.package)))
        return made

    @property
    def package(self) -> Path:
        return self.folder / "generated" / PACKAGE

    @property
    def combined(self) -> Path:
        return self.folder / "combined.json"

    @property
    def models(self) -> Path:
        return self.folder / "combined_models.py"

    def cold(self, *, with_memory: bool = False) -> Cost:
        """Everything anew: no package, no cache."""
        for name in ("generated", ".toolcharter-cache"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        return self._toolcharter("compile", "--quiet", with_memory=with_memory)

    def unchanged(self) -> Cost:
        return self._toolcharter("compile", "--check")

    def edited(self) -> Cost:
        """One contract says something else than in the last run."""
        path = self.folder / "catalog/tools/tickets" / f"{READ.removesuffix('_v1')}.v1.yaml"
        text = path.read_text()
        note = "max_length: 200"
        other = "max_length: 199"
        changed = text.replace(note, other) if note in text else text.replace(other, note)
        if changed == text:
            raise RuntimeError("the edit changes nothing")
        path.write_text(changed)
        return self._toolcharter("compile", "--quiet")

    def peer(self, way: str) -> Cost:
        """datamodel-code-generator on the schema of exactly our models."""
        module = (sys.executable, "-m", "benchmarks.peer_models")
        return cost_of([*module, self.combined, self.models, way])

    def _toolcharter(self, *arguments: str, with_memory: bool = False) -> Cost:
        command = [*_TOOLCHARTER, *arguments]
        return cost_of(command, cwd=self.folder, with_memory=with_memory)


def measure(sizes: Sequence[int], rounds: int, folder: Path) -> Iterator[Result]:
    """The results for each size, and how the time grows towards the largest.

    What does not depend on the number of tools is most of a small catalog's time, so the bounds are
    those of the largest catalog, and the runs that change little are measured on that only.
    """
    projects = {size: Project.create(size, folder) for size in sizes}
    largest = projects[sizes[-1]]
    way = min(WAYS, key=lambda each: largest.peer(each).wall_s)
    contestants: dict[str, Callable[[], Cost]] = {
        "unchanged": largest.unchanged,
        "edited": largest.edited,
    }
    for size, project in projects.items():
        contestants |= {f"cold {size}": project.cold, f"peer {size}": partial(project.peer, way)}
    costs = interleaved(rounds, contestants)
    for size, project in projects.items():
        is_largest = project is largest
        yield _beside_the_peer(size, costs, bound=1.3 if is_largest else None)
        yield _memory(size, project.cold(with_memory=True), bound=1 if is_largest else None)
    yield from _of_little_change(sizes[-1], costs)
    if len(sizes) > 1:
        yield _growth(sizes[-2], sizes[-1], costs)


def _beside_the_peer(size: int, costs: Mapping[str, Cost], *, bound: float | None) -> Result:
    ours, theirs = costs[f"cold {size}"].wall_s, costs[f"peer {size}"].wall_s
    peer = f"datamodel-code-generator alone, the same models: {seconds(theirs)}"
    return _result(f"cold compile, {size:,} tool versions", ours, theirs, peer, bound)


def _memory(size: int, cost: Cost, *, bound: float | None) -> Result:
    return Result(
        what=f"most memory over all processes, {size:,} tool versions",
        ours=f"{cost.peak_mib:.0f} MiB",
        theirs=f"{_MEMORY_BOUND_MIB} MiB",
        ratio=cost.peak_mib / _MEMORY_BOUND_MIB,
        bound=bound,
    )


def _of_little_change(size: int, costs: Mapping[str, Cost]) -> Iterator[Result]:
    cold = costs[f"cold {size}"].wall_s
    whole = f"cold compile: {seconds(cold)}"
    for name, what, bound in (
        ("unchanged", "`compile --check`, nothing changed", 0.05),
        ("edited", "`compile`, one contract edited", 0.15),
    ):
        yield _result(f"{what}, {size:,} tool versions", costs[name].wall_s, cold, whole, bound)


def _growth(smaller: int, larger: int, costs: Mapping[str, Cost]) -> Result:
    growth = costs[f"cold {larger}"].wall_s / costs[f"cold {smaller}"].wall_s
    return Result(
        what=f"growth of a cold compile, {smaller:,} to {larger:,} tool versions",
        ours=f"{growth:.1f} times the time",
        theirs=f"{larger / smaller:g} times the tools",
        ratio=growth / (larger / smaller),
        bound=1,
    )


def _result(what: str, ours: float, theirs: float, said: str, bound: float | None) -> Result:
    return Result(what=what, ours=seconds(ours), theirs=said, ratio=ours / theirs, bound=bound)
