"""The commands that need the runtime: what approvers and operators type.

Walks in: the arguments of the process. Walks out: its exit code; what was asked for on standard
output, everything else on standard error. They run as ``python -m toolcharter_runtime``, and under
``toolcharter``, which finds them by the entry points ``toolcharter.commands``.
"""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """The entry point of ``python -m toolcharter_runtime``."""
    try:
        import click  # noqa: F401
    except ModuleNotFoundError:
        sys.exit("toolcharter_runtime: the commands need click: install toolcharter-runtime[cli]")
    from toolcharter_runtime.cli.exits import run
    from toolcharter_runtime.cli.group import toolcharter_runtime

    sys.exit(run(toolcharter_runtime, sys.argv[1:]))
