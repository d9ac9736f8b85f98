"""Exit codes, and the one place that decides them.

Walks in: a command and its arguments. Walks out: a code of ``Exit``. A command returns the code of
what it found; whatever it raises is turned into a code and a line on standard error here. No
traceback reaches the terminal.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path

import click

from toolcharter.source.tree import TreeError


class Exit(IntEnum):
    """What a caller can tell from the exit code."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    BUG = 3
    REFUSED = 4
    INTERRUPTED = 130
    UNREAD = 141
    """Standard output was closed before all was told; a shell says so of other programs too."""


class UsageError(click.ClickException):
    """The command cannot run as it was asked to: no catalog, a folder in the way."""

    exit_code = Exit.USAGE

    def show(self, file: object = None) -> None:
        _say(self.format_message())


def run(command: click.Command, arguments: Sequence[str]) -> int:
    """Runs the command and gives the code to exit with."""
    _print_anything()
    output = sys.stdout
    try:
        code = command.main(list(arguments), prog_name="toolcharter", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as exit_:
        return Exit.USAGE if exit_.exit_code else Exit.CLEAN
    except click.ClickException as error:
        error.show()
        return Exit.USAGE
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return _nobody_reads()
    except SystemExit:
        # click wraps the output when its reader has gone, and makes a 1 of it: findings.
        if sys.stdout is output:
            raise
        return _nobody_reads()
    except TreeError as error:
        _say(str(error))
        return Exit.USAGE
    except OSError as error:
        _say(_sentence(error))
        return Exit.USAGE
    # The one edge of the compiler: whatever is left is a bug of ours, and is told as one.
    except Exception as error:  # noqa: BLE001
        from toolcharter.cli.crash import write_crash_report

        _say(
            f"internal error ({type(error).__name__}). This is a bug of toolcharter; please report "
            f"it and attach {write_crash_report(error, arguments)}"
        )
        return Exit.BUG
    return int(code or Exit.CLEAN)


def _print_anything() -> None:
    """Text that the terminal has no characters for is escaped, not an error; and what the caller has
    closed is written nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for good
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _say(message: str) -> None:
    # The reader of standard error may have gone as well.
    with contextlib.suppress(OSError):
        click.echo(f"toolcharter: {message}", err=True)


def _sentence(error: OSError) -> str:
    about = f" {os.fspath(error.filename)!r}" if isinstance(error.filename, str) else ""
    return f"cannot use{about}: {error.strerror or error}"


def _nobody_reads() -> int:
    """The reader of standard output went away, as ``head`` does, before it read everything."""
    # The interpreter flushes once more on its way out; let that go nowhere.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.UNREAD
