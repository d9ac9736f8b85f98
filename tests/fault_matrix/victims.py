"""``python -m fault_matrix.victims``: processes that are killed in the middle of a call.

Walks in, on standard input: one order a line, as JSON. Walks out: the id of the process that carries
it out, forked from this one, which has imported everything; then how it ended. It kills itself at the
place that the order names, or is killed from outside while the service holds its request.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import reference_service.fixtures  # noqa: F401 - puts the generated package on the path
from fault_matrix.acts import Act
from fault_matrix.asks import Ask
from fault_matrix.clocks import settable_clock
from fault_matrix.places import Place
from fault_matrix.process import serving
from sqlalchemy import create_engine


class Victims:
    """What a test holds of the program; one order at a time."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self._program = program

    def begin(self, deed: Ask | Act, place: Place, where: Mapping[str, str], ahead_ms: int) -> int:
        """The id of the process that does a deed until it comes to ``place``."""
        order = {
            "form": type(deed).__name__,
            "deed": dataclasses.asdict(deed),
            "place": dataclasses.astuple(place),
            "where": dict(where),
            "ahead_ms": ahead_ms,
        }
        assert self._program.stdin is not None
        print(json.dumps(order), file=self._program.stdin, flush=True)
        return self._said()

    def end(self) -> int:
        """How that process ended: the number of a signal, negative, or its exit code."""
        return self._said()

    def _said(self) -> int:
        assert self._program.stdout is not None
        return int(self._program.stdout.readline())


@contextmanager
def victims() -> Iterator[Victims]:
    """The program, until the block ends."""
    with subprocess.Popen(
        [sys.executable, "-m", "fault_matrix.victims"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        try:
            yield Victims(program)
        finally:
            assert program.stdin is not None
            program.stdin.close()


def die() -> None:
    """Nothing is cleaned up, nothing is flushed."""
    os.kill(os.getpid(), signal.SIGKILL)


async def carry_out(order: Mapping[str, Any]) -> None:
    where, place = order["where"], Place(*order["place"])
    deed = Ask(**order["deed"]) if order["form"] == "Ask" else Act(**order["deed"])
    with settable_clock(order["ahead_ms"]):
        async with serving(
            where["store"], create_engine(where["own"]), where["service"]
        ) as process:
            if not place.is_in_service:
                process.strikes.arm(place, die)
            await process.do(deed)


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(carry_out(json.loads(line)))
            os._exit(0)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
