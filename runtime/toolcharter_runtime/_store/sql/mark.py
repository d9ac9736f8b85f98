"""The mark beside a file of SQLite: how far the ledger has come, for when an older one takes its place.

It is moved after a commit and not before: a mark that is behind hides one step at most, and one that
was ahead would refuse a ledger that lacks nothing. It need not reach the disk for the same reason.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from toolcharter_runtime._store.sql.origin import Origin, RestoredError

_LINE = re.compile(rb"([0-9a-f]{32}) ([0-9]{20})\n")
_LENGTH = 54


class Mark:
    """The file ``...-mark``."""

    def __init__(self, ledger: Path) -> None:
        self.ledger = ledger
        self.file = ledger.with_name(f"{ledger.name}-mark")
        self._handle: int | None = None
        self._opened = _identity(ledger)

    def read(self) -> Origin | None:
        """What the mark says, None where there is none that can be read."""
        try:
            self._handle = os.open(self.file, os.O_RDWR)
        except FileNotFoundError:
            return None
        return _said(self._handle)

    def put(self, origin: Origin) -> None:
        """Make the mark, or replace it, for good."""
        self._handle = handle = os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600)
        # Whoever may write the ledger may move its mark.
        os.fchmod(handle, self.ledger.stat().st_mode & 0o777)
        os.pwrite(handle, _line(origin), 0)
        os.ftruncate(handle, _LENGTH)
        os.fsync(handle)
        _sync_folder(self.file.parent)

    def check(self, origin: Origin) -> None:
        """RestoredError where an older ledger has taken this one's place while it was open.
        ``origin`` is that of a transaction which is yet to be committed and lets no other write."""
        if _identity(self.ledger) != self._opened:
            raise RestoredError(f"{self.ledger} is not the file that was opened")
        said = None if self._handle is None else _said(self._handle)
        if said is not None and (said.place, True) != (origin.place, said.commits < origin.commits):
            raise RestoredError(f"{self.ledger} has become older while it was open")

    def move(self, origin: Origin) -> None:
        """The ledger has come this far. What somebody else has moved further stays."""
        if self._handle is None:
            return
        # What was committed is committed.
        with contextlib.suppress(OSError):
            said = _said(self._handle)
            if said is None or said.commits < origin.commits:
                os.pwrite(self._handle, _line(origin), 0)

    def close(self) -> None:
        """Give the file back."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _line(origin: Origin) -> bytes:
    return b"%s %020d\n" % (origin.place.encode(), origin.commits)


def _said(handle: int) -> Origin | None:
    # One that is being moved may be seen half moved.
    while (line := os.pread(handle, _LENGTH, 0)) != os.pread(handle, _LENGTH, 0):
        pass
    found = _LINE.fullmatch(line)
    return None if found is None else Origin(found[1].decode(), commits=int(found[2]))


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
