"""A trace of every call: what was asked, who decided what at which stage, what the service said and what
the agent was told, with stand-ins where values were.

    recorder = Recorder(TraceFile("trace.jsonl"), key=secret)
    dispatcher = Dispatcher(acme_tools.CATALOG, adapters, store=store, trace=recorder)
    approvals = Approvals(store, trace=recorder)
    ...
    recorder.close()

``read_trace`` gives the events of such a file again, or a TraceError that names the first line which is
not the one that was written. A trace holds no value that a person or a service has given.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolcharter_runtime._trace.chain import Chain, events_of
from toolcharter_runtime._trace.recorder import FORMAT, Recorder, TraceSink
from toolcharter_runtime.errors import TraceError

__all__ = ["Recorder", "Trace", "TraceError", "TraceFile", "TraceSink", "read_trace"]


class TraceFile:
    """A new file with one line for each event, readable by its owner only.

    A line is in the file when the call that it is about is answered; a process that dies loses
    none that was written. One file belongs to one recorder of one process.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
        self._file = os.open(path, flags, 0o600)
        self._size = 0
        self._is_torn = False

    def write(self, line: bytes) -> None:
        """Append the line; where that fails half way, what was written of it is taken back, at the
        latest before the next one."""
        self._mend()
        left = memoryview(line)
        self._is_torn = True
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except BaseException:
            self._mend()
            raise
        self._is_torn = False
        self._size += len(line)

    def close(self) -> None:
        """Have the file on the disk, and close it."""
        # By then the number may be that of another file, and no line may go there.
        file, self._file = self._file, -1
        try:
            os.fsync(file)
        finally:
            os.close(file)

    def _mend(self) -> None:
        if self._is_torn:
            os.ftruncate(self._file, self._size)
            self._is_torn = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A trace as it was written. ``digest`` stands for all of it; ``is_closed`` says that its last
    line is there."""

    events: tuple[Mapping[str, Any], ...]
    digest: str
    is_closed: bool


def read_trace(
    path: str | os.PathLike[str], *, key: bytes | None = None, may_be_open: bool = False
) -> Trace:
    """The trace in a file, every line checked. ``may_be_open`` accepts one without its last line,
    or with only the beginning of a line at its end: it is still written, or its process died."""
    file, chain = Path(path), Chain(key)
    with file.open("rb") as lines:
        events = tuple(events_of(lines, chain, str(file), may_be_torn=may_be_open))
    _check_head(str(file), events)
    is_closed = events[-1]["event"] == "closed"
    if not is_closed and not may_be_open:
        raise TraceError(
            str(file), None, "the last line is missing: the end was removed, or never written"
        )
    return Trace(events=events, digest=chain.digest, is_closed=is_closed)


def _check_head(name: str, events: tuple[Mapping[str, Any], ...]) -> None:
    head = events[0] if events else {}
    if head.get("event") != "trace":
        raise TraceError(name, 1, "is not the first line of a trace")
    if head.get("format") != FORMAT:
        raise TraceError(
            name, 1, f"has format {head.get('format')!r}, this runtime reads format {FORMAT}"
        )
