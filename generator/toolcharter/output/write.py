"""Writing a plan to disk.

Walks in: a plan without strangers, and the text of every file. Each file is replaced as a whole:
written beside its place, then renamed over it. An interrupted run leaves files of the old or of the
new compilation, and a manifest that knows every one of them, so the next run can remove what nobody
wants any more: obsolete files go while the old manifest still lists them, and the new manifest comes
before the files that it lists. It refuses to leave the folder: no path with ``..``, and no step over
a link.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from toolcharter.output.manifest import MANIFEST
from toolcharter.output.plan import Plan


def write(root: Path, files: Mapping[str, str], plan: Plan) -> None:
    """Makes the folder ``root`` hold the files of the plan; unchanged files are not touched."""
    if plan.is_refused:
        raise ValueError("a plan with strangers is not written")
    written = sorted(plan.writes, key=lambda path: (not _is_manifest(path), path))
    texts = {path: files[path].encode() for path in written}
    for path in (*written, *plan.obsolete):
        _refuse_to_leave(path)
    for folder in {(root / path).parent for path in plan.obsolete}:
        _refuse_links(root, folder)
    # Of a package that goes altogether, the manifest goes last.
    for path in sorted(plan.obsolete, key=lambda path: (_is_manifest(path), path)):
        _remove(root, path)
    made: set[Path] = set()
    for path in written:
        folder = (root / path).parent
        if folder not in made:
            folder.mkdir(parents=True, exist_ok=True)
            _refuse_links(root, folder)
            made.add(folder)
        replace(root / path, texts[path])


def replace(path: Path, contents: bytes) -> None:
    """Puts a file in place at once: readers see the old contents or the new, never a part."""
    while not _is_replaced(path, contents):
        pass


def _is_replaced(path: Path, contents: bytes) -> bool:
    """Whether the file is in place; False where another compilation that runs at the same time
    took the file on its way for one that was left over, and removed it."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        # Not tempfile: its files are private, and generated code is read like any other file.
        with os.fdopen(
            os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb"
        ) as file:
            file.write(contents)
        try:
            temporary.replace(path)
        except FileNotFoundError:
            return False
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return True


def _is_manifest(path: str) -> bool:
    return path.count("/") == 1 and path.endswith(f"/{MANIFEST}")


def _refuse_to_leave(path: str) -> None:
    segments = path.split("/")
    if any(segment in ("", ".", "..") or "\\" in segment for segment in segments):
        raise ValueError(f"a generated path leaves its folder: {path!r}")


def _refuse_links(root: Path, folder: Path) -> None:
    """A link may have appeared after the plan was made, and mkdir accepts one to a folder."""
    while folder != root:
        if folder.is_symlink():
            raise ValueError(f"a link stands in the way: {folder}")
        folder = folder.parent


def _remove(root: Path, path: str) -> None:
    """Removes a file, and the folders that it leaves empty, the innermost first."""
    (root / path).unlink(missing_ok=True)
    folder = (root / path).parent
    while folder != root:
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent
