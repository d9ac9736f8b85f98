"""``python -m benchmarks [compile] [startup] [call] [commits] [limits] [--rounds N] [--largest N]
[--write FILE]``.

Prints a Markdown table as it goes and, with ``--write``, writes the page ``docs/benchmarks.md``.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import call, commits, compile, limits, startup
from benchmarks.compile import Project
from benchmarks.table import Result, markdown

_SIZES = (10, 100, 1000)
_ALL = ("compile", "startup", "call", "commits", "limits")
_COMMITS = 800
_PAGE = """# Benchmarks

`make bench` measured this in one run on {machine}. Ratios are what counts; the times are
those of that machine. Contestants ran in turns, {rounds} rounds; times are medians, memory is
the most that was seen.

{table}
`benchmarks/catalog.py` makes the catalogs: a quarter reads with pages, the rest previews and
commits, over schemas with unions, lists, addresses and dates. The peer of a compilation is
datamodel-code-generator in one process on one schema that holds exactly the models we emit
(views included, and what several of them share once), with its built-in formatter or none,
whichever was faster.

The rows about commits use the worked catalog, with services that answer at once, on SQLite (WAL,
synchronous FULL) and PostgreSQL (fsync on). The bare driver executes the same statements with the
same parameters in as many transactions, prepared once, and nothing else. Of a commit as a whole
there is besides one transaction that looks; of the sharing one the adapter's own statement is left
out on both sides. Thirty-two clients are tasks of one process here, and threads with a connection
each there.
"""


def main() -> int:
    """Runs what was asked for; 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(prog="benchmarks")
    parser.add_argument("what", nargs="*", choices=[[], *_ALL], default=[])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--largest", type=int, default=_SIZES[-1])
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    sizes = [size for size in _SIZES if size < asked.largest] + [asked.largest]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for result in _measured(asked.what or _ALL, sizes, asked.rounds, Path(folder)):
            results.append(result)
            print(markdown([result]).splitlines()[-1], file=sys.stderr, flush=True)
    table = markdown(results)
    print(table)
    if asked.write:
        machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
        asked.write.write_text(_PAGE.format(machine=machine, rounds=asked.rounds, table=table))
    return 0 if all(result.is_kept for result in results) else 1


def _measured(
    what: Sequence[str], sizes: Sequence[int], rounds: int, folder: Path
) -> Iterator[Result]:
    if "compile" in what:
        yield from compile.measure(sizes, rounds, folder)
    project = Project(folder / str(sizes[-1]))
    if not project.combined.exists() and ("startup" in what or "call" in what):
        project = Project.create(sizes[-1], folder)
    if "startup" in what:
        yield from startup.measure(project, sizes[-1], rounds, folder)
    if "call" in what:
        yield from call.measure(project, rounds, folder)
    if "commits" in what:
        yield from commits.measure(rounds, _COMMITS)
    if "limits" in what:
        yield from limits.measure(rounds)


if __name__ == "__main__":
    sys.exit(main())
