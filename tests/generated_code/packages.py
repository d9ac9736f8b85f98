"""Generated packages on the disk, imported under watch or here.

Walks in: generated files. Walks out: what ``watch.py`` reports of a process that imports them, or
the imported modules themselves.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from pipeline.catalogs import ROOT

WATCH = Path(__file__).parent / "watch.py"
CANARY = "toolcharter_pwned"
_OURS = [ROOT / folder for folder in ("generator", "templates", "runtime")]

_numbers = itertools.count()


def written(root: Path, files: Mapping[str, str], *, package: str = "acme_tools") -> None:
    """The files below ``root``; the generated package gets the name ``package`` there."""
    for path, text in files.items():
        target = root / package / path.partition("/")[2]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")


def check_import_is_inert(root: Path, packages: Sequence[str]) -> None:
    """Importing every module of the packages does nothing that the audit hook denies, prints
    nothing, leaves no file behind and loads nothing of the compiler."""
    before = set(root.rglob("*"))
    done = watched("import", *packages, folder=root, reads=[root])
    assert done.stderr == ""
    assert json.loads(done.stdout) == {"denied": [], "code": None, "compiler": []}
    assert set(root.rglob("*")) == before
    assert not list(root.rglob(CANARY))


def watched(
    task: str, *arguments: str, folder: Path, reads: Sequence[Path], writes: Sequence[Path] = ()
) -> subprocess.CompletedProcess[str]:
    """``watch.py`` with a task, run in a folder."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("TOOLCHARTER")}
    return subprocess.run(
        [sys.executable, "-P", "-B", str(WATCH), task, *arguments],
        cwd=folder,
        env=env
        | {
            "PYTHONPATH": _joined(_OURS),
            "PYTHONWARNINGS": "error",
            "XDG_CACHE_HOME": str(folder / "own"),
            "TOOLCHARTER_WATCH_READ": _joined([*_OURS, *reads]),
            "TOOLCHARTER_WATCH_WRITE": _joined(writes),
        },
        capture_output=True,
        text=True,
        check=True,
    )


def _joined(paths: Iterable[Path]) -> str:
    return os.pathsep.join(map(str, paths))


@contextmanager
def imported(root: Path, files: Mapping[str, str]) -> Iterator[Any]:
    """A way to import the modules of a package by their path in it: ``"tools.get_customer_v2"``."""
    package = f"generated_{next(_numbers)}"
    written(root, files, package=package)

    def module(name: str) -> ModuleType:
        return importlib.import_module(f"{package}.{name}".removesuffix("."))

    sys.path.insert(0, str(root))
    importlib.invalidate_caches()
    try:
        yield module
    finally:
        sys.path.remove(str(root))
        for name in [each for each in sys.modules if each.split(".")[0] == package]:
            del sys.modules[name]
