"""The command ``toolcharter``.

Walks in: the arguments of the process. Walks out: its exit code; diagnostics on standard output,
progress and messages on standard error. One file a command; what each needs is imported when it
runs.
"""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """The entry point of the console script."""
    if sys.argv[1:] == ["--version"]:
        # Asked by editors and build scripts all day: answered before click is imported.
        from toolcharter import __version__

        print(f"toolcharter {__version__}")
        sys.exit(0)
    from toolcharter.cli.exits import run
    from toolcharter.cli.group import toolcharter

    sys.exit(run(toolcharter, sys.argv[1:]))
