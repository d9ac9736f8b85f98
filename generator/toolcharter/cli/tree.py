"""The files of a catalog folder, as bytes by path.

Walks in: a catalog folder. Walks out: every YAML and JSON file below it, in the order of their
paths, which have forward slashes. Line ends become line feeds here, so what a catalog compiles to
does not depend on how it was checked out.

Left out are names that begin with a dot, and the folders ``cases`` and ``pins``, which say nothing
about what the catalog compiles to. Of a file beyond any sensible size only the beginning is read;
the reader refuses it by its size. A link that leads out of the catalog is refused, and a name that
is not UTF-8.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from toolcharter.cli.exits import UsageError

MOST_BYTES = 8 * 1024 * 1024
_SUFFIXES = (".yaml", ".yml", ".json")
_NOT_COMPILED = ("cases", "pins")


def read_tree(root: Path) -> dict[str, bytes]:
    """Every file of the catalog below ``root``."""
    files = dict(_files(str(root), "", str(root)))
    return {path: files[path] for path in sorted(files)}


def _files(folder: str, prefix: str, root: str) -> Iterator[tuple[str, bytes]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            path = prefix + entry.name
            if entry.name.startswith(".") or path in _NOT_COMPILED:
                continue
            if entry.is_symlink() and not _leads_inside(entry.path, root):
                raise UsageError(f"{path!r} is a link that leads out of the catalog")
            if not _is_text(entry.name):
                raise UsageError(f"{path!r} has a name that is not UTF-8; rename it")
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path, f"{path}/", root)
            elif entry.name.endswith(_SUFFIXES) and entry.is_file():
                yield path, _contents(entry.path)


def _is_text(name: str) -> bool:
    """Whether the bytes of a name are UTF-8; Python keeps the others as lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _leads_inside(path: str, root: str) -> bool:
    return Path(path).resolve().is_relative_to(root)


def _contents(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (thousands of files: Path is slower)
        return (file.read(MOST_BYTES) or b"").replace(b"\r\n", b"\n")


def texts_of(tree: Mapping[str, bytes]) -> dict[str, str]:
    """The files as text, for excerpts; what is no UTF-8 is replaced."""
    return {path: data.decode("utf-8", errors="replace") for path, data in tree.items()}
