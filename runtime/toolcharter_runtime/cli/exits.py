"""Exit codes, and the one place that decides them.

Walks in: a command and its arguments. Walks out: a code of ``Exit``. A command returns the code of
what it found; what it raises is turned into a code and a line on standard error here, also where the
compiler's command line is the caller. No traceback, no token and no URL of a store reaches the
terminal.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path

import click

from toolcharter_runtime.cli.printable import printable
from toolcharter_runtime.errors import (
    CatalogError,
    HostError,
    IdentityError,
    WordsRefusedError,
)

PROGRAM = "python -m toolcharter_runtime"


class Exit(IntEnum):
    """What a caller can tell from the exit code."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    BUG = 3
    REFUSED = 4
    INTERRUPTED = 130
    UNREAD = 141
    """Standard output was closed before all was told."""


class UsageError(click.ClickException):
    """The command cannot run as it was asked to: no store, no keys, nobody to act for."""

    exit_code = Exit.USAGE

    def show(self, file: object = None) -> None:
        say(self.format_message())


class Guarded(click.Group):
    """A group whose commands end in a code, whatever they raise and whoever calls them."""

    def invoke(self, ctx: click.Context) -> int:
        return guarded(lambda: super(Guarded, self).invoke(ctx), ctx.command_path)


def guarded(work: Callable[[], object], command: str) -> int:
    """The code that ``work`` ends in. What click raises on its own goes on to the caller."""
    print_anything()
    try:
        code = work()
        sys.stdout.flush()
    except (click.exceptions.Exit, click.ClickException, click.Abort, BrokenPipeError):
        raise
    except (WordsRefusedError, CatalogError) as error:
        return _ended(error, Exit.USAGE)
    except IdentityError as error:
        return _ended(error, Exit.REFUSED)
    except HostError as error:
        return _ended(error, Exit.FINDINGS)
    except OSError as error:
        why = error.strerror or type(error).__name__
        if not isinstance(error.filename, str):
            # Of what has a name, the output has none: what was asked for may have been done.
            say(f"the output could not be written to its end: {why}")
            return _nobody_reads()
        say(f"cannot use {error.filename!r}: {why}")
        return Exit.USAGE
    # The edge of the commands: whatever is left is told by what it is, and never by its words.
    except Exception as error:  # noqa: BLE001
        return _other(error, command)
    return code if isinstance(code, int) else Exit.CLEAN


def run(command: click.Command, arguments: Sequence[str]) -> int:
    """Runs the command and gives the code to exit with."""
    print_anything()
    output = sys.stdout
    try:
        code = command.main(list(arguments), prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as exit_:
        return Exit.USAGE if exit_.exit_code else Exit.CLEAN
    except click.ClickException as error:
        error.show()
        return Exit.USAGE
    except (click.Abort, KeyboardInterrupt):
        say("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return _nobody_reads()
    except SystemExit:
        # click wraps the output when its reader has gone, and makes a 1 of it.
        if sys.stdout is output:
            raise
        return _nobody_reads()
    return int(code or Exit.CLEAN)


def _nobody_reads() -> int:
    """The reader of standard output went away before it read everything."""
    # The interpreter flushes once more on its way out; let that go nowhere.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.UNREAD


def say(message: str) -> None:
    """A line on standard error, in which nothing acts on the terminal."""
    # The reader of standard error may have gone.
    with contextlib.suppress(OSError):
        click.echo(f"toolcharter: {printable(message)}", err=True)


def print_anything() -> None:
    """Text that the terminal has no characters for is escaped, not an error; and what the caller has
    closed is written nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for good
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _ended(error: Exception, code: Exit) -> int:
    say(str(error))
    return code


def _other(error: Exception, command: str) -> int:
    from toolcharter_runtime._store.transaction import CommitUnknownError, StoreUnavailableError

    if isinstance(error, CommitUnknownError):
        say("the store was lost while this was being stored: look before you do it again")
        return Exit.USAGE
    if isinstance(error, StoreUnavailableError):
        return _unavailable(error)
    from toolcharter_runtime.cli.crash import write_crash_report

    say(
        f"internal error ({type(error).__name__}). This is a bug of toolcharter; please report it "
        f"and attach {write_crash_report(error, command)}"
    )
    return Exit.BUG


def _unavailable(error: Exception) -> int:
    # The words of a driver may quote a URL; only those about the tables are ours.
    from toolcharter_runtime._store.sql.origin import RestoredError
    from toolcharter_runtime._store.sql.schema import SchemaError

    if isinstance(error, RestoredError | SchemaError):
        return _ended(error, Exit.REFUSED)
    say("the store cannot be reached, is locked, or is full")
    return Exit.USAGE
