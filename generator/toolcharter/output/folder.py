"""What stands in the folders of generated packages.

Walks in: the folder that holds the packages, and their names. Walks out: every file below them with
the SHA-256 of its bytes. It never follows a link and never reads what is not a regular file.

Left out are names that begin with a dot and ``*.egg-info``, which cannot be imported; and of
``__pycache__``, and of ``build`` and ``dist`` directly below a package, whatever cannot be run by
importing it: interpreters, editors and package builders put all this there. So a module in
``build`` is seen, and so is compiled code that Python runs without looking at the source beside it;
not seen is compiled code that pretends to the date and size of its source. Not left out are our own
files on their way, which an interrupted compilation leaves behind.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_NEVER_IMPORTED_SUFFIX = ".egg-info"
_MODULE = re.compile(r"[^.].*\.(py|pyc|pyd|so)")
_COMPILED_BESIDE_SOURCE = re.compile(r"[^.]+\..+\.pyc")
"""``dispatch.cpython-311.pyc``: it runs in place of ``../dispatch.py`` only."""

_HASHED, _CHECKED = 0b01, 0b10
"""Flags in the fifth byte of compiled code: it knows the hash of its source, and that is checked."""

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
            if _is_never_imported(entry.name) and not _is_on_its_way(entry):
                continue
            path = prefix + entry.name
            if entry.is_symlink():
                yield path, None
            elif _is_filled_by_tools(entry.name, is_top=is_top):
                if entry.is_dir():
                    yield from _runnable(entry.path, f"{path}/")
            elif entry.is_dir():
                yield from _walk(entry.path, f"{path}/", is_top=False)
            elif entry.is_file():
                yield path, _digest_of_file(entry.path)
            else:
                yield path, None


def _runnable(folder: str, prefix: str) -> Iterator[tuple[str, str | None]]:
    """What runs when something is imported, of a folder that tools fill."""
    with os.scandir(folder) as entries:
        for entry in entries:
            path = prefix + entry.name
            if _is_never_imported(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _runnable(entry.path, f"{path}/")
            elif not entry.is_file(follow_symlinks=False):
                if entry.is_dir() or _MODULE.fullmatch(entry.name):
                    yield path, None
            elif _MODULE.fullmatch(entry.name) and not _is_checked(entry):
                yield path, _digest_of_file(entry.path)


def _is_never_imported(name: str) -> bool:
    return name.startswith(".") or name.endswith(_NEVER_IMPORTED_SUFFIX)


def _is_filled_by_tools(name: str, *, is_top: bool) -> bool:
    return name == "__pycache__" or (is_top and name in ("build", "dist"))


def _is_checked(entry: os.DirEntry[str]) -> bool:
    """Whether it is compiled code that Python compares with its source before it runs it."""
    is_beside = entry.path.rpartition(entry.name)[0].rstrip("/\\").endswith("__pycache__")
    if not is_beside or not _COMPILED_BESIDE_SOURCE.fullmatch(entry.name):
        return False
    with open(entry.path, "rb", buffering=0) as file:  # noqa: PTH123 (speed)
        flags = file.read(8)[4:5]
    return not flags or flags[0] & (_HASHED | _CHECKED) != _HASHED


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
