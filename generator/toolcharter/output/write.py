"""Writing a plan to disk.

Walks in: a plan without strangers, and the text of every file. Each file is replaced as a whole
(written beside its place, then renamed over it), the manifest last, so an interrupted run leaves
files of the old or of the new compilation and a manifest that still knows what may be removed.
It refuses to leave the folder: no path with ``..``, and no step over a link.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from toolcharter.output.folder import MANIFEST
from toolcharter.output.plan import Plan


def write(root: Path, files: Mapping[str, str], plan: Plan) -> None:
    """Makes the folder ``root`` hold the files of the plan; unchanged files are not touched."""
    if plan.is_refused:
        raise ValueError("a plan with strangers is not written")
    order = sorted(plan.writes, key=lambda path: (path.endswith(f"/{MANIFEST}"), path))
    texts = {path: files[path].encode() for path in order}
    for folder in sorted({_checked(root, path).parent for path in (*order, *plan.obsolete)}):
        _make(root, folder)
    for path in plan.obsolete:
        (root / path).unlink(missing_ok=True)
    _remove_empty(root, plan.obsolete)
    for path in order:
        replace(root / path, texts[path])


def replace(path: Path, contents: bytes) -> None:
    """Puts a file in place at once: readers see the old contents or the new, never a part."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        # Not tempfile: its files are private, and generated code is read like any other file.
        with os.fdopen(
            os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb"
        ) as file:
            file.write(contents)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _checked(root: Path, path: str) -> Path:
    segments = path.split("/")
    if any(segment in ("", ".", "..") or "\\" in segment for segment in segments):
        raise ValueError(f"a generated path leaves its folder: {path!r}")
    return root.joinpath(*segments)


def _make(root: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    # mkdir accepts a link to a folder that appeared after the plan was made.
    while folder != root:
        if folder.is_symlink():
            raise ValueError(f"a link stands in the way: {folder}")
        folder = folder.parent


def _remove_empty(root: Path, removed: Iterable[str]) -> None:
    """Removes the folders that the removed files leave empty, the innermost first."""
    folders = {parent for path in removed for parent in (root / path).parents if parent != root}
    for folder in sorted(folders, key=lambda each: len(each.parts), reverse=True):
        if folder.is_relative_to(root) and not any(folder.iterdir()):
            folder.rmdir()
