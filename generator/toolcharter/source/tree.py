"""The files of a catalog on the disk, as bytes.

Walks in: a folder. Walks out: the bytes of every file below it, by name. This is the one module of
the compiler's front that touches the disk. It refuses links that lead out of the catalog, enters no
linked folder, opens nothing but regular files, and reads of each no more than can be of use, so
that a file grown by mistake costs nothing.

Files for which the language has no place are read too, so that a rule can name them. Passed over
are names that begin with a dot, which belong to editors and version control, and ``cases/``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from toolcharter.source.policy import CONTRACT_POLICY

SETTINGS = "toolcharter.yaml"
"""The file whose presence makes a folder a catalog."""

_NOT_READ = "cases"
_WRITTEN_BY_US = "pins/"
_MAX_PIN_BYTES = 64 * 1024 * 1024


class LinkOutsideError(Exception):
    """A link in a catalog leads out of it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"the link {self.name!r} leads out of the catalog"


def find_catalog(start: Path) -> Path | None:
    """The catalog that a command means where none is named.

    In each folder from ``start`` upwards: the folder itself when it has a ``toolcharter.yaml``,
    else its ``catalog`` when that has one.
    """
    here = start.absolute()
    for folder in (here, *here.parents):
        for candidate in (folder, folder / "catalog"):
            if (candidate / SETTINGS).is_file():
                return candidate
    return None


def read_tree(root: Path) -> dict[str, bytes]:
    """The files of the catalog at ``root``, sorted by name.

    Names are relative to ``root``, with forward slashes. Of a file that is too large for the reader
    one byte more than its limit is given. Raises LinkOutsideError, or OSError where a file cannot
    be read.
    """
    real_root = root.resolve()
    files: dict[str, bytes] = {}
    for name, path in sorted(_walk(root)):
        if path.is_symlink() and not path.resolve().is_relative_to(real_root):
            raise LinkOutsideError(name)
        if path.is_file():
            is_ours = name.startswith(_WRITTEN_BY_US)
            files[name] = _head(path, _MAX_PIN_BYTES if is_ours else CONTRACT_POLICY.max_bytes + 1)
    return files


def _walk(root: Path) -> Iterator[tuple[str, Path]]:
    """Name and path of everything that is no folder; a linked folder is a link."""
    waiting = [root]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            paths = [Path(entry.path) for entry in entries if not entry.name.startswith(".")]
        for path in paths:
            name = _name(path.relative_to(root))
            if path.is_symlink() or not path.is_dir():
                yield name, path
            elif name != _NOT_READ:
                waiting.append(path)


def _name(path: Path) -> str:
    """The name as text; a byte that is not UTF-8 is spelled with a backslash, as in ``\\\\xe9``."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")


def _head(path: Path, max_bytes: int) -> bytes:
    with path.open("rb") as file:
        return file.read(max_bytes)
