"""The progress bar: on a terminal, for long work, and nowhere else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

WORK = """
import time
from toolcharter.cli import progress
progress._SILENT_S = {silent_s}
with progress.Progress(is_quiet={is_quiet}) as shown:
    for done in range(5):
        shown.show(done, 4)
"""


def printed_on_a_terminal(*, silent_s: float, is_quiet: bool) -> str:
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-c", WORK.format(silent_s=silent_s, is_quiet=is_quiet)],
        check=True,
        stderr=theirs,
        env={"PYTHONPATH": ":".join(sys.path), "TERM": "xterm"},
    )
    os.write(theirs, b"end")
    os.close(theirs)
    text = b""
    while not text.endswith(b"end"):
        text += os.read(ours, 4096)
    os.close(ours)
    return text.decode().removesuffix("end")


def test_long_work_is_shown_on_a_terminal() -> None:
    text = printed_on_a_terminal(silent_s=0, is_quiet=False)
    assert "compiling" in text
    assert "100%" in text


@pytest.mark.parametrize(("silent_s", "is_quiet"), [(60, False), (0, True)])
def test_short_work_and_quiet_work_is_not(silent_s: float, is_quiet: bool) -> None:
    assert printed_on_a_terminal(silent_s=silent_s, is_quiet=is_quiet) == ""


def test_what_is_no_terminal_gets_no_bar() -> None:
    found = subprocess.run(
        [sys.executable, "-c", WORK.format(silent_s=0, is_quiet=False)],
        check=True,
        capture_output=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert (found.stdout, found.stderr) == (b"", b"")
