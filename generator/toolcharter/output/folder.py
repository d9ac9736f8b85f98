"""What stands in the folders of generated packages.

Walks in: the folder that holds the packages, and their names. Walks out: every file below them with
the SHA-256 of its bytes. It never follows a link and never reads what is not a regular file.

Left out are names that begin with a dot, ``__pycache__``, ``*.egg-info``, and ``build`` and
``dist`` directly below a package: interpreters, editors and package builders put them there, and
none of them can be imported as a part of the package. Not left out are our own files on their way,
which an interrupted compilation leaves behind.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_ON_ITS_WAY = re.compile(r"\.(?P<name>.+)\.[0-9a-f]{8}\.tmp")

Present = dict[str, str | None]
"""Path below the folder -> SHA-256 of the file; None for a link or another special file."""


def observe(root: Path, packages: Iterable[str]) -> Present:
    """Every file of the packages below ``root``, with the digest of its bytes."""
    found: Present = {}
    for package in packages:
        folder = root / package
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            found[package] = None
        elif folder.exists():
            found.update(_walk(str(folder), f"{package}/", is_top=True))
    return found


def _walk(folder: str, prefix: str, *, is_top: bool) -> Iterator[tuple[str, str | None]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if _is_left_out(entry.name, is_top=is_top) and not _is_on_its_way(entry):
                continue
            path = prefix + entry.name
            if entry.is_symlink():
                yield path, None
            elif entry.is_dir():
                yield from _walk(entry.path, f"{path}/", is_top=False)
            elif entry.is_file():
                yield path, _digest_of_file(entry.path)
            else:
                yield path, None


def _is_left_out(name: str, *, is_top: bool) -> bool:
    if name.startswith(".") or name == "__pycache__" or name.endswith(".egg-info"):
        return True
    return is_top and name in ("build", "dist")


def _is_on_its_way(entry: os.DirEntry[str]) -> bool:
    return bool(_ON_ITS_WAY.fullmatch(entry.name)) and entry.is_file(follow_symlinks=False)


def _digest_of_file(path: str) -> str:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (thousands of files: Path is slower)
        return hashlib.sha256(file.read()).hexdigest()


def on_its_way(path: str) -> str | None:
    """The path of the file that a temporary file was to become; None for any other file."""
    folder, slash, name = path.rpartition("/")
    found = _ON_ITS_WAY.fullmatch(name)
    return f"{folder}{slash}{found['name']}" if found else None
