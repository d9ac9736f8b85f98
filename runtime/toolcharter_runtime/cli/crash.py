"""The file to attach to a report of a bug.

Walks in: an exception that nobody expected. Walks out: the path of a report: versions, the command,
and where in the code it happened. It holds no option of the command and no message of an exception:
both may quote a token, a URL with a password, or a proposal.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Iterator

from toolcharter_runtime import __version__


def write_crash_report(error: BaseException, command: str) -> str:
    """Writes the report into the folder for temporary files and gives its path."""
    lines = [
        f"toolcharter-runtime {__version__}",
        f"Python {sys.version}",
        platform.platform(),
        f"command: {command}",
        "",
        *_trace(error),
    ]
    try:
        handle, path = tempfile.mkstemp(prefix="toolcharter-crash-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write("\n".join(lines) + "\n")
    except OSError as problem:
        return f"this: {'; '.join(_trace(error))} (no report was written: {problem.strerror})"
    return path


def _trace(error: BaseException) -> Iterator[str]:
    """Each exception of the chain, the first cause first, with the frames it passed through."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        yield from _trace(cause)
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    for frame in traceback.extract_tb(error.__traceback__)[-60:]:
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _trace(inner)
