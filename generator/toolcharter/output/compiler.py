"""The digest of the compiler itself: its sources, its templates, and what it builds on.

Walks in: the installed package. Walks out: one digest, part of every key of the cache, so a result
of another compiler is never found. Files are read, never judged by their dates.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import toolcharter

_BUILT_ON = (
    "datamodel-code-generator",
    "jinja2",
    "jsonschema-rs",
    "pydantic",
    "pyyaml",
    "rfc8785",
)


def compiler_digest() -> str:
    """The SHA-256 over everything that decides what a catalog compiles to."""
    package = Path(toolcharter.__file__).parent
    found = hashlib.sha256()
    # The templates stand inside the package once it is installed, beside its source root before.
    beside = () if (package / "templates").is_dir() else (package.parent.parent / "templates",)
    for root in (package, *beside):
        for path in _files(root):
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (speed)
                contents = file.read()
            found.update(f"{path[len(str(root)) :]}\0{len(contents)}\0".encode())
            found.update(contents)
    built_on = [f"{name} {version(name)}" for name in _BUILT_ON]
    found.update("\n".join([sys.version, *built_on]).encode())
    return found.hexdigest()


def _files(root: Path) -> Iterator[str]:
    """Every file below the folder but compiled Python, in order; none where there is no folder."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (f"{folder}/{name}" for name in sorted(names) if not name.endswith(".pyc"))
