"""Starting: the command, the runtime, and the first call of a large generated package.

Walks in: a compiled project and an empty folder. Walks out: results.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.compile import Project
from benchmarks.measure import cost_of, interleaved
from benchmarks.peers import environment_with
from benchmarks.table import Result, seconds

_REPO = Path(__file__).parents[1]


def measure(project: Project, size: int, rounds: int, folder: Path) -> Iterator[Result]:
    """The results; ``project`` is a catalog of ``size`` tool versions, compiled."""
    yield _version(rounds)
    mcp = environment_with("mcp", folder / "mcp")
    if mcp is not None:
        ours = [probe("import", "toolcharter_runtime") for _ in range(rounds)]
        theirs = [probe("import", "mcp", python=mcp) for _ in range(rounds)]
        yield _result(
            "`import toolcharter_runtime`", median(ours), median(theirs), "`import mcp`", 0.2
        )
    project.peer("plain")
    paths = (project.folder / "generated", project.folder)
    first, combined = [], []
    # The first round writes the compiled bytecode of both, as an installation does.
    for number in range(rounds + 1):
        first.append(probe("first-call", paths=paths))
        combined.append(probe("import", project.models.stem, paths=paths))
        if number == 0:
            first.clear()
            combined.clear()
    yield _result(
        f"import of a generated package of {size:,} tool versions, and its first call",
        median(first),
        median(combined),
        "import of one module with the same models",
        0.1,
    )


def probe(what: str, *more: str, paths: tuple[Path, ...] = (), python: Path | None = None) -> float:
    """What the probe measures in a process of its own, in seconds."""
    path = [str(each) for each in (*paths, _REPO, _REPO / "generator", _REPO / "runtime")]
    found = subprocess.run(
        [python or sys.executable, "-m", "benchmarks.probe", what, *more],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
    )
    return float(found.stdout)


def _version(rounds: int) -> Result:
    scripts = Path(sys.executable).parent
    costs = interleaved(
        rounds * 3,
        {
            name: partial(cost_of, [scripts / name, "--version"])
            for name in ("toolcharter", "datamodel-codegen")
        },
    )
    return _result(
        "`toolcharter --version`",
        costs["toolcharter"].wall_s,
        costs["datamodel-codegen"].wall_s,
        "`datamodel-codegen --version`",
        1,
    )


def _result(what: str, ours: float, theirs: float, peer: str, bound: float) -> Result:
    said = f"{peer}: {seconds(theirs)}"
    return Result(what=what, ours=seconds(ours), theirs=said, ratio=ours / theirs, bound=bound)
