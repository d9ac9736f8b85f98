"""Which folder is a catalog.

Walks in: a folder. Walks out: the root of the catalog that it belongs to, or None. Nothing is read;
a folder is a catalog when the file of its settings stands in it.
"""

from __future__ import annotations

from pathlib import Path

SETTINGS = "toolcharter.yaml"
"""The file whose presence makes a folder a catalog."""


def is_catalog(folder: Path) -> bool:
    """Whether the folder itself is the root of a catalog."""
    return (folder / SETTINGS).is_file()


def find_catalog(start: Path) -> Path | None:
    """The catalog that a command means where none is named.

    In each folder from ``start`` upwards: the folder itself when it is a catalog, else its
    ``catalog`` when that is one.
    """
    here = start.absolute()
    for folder in (here, *here.parents):
        for candidate in (folder, folder / "catalog"):
            if is_catalog(candidate):
                return candidate
    return None
