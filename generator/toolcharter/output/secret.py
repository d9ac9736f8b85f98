"""The secret that a person's cache entries are sealed with.

Walks in: a folder of the person's own, outside every project. Walks out: 32 bytes that only this
person knows, made the first time. With them an entry that somebody else put into a project's cache
is no entry, however well it is made. What others could have read, written or linked there is not
used but replaced; where nothing can be kept, the secret lasts as long as the process.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from toolcharter.output.regular import read_regular

NAME = "cache-secret"
_BYTES = 32


def kept_secret(folder: Path | None) -> bytes:
    """The secret kept in the folder, or a new one; without a folder nothing is kept."""
    if folder is None:
        return secrets.token_bytes(_BYTES)
    path = folder / NAME
    known = _read(path)
    if known is None:
        with contextlib.suppress(OSError):
            _make(path)
        # Of several processes that make one at once, all take what the last has left.
        known = _read(path)
    return known if known is not None else secrets.token_bytes(_BYTES)


def _make(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_name(f".{NAME}.{secrets.token_hex(4)}.tmp")
    try:
        opened = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(secrets.token_bytes(_BYTES))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _read(path: Path) -> bytes | None:
    try:
        secret, state = read_regular(str(path), most=_BYTES)
    except OSError:
        return None
    return secret if len(secret) == _BYTES and _is_private(state) else None


def _is_private(state: os.stat_result) -> bool:
    """Whether nobody else can have read or written it; Windows keeps a person's folder for them."""
    if os.name != "posix":
        return True
    return state.st_uid == os.geteuid() and not state.st_mode & 0o077
