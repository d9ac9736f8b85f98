"""Which folder is the catalog, and where things stand around it.

Walks in: the folder that was asked for, or the current one. Walks out: a ``CatalogFolder``; or a
``UsageError`` where there is no catalog.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from toolcharter.cli.exits import UsageError
from toolcharter.source.root import SETTINGS, find_catalog, is_catalog


@dataclass(frozen=True, slots=True)
class CatalogFolder:
    """A folder with ``toolcharter.yaml``; generated packages and the cache stand beside it."""

    root: Path

    @property
    def generated(self) -> Path:
        """The folder that holds the generated packages."""
        return self.root.parent / "generated"

    @property
    def cache(self) -> Path:
        """The folder of the cache; ``TOOLCHARTER_CACHE_DIR`` names another."""
        chosen = os.environ.get("TOOLCHARTER_CACHE_DIR")
        return Path(chosen) if chosen else self.root.parent / ".toolcharter-cache"


def catalog_folder(asked: Path | None) -> CatalogFolder:
    """The catalog in the folder that was asked for, else the nearest from here upwards."""
    if asked is not None:
        if not is_catalog(asked):
            raise UsageError(f"there is no catalog in {str(asked)!r}: it has no {SETTINGS}")
        return CatalogFolder(asked.resolve())
    here = Path.cwd()
    found = find_catalog(here)
    if found is None:
        raise UsageError(
            f"there is no catalog here: no folder from {str(here)!r} upwards has {SETTINGS} or "
            f"catalog/{SETTINGS}; `toolcharter init` writes one"
        )
    return CatalogFolder(found.resolve())


def own_folder() -> Path | None:
    """Where a person's own files of this program are kept, outside every project; None where the
    person has no home. A path that is not absolute would lead into a project, so it counts as none.
    """
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    base = chosen if chosen.is_absolute() else Path(os.path.expanduser("~/.cache"))  # noqa: PTH111
    return base / "toolcharter" if base.is_absolute() else None
