"""The files of a catalog on the disk, as bytes.

Walks in: the root of a catalog. Walks out: the bytes of every YAML and JSON file below it, by name,
those without a place in the language included, so that a rule can name them. Line ends become line
feeds here: what a catalog compiles to, its digests included, does not depend on how it was checked
out. Of a file that is too large to be read, no more is taken than shows that it is.

Passed over are names that begin with a dot, files of other kinds, and the folders ``cases`` and
``pins``, which say nothing about what a catalog compiles to.

Refused, all by name and before anything is read: links that lead out of the catalog or to nothing;
linked folders, which would be entered twice or never end, and whose contracts would look as if
they were in force if they were passed over; a folder, pipe or device that is named like a file of a
catalog; names that are not UTF-8.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from toolcharter.source.policy import CONTRACT_POLICY

_SUFFIXES = (".yaml", ".yml", ".json")
_NOT_COMPILED = ("cases", "pins")

_MOST = CONTRACT_POLICY.max_bytes + 1
# Two bytes that end a line become one, so twice as many are needed to see what a file is too long.
_MOST_WRITTEN = 2 * CONTRACT_POLICY.max_bytes + 1


class TreeError(Exception):
    """Something stands in a catalog that is not read; ``names`` are its places, in order."""

    def __init__(self, refused: Sequence[tuple[str, str]]) -> None:
        super().__init__(refused)
        self.names = tuple(name for name, _ in refused)
        self._refused = refused

    def __str__(self) -> str:
        return "; ".join(f"{name!r} {why}" for name, why in self._refused)


def read_tree(root: Path) -> dict[str, bytes]:
    """The files of the catalog at ``root``, sorted by name.

    Names are relative to ``root``, with forward slashes. Raises TreeError, or OSError where
    something cannot be read.
    """
    walk = _Walk(os.path.realpath(root))
    paths = sorted(walk.files(walk.root, ""))
    if walk.refused:
        raise TreeError(sorted(walk.refused))
    return {name: _contents(path) for name, path in paths}


class _Walk:
    """One way through a catalog; ``refused`` fills up with names and reasons."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.refused: list[tuple[str, str]] = []

    def files(self, folder: str, prefix: str) -> Iterator[tuple[str, str]]:
        """Name and path of every file to read; no link to a folder is entered."""
        with os.scandir(folder) as entries:
            for entry in entries:
                name = prefix + entry.name
                if entry.name.startswith(".") or name in _NOT_COMPILED:
                    continue
                why = self._why_not(entry)
                if why is not None:
                    self.refused.append((_spelled(name), why))
                elif entry.is_dir(follow_symlinks=False):
                    yield from self.files(entry.path, f"{name}/")
                elif _is_named_like_a_file(entry.name):
                    yield name, entry.path

    def _why_not(self, entry: os.DirEntry[str]) -> str | None:
        if not _is_text(entry.name):
            return "has a name that is not UTF-8; rename it"
        if entry.is_symlink():
            return self._why_not_followed(entry)
        if _is_named_like_a_file(entry.name) and not entry.is_file():
            what = "a folder" if entry.is_dir() else "no regular file"
            return f"is {what} and named like a file of the catalog; rename or remove it"
        return None

    def _why_not_followed(self, entry: os.DirEntry[str]) -> str | None:
        target = os.path.realpath(entry.path)
        if not Path(target).is_relative_to(self.root):
            return "is a link that leads out of the catalog"
        if os.path.isdir(target):  # noqa: PTH112 (speed)
            return "is a link to a folder, and those are not entered; copy or move the folder"
        if _is_named_like_a_file(entry.name) and not os.path.isfile(target):  # noqa: PTH113 (speed)
            return "is a link to what is no regular file; remove it"
        return None


def _is_named_like_a_file(name: str) -> bool:
    return name.lower().endswith(_SUFFIXES)


def _is_text(name: str) -> bool:
    """Whether the bytes of a name are UTF-8; Python keeps the others as lone surrogates."""
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def _spelled(name: str) -> str:
    """The name as text; a byte that is not UTF-8 is spelled with a backslash, as in ``\\xe9``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _contents(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (thousands of files: Path is slower)
        data = file.read(_MOST_WRITTEN) or b""
    return data.replace(b"\r\n", b"\n")[:_MOST]
