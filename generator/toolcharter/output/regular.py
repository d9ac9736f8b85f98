"""Reading a file that somebody else may have put there.

Walks in: a path and a bound. Walks out: the bytes and the state of a regular file. Anything else, a
link, a pipe, a folder, a file beyond the bound, is an ``OSError``, without following it or waiting.
"""

from __future__ import annotations

import errno
import os
import stat

# Some of these are not there on Windows.
_NO_LINK_NO_WAIT = (
    getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)


def read_regular(path: str, *, most: int) -> tuple[bytes, os.stat_result]:
    """The bytes of a regular file of at most ``most`` bytes, and its state."""
    opened = os.open(path, os.O_RDONLY | _NO_LINK_NO_WAIT)
    try:
        state = os.fstat(opened)
        if not stat.S_ISREG(state.st_mode) or state.st_size > most:
            raise OSError(errno.EINVAL, "no regular file of that size", path)
        return os.read(opened, state.st_size), state
    finally:
        os.close(opened)
