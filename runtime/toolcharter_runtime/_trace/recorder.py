"""Everything of one trace: its keys, its numbers, its lines, and what went wrong with them.

Walks in: events. Walks out: lines to a sink. A fault here is counted, and logged as a class and a line of
code; what was called goes on and is answered as without a recorder. That an event could not be written
is told before the next one that can. In a fork of its process a recorder writes nothing: two processes
would each begin their lines where the other's belong.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import WeakSet

from toolcharter_runtime import __version__, _counters
from toolcharter_runtime._notes import class_of, line_of
from toolcharter_runtime._trace import people
from toolcharter_runtime._trace.chain import Chain
from toolcharter_runtime._trace.journal import Journal
from toolcharter_runtime._trace.table import Table
from toolcharter_runtime.outcomes import LOGGER

if TYPE_CHECKING:
    from types import TracebackType

    from toolcharter_runtime._runs import RunBook
    from toolcharter_runtime._toolbox import ToolBox
    from toolcharter_runtime._trace.walk import Walk
    from toolcharter_runtime.clock import Clock
    from toolcharter_runtime.formats.v1 import CatalogRow

T = TypeVar("T")

FORMAT = 1

_LOG = logging.getLogger(LOGGER)

_IN_USE: WeakSet[TraceSink] = WeakSet()


class TraceSink(Protocol):
    """Where the lines of one trace go."""

    def write(self, line: bytes) -> None:
        """Take the next line, as a whole or, with an exception, not at all. The call waits
        meanwhile, and all others of its event loop: a sink that has to wait keeps a queue."""
        ...

    def close(self) -> None:
        """No line follows."""
        ...


class Recorder:
    """Writes one trace; one for all dispatchers and approvals of a process that share it.

    ``key`` seals the lines: without it nobody can change, add, remove or exchange one unseen.
    ``faults`` counts what could not be recorded.
    """

    def __init__(self, sink: TraceSink, *, key: bytes | None = None) -> None:
        _check_free(sink)
        self.lock = threading.RLock()
        self.table = Table()
        self.faults = 0
        self._sink = sink
        self._process = os.getpid()
        self._chain = Chain(key)
        self._numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: itertools.count(1))
        self._open: dict[Walk, None] = {}
        self._lost = 0
        self._is_closed = False
        self._line("trace", format=FORMAT, runtime=__version__)

    @property
    def digest(self) -> str:
        """The chain of the last line, which stands for all of them: keep it elsewhere."""
        return self._chain.digest

    def close(self) -> None:
        """Write what is known of calls that go on, and the last line."""
        if os.getpid() != self._process:
            return
        for walk in [*self._open]:
            walk.write()
        with self.lock:
            if not self._is_closed:
                self.write("closed", calls=self.number("call") - 1, faults=self.faults)
                self._is_closed = True
                self._sink.close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def journal(
        self,
        catalog: CatalogRow,
        snapshot: str,
        tools: ToolBox,
        runs: RunBook,
        clock: Clock,
    ) -> Journal:
        """What a dispatcher writes into."""
        return Journal(self, catalog, snapshot=snapshot, tools=tools, runs=runs, clock=clock)

    def decision(self, *given: Any, **facts: Any) -> None:
        """Somebody decided about a proposal."""
        self.kept(lambda: self.write("decision", **people.decision(self.table, *given, **facts)))

    def resolution(self, *given: Any, **facts: Any) -> None:
        """Somebody said how an operation ended."""
        self.kept(lambda: self.write("resolved", **people.resolution(self.table, *given, **facts)))

    def number(self, kind: str) -> int:
        """The next number of a kind."""
        return next(self._numbers[kind])

    def begun(self, walk: Walk) -> None:
        """A call goes on."""
        self._open[walk] = None

    def over(self, walk: Walk) -> None:
        """It does so no more."""
        self._open.pop(walk, None)

    def write(self, event: str, **facts: Any) -> None:
        """Write an event, or count that it could not be written."""
        with self.lock:
            try:
                if self._lost:
                    self._line("lost", events=self._lost)
                    self._lost = 0
                self._line(event, **facts)
            # Whatever a sink raises is no business of the call.
            except Exception as error:  # noqa: BLE001
                self._lost += 1
                self.fault(error)

    def kept(self, step: Callable[[], T]) -> T | None:
        """What a step that leads to an event gives; None where it fails, which no caller may
        notice."""
        try:
            with self.lock:
                return step()
        except Exception as error:  # noqa: BLE001
            self._lost += 1
            self.fault(error)
            return None

    def fault(self, error: BaseException) -> None:
        """Count and log a fault, without a word of what it is about."""
        self.faults += 1
        # A backend of the host's that fails as well has nobody left to be told.
        with contextlib.suppress(Exception):
            _counters.count_trace_fault()
        with contextlib.suppress(Exception):
            _LOG.error("trace: %s at %s", class_of(error), line_of(error.__traceback__))

    def _line(self, event: str, **facts: Any) -> None:
        if self._is_closed:
            raise ValueError("the trace is closed")
        if os.getpid() != self._process:
            raise ValueError("the trace is another process's")
        line, chain = self._chain.link({"event": event, **facts})
        self._sink.write(line)
        self._chain.linked(chain)


def _check_free(sink: TraceSink) -> None:
    # A sink that cannot be looked up is the host's to keep apart.
    with contextlib.suppress(TypeError):
        if sink in _IN_USE:
            raise ValueError("the sink belongs to another recorder")
        _IN_USE.add(sink)
