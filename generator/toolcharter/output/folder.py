"""What stands in the folders of generated packages.

Walks in: the folder that holds the packages, and their names. Walks out: every file below them with
the SHA-256 of its bytes. It never follows a link and never reads what is not a regular file.

Left out are names that begin with a dot, ``__pycache__``, ``*.egg-info``, and ``build`` and
``dist`` directly below a package: interpreters, editors and package builders put them there, and
none of them can be imported as a part of the package.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

MANIFEST = "manifest.json"

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
            if _is_left_out(entry.name, is_top=is_top):
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


def _digest_of_file(path: str) -> str:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (thousands of files: Path is slower)
        return hashlib.sha256(file.read()).hexdigest()


def listed(root: Path, package: str) -> frozenset[str]:
    """The files that the package's own manifest on disk says were generated; empty without one.

    A damaged manifest lists nothing, so nothing is taken for generated on its word.
    """
    path = root / package / MANIFEST
    try:
        manifest = json.loads(path.read_bytes())
        names = list(manifest["generated"])
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return frozenset()
    return frozenset(f"{package}/{name}" for name in [*names, MANIFEST])
