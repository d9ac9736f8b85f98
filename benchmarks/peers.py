"""Peers in throw-away environments.

Walks in: a package of the registry. Walks out: a Python that has it, or None where it cannot be
installed; then what would be compared with it is left out, and said so.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def environment_with(package: str, folder: Path) -> Path | None:
    """The interpreter of a new virtual environment with the package."""
    uv = Path(sys.executable).with_name("uv")
    python = folder / "bin" / "python"
    made = ["venv", "--quiet", "--python", sys.executable, str(folder)]
    installed = ["pip", "install", "--quiet", "--python", str(python), package]
    for arguments in (made, installed):
        found = subprocess.run([uv, *arguments], check=False, capture_output=True, text=True)
        if found.returncode != 0:
            print(f"{package} cannot be installed here; it is left out", file=sys.stderr)
            return None
    return python
