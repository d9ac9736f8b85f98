"""What a generated package says of itself: the catalog it came from, and the files that are ours.

Walks in: the folder that holds the packages, and names of packages. Walks out: paths that may be
removed. A manifest that is missing, damaged or no regular file says nothing, so nothing is taken for
generated on its word.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Collection
from pathlib import Path
from typing import Any

from toolcharter.output.folder import Present, on_its_way

MANIFEST = "manifest.json"


def listed(root: Path, package: str) -> frozenset[str]:
    """The files that the package's manifest says were generated, itself included."""
    generated = _table(_manifest(root / package), "generated")
    if generated is None:
        return frozenset()
    return frozenset(f"{package}/{name}" for name in [*generated, MANIFEST])


def as_written(root: Path, package: str, present: Present) -> frozenset[str]:
    """The present files of a package that are, to the byte, what its manifest says we wrote, or
    are on their way to it."""
    manifest = f"{package}/{MANIFEST}"
    table = _table(_manifest(root / package), "generated") or {}
    generated = {f"{package}/{name}": digest for name, digest in table.items()}
    generated[manifest] = present.get(manifest)
    return frozenset(
        path
        for path, digest in present.items()
        if (digest is not None and digest == generated.get(path)) or on_its_way(path) in generated
    )


def packages_of_catalog(root: Path, catalog: str, *, but: Collection[str]) -> tuple[str, ...]:
    """The folders below ``root``, ``but`` some, whose manifest says that they were generated from
    the catalog of that name."""
    if not root.is_dir():
        return ()
    with os.scandir(root) as entries:
        names = sorted(
            entry.name
            for entry in entries
            if entry.name not in but
            and not entry.name.startswith(".")
            and entry.is_dir(follow_symlinks=False)
        )
    return tuple(
        name
        for name in names
        if _is_package_of(_manifest(root / name), catalog) or _is_only_begun(root / name)
    )


def _is_only_begun(folder: Path) -> bool:
    """Whether a compilation died there before its first file, the manifest, was in place."""
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:  # a folder that is none of ours need not be readable
        return False
    return bool(names) and all(on_its_way(name) == MANIFEST for name in names)


def _is_package_of(manifest: dict[str, Any], catalog: str) -> bool:
    tables = (_table(manifest, name) for name in ("maker", "generated"))
    return manifest.get("catalog") == catalog and None not in tables


def _manifest(folder: Path) -> dict[str, Any]:
    """The manifest in a folder; empty where there is none, or it is damaged."""
    path = folder / MANIFEST
    try:
        if folder.is_symlink() or not stat.S_ISREG(path.lstat().st_mode):
            return {}
        manifest = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _table(manifest: dict[str, Any], name: str) -> dict[str, Any] | None:
    table = manifest.get(name)
    return table if isinstance(table, dict) else None
