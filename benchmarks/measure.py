"""Runs commands and says what they cost.

Walks in: commands, as argument lists. Walks out: wall time, and the most memory that all processes
of a command held at once (proportional set size, so what workers share is counted once).
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_SAMPLE_S = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """``peak_mib`` is 0 where it was not asked for."""

    wall_s: float
    peak_mib: float = 0.0


def cost_of(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    with_memory: bool = False,
) -> Cost:
    """The cost of one run of a command, which has to succeed."""
    started = time.perf_counter()
    with subprocess.Popen(
        [str(each) for each in command],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        sampler = _Sampler(process.pid)
        if with_memory:
            sampler.start()
        _, errors = process.communicate()
        wall_s = time.perf_counter() - started
        sampler.stop()
    if process.returncode != 0:
        raise RuntimeError(f"{command} failed: {errors.decode(errors='replace')[-2000:]}")
    return Cost(wall_s=wall_s, peak_mib=sampler.peak_kib / 1024)


def interleaved(rounds: int, contestants: Mapping[str, Callable[[], Cost]]) -> dict[str, Cost]:
    """The median cost of each contestant; each round runs all of them, in turns, so that whatever
    else the machine does falls on all alike."""
    costs: dict[str, list[Cost]] = {name: [] for name in contestants}
    names = list(contestants)
    for number in range(rounds):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            costs[name].append(contestants[name]())
    return {
        name: Cost(
            wall_s=median(each.wall_s for each in found),
            peak_mib=max(each.peak_mib for each in found),
        )
        for name, found in costs.items()
    }


class _Sampler:
    """Adds up the memory of a process and all below it, again and again."""

    def __init__(self, pid: int) -> None:
        self.peak_kib = 0
        self._pid = pid
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        while not self._is_over.wait(_SAMPLE_S):
            self.peak_kib = max(self.peak_kib, sum(map(_pss_kib, _tree(self._pid))))


def _tree(pid: int) -> list[int]:
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{each}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def _pss_kib(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0
