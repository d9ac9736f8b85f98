"""Past results by the digest of what they were made from.

Walks in: a key that says everything a result depends on, and bytes. Walks out: the same bytes, or
None. An entry carries a seal of its key and contents, made with a secret of the person who compiles
and checked on every read. So an entry that is damaged, cut, renamed, no regular file, or somebody
else's (a folder that came with a checkout, one that a build machine restored) is as good as absent.
Nothing is ever executed from it: values are data.

The folder may be deleted at any time and used by any number of processes at once: an entry appears
by a rename. It keeps itself out of version control and below a bound. Where it cannot be written,
nothing is kept and nobody is told: it only saves time.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from toolcharter.output.regular import read_regular

LAYOUT = "1"
MOST_BYTES = 256 * 1024 * 1024
MOST_BYTES_OF_AN_ENTRY = 64 * 1024 * 1024
LONGEST_KEPT_S = 30 * 24 * 3600
_DAY_S = 24 * 3600
_DIGEST_BYTES = 32
_TAG = (
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Results of past compilations. Safe to delete at any time.\n"
)


@dataclass(frozen=True, slots=True)
class Cache:
    """A store of bytes below ``folder``; whoever has the same ``secret`` shares the entries."""

    folder: Path
    secret: bytes = field(repr=False)

    def get(self, key: str) -> bytes | None:
        """What was put under the key, or None."""
        name = _name(key)
        try:
            entry, _ = read_regular(self._path(name), most=MOST_BYTES_OF_AN_ENTRY)
        except OSError:
            return None
        value = entry[_DIGEST_BYTES:]
        is_ours = hmac.compare_digest(entry[:_DIGEST_BYTES], self._seal(name, value))
        return value if is_ours else None

    def put(self, key: str, value: bytes) -> None:
        """Keeps the value; says nothing where that fails."""
        name = _name(key)
        path = self._path(name)
        temporary = f"{path}.{secrets.token_hex(4)}.tmp"
        with contextlib.suppress(OSError):
            self._prepare(os.path.dirname(path))  # noqa: PTH120 (speed)
            try:
                with open(temporary, "wb") as file:  # noqa: PTH123 (speed)
                    file.write(self._seal(name, value))
                    file.write(value)
                os.replace(temporary, path)  # noqa: PTH105 (speed)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise

    def prune(self, now: float) -> None:
        """Drops what was not written for a month, then the oldest, until the bound is kept.

        Looks at the entries once a day at most; ``now`` is in seconds since the epoch.
        """
        stamp = self.folder / "pruned"
        with contextlib.suppress(OSError):
            if stamp.exists() and now - stamp.stat().st_mtime < _DAY_S:
                return
            stamp.touch()
            os.utime(stamp, (now, now))
            self._drop(now)

    def _drop(self, now: float) -> None:
        entries = sorted(self._entries(), reverse=True)
        kept = 0
        for written, size, path in entries:
            kept += size
            if kept > MOST_BYTES or now - written > LONGEST_KEPT_S:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        for path in (self.folder / LAYOUT).glob("??/*"):
            with contextlib.suppress(OSError):
                state = path.stat()
                yield state.st_mtime, state.st_size, path

    def _path(self, name: str) -> str:
        return f"{self.folder}/{LAYOUT}/{name[:2]}/{name[2:]}"

    def _prepare(self, shelf: str) -> None:
        if os.path.isdir(shelf):  # noqa: PTH112 (speed)
            return
        os.makedirs(shelf, exist_ok=True)  # noqa: PTH103 (speed)
        for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", _TAG)):
            with (
                contextlib.suppress(FileExistsError),
                (self.folder / name).open("x", encoding="utf-8") as file,
            ):
                file.write(text)

    def _seal(self, name: str, value: bytes) -> bytes:
        return hmac.digest(self.secret, name.encode() + value, "sha256")


def _name(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
