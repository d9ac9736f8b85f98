"""``python -m crashes.nursery SOCKET``: processes of a host, forked from one that has imported
everything and has opened nothing, one for each connection to the socket.

``Nursery`` and ``Child`` are what a test holds of them. A child is killed by its own id, and lives no
longer than its connection.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from crashes.orders import Order, Settings, Stop

_PATIENCE_S = 60
"""After so long without a word something hangs, and the test says so instead of hanging too."""


class GoneError(Exception):
    """The process has ended, or was killed, and said nothing more."""


@dataclass(frozen=True, slots=True)
class Told:
    """What came of an order: an envelope as text, a number, states; and how long that took, since
    the process last stood still."""

    value: Any
    ms: float

    @property
    def envelope(self) -> dict[str, Any]:
        envelope: dict[str, Any] = json.loads(self.value)
        return envelope


class Child:
    """One process. What it says is read in the order in which it says it."""

    def __init__(self, connection: socket.socket, settings: Settings) -> None:
        self._connection = connection
        self._lines = connection.makefile("r")
        self.pid = int(self._line()["pid"])
        self._send(asdict(settings))

    def do(self, order: Order) -> Told:
        """What comes of an order."""
        self.begin(order)
        return self.told()

    def begin(self, order: Order, *, stop: Stop | None = None) -> None:
        """Give an order, and wait for nothing."""
        self._send({"order": asdict(order), "stop": None if stop is None else asdict(stop)})

    def told(self) -> Told:
        """What came of the order that was given first and not heard of yet."""
        line = self._line()
        assert "told" in line, line.get("raised", line)
        return Told(line["told"], line["ms"])

    def stands(self) -> list[Told]:
        """Come back once the process stands still; what it has told before."""
        said = []
        while "at" not in (line := self._line()):
            assert "told" in line, line.get("raised", line)
            said.append(Told(line["told"], line["ms"]))
        return said

    def go_on(self) -> None:
        """The process need not stand still any more."""
        self._connection.sendall(b"\n")

    def kill(self) -> list[Told]:
        """End the process where it is; what it had said before that and nobody has read yet."""
        os.kill(self.pid, signal.SIGKILL)
        said = []
        try:
            while True:
                line = self._line()
                if "told" in line:
                    said.append(Told(line["told"], line["ms"]))
        except GoneError:
            return said

    def close(self) -> None:
        """Let the process end by itself."""
        self._lines.close()
        self._connection.close()

    def _send(self, line: Any) -> None:
        self._connection.sendall(json.dumps(line).encode() + b"\n")

    def _line(self) -> dict[str, Any]:
        try:
            text = self._lines.readline()
        except ConnectionResetError:
            text = ""
        # A line that was cut off in the middle was not said.
        if not text.endswith("\n"):
            raise GoneError
        line: dict[str, Any] = json.loads(text)
        return line


class Nursery:
    """The program that forks."""

    def __init__(self, path: str) -> None:
        self._path = path

    def child(self, settings: Settings) -> Child:
        """A new process."""
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(_PATIENCE_S)
        connection.connect(self._path)
        return Child(connection, settings)


@contextmanager
def nursery(command: Sequence[str] = ()) -> Iterator[Nursery]:
    """The program, until the block ends; ``command`` is what runs it, if anything does."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/nursery"
        with subprocess.Popen(
            [*command, sys.executable, "-m", "crashes.nursery", path],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as program:
            assert program.stdin is not None and program.stdout is not None
            try:
                assert program.stdout.readline() == b"ready\n"
                yield Nursery(path)
            finally:
                program.stdin.close()


def main(path: str) -> None:
    """Fork until standard input ends."""
    from crashes.warm import warm

    warm()
    # Pages that no collection touches stay shared with every child.
    gc.collect()
    gc.freeze()
    # Nobody waits for children: their connections tell when they are gone.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen(256)
    print("ready", flush=True)
    while sys.stdin not in select.select([sys.stdin, listening], [], [])[0]:
        connection, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            _live(connection)
        connection.close()


def _live(connection: socket.socket) -> None:
    live = importlib.import_module("crashes.child").live
    try:
        connection.sendall(json.dumps({"pid": os.getpid()}).encode() + b"\n")
        live(connection)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
