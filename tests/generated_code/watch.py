"""Runs code under an audit hook that denies the world: a script, in a process of its own.

    python watch.py import PACKAGE...          imports every module of packages in this folder
    python watch.py compile ARGUMENTS...       runs the command line of the compiler

Denied and reported: sockets, processes, libraries loaded by name; opening or listing files but those
of the interpreter, of installed packages and below the paths of ``TOOLCHARTER_WATCH_READ``; writing
or changing files but those below the paths of ``TOOLCHARTER_WATCH_WRITE``. The last line that is
printed is a JSON object: what was denied, the exit code of the command, and what of the compiler was
loaded.
"""

from __future__ import annotations

import importlib
import json
import os
import site
import sys
from collections.abc import Iterator
from pathlib import Path

_DENIED = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.kill",
    "pty.",
    "ctypes.",
    "urllib.",
    "http.",
    "ftplib.",
    "smtplib.",
    "webbrowser.",
    "sqlite3.",
)
_READS = ("os.listdir", "os.scandir", "glob.glob", "os.walk")
_CHANGES = (
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.chmod",
    "os.chown",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.utime",
    "shutil.",
    "tempfile.",
)
_COMPILER = ("black", "click", "datamodel_code_generator", "jinja2", "toolcharter", "yaml")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class DeniedError(BaseException):
    """What was watched did what it must not do. No handler for errors catches it."""


class Watch:
    """The hook; ``denied`` lists what was refused."""

    def __init__(self, readable: Iterator[Path], writable: Iterator[Path]) -> None:
        self._writable = tuple(_spelled(writable))
        self._readable = (*self._writable, *_spelled(readable))
        self.denied: list[str] = []

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            is_writing = bool(int(flags) & _WRITING) if isinstance(flags, int) else mode != "r"
            self._check(event, path, self._writable if is_writing else self._readable)
        elif event.startswith(_DENIED):
            self._deny(event, arguments)
        elif event.startswith(_READS):
            self._check(event, arguments[0] if arguments[0] is not None else ".", self._readable)
        elif event.startswith(_CHANGES):
            for path in arguments:
                if isinstance(path, str | bytes):
                    self._check(event, path, self._writable)

    def _check(self, event: str, path: object, allowed: tuple[str, ...]) -> None:
        if isinstance(path, int):
            return
        name = os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]
        if not f"{name}{os.sep}".startswith(allowed):
            self._deny(event, path)

    def _deny(self, event: str, what: object) -> None:
        self.denied.append(f"{event} {what!r}"[:300])
        raise DeniedError(event)


def _spelled(paths: Iterator[Path]) -> Iterator[str]:
    for path in paths:
        yield f"{os.path.realpath(path)}{os.sep}"


def installed() -> Iterator[Path]:
    """The interpreter and what is installed for it."""
    yield from map(Path, {sys.prefix, sys.base_prefix, sys.exec_prefix, *site.getsitepackages()})
    yield Path(os.__file__).parent


def named(variable: str) -> Iterator[Path]:
    """The paths of an environment variable."""
    return (Path(path) for path in os.environ.get(variable, "").split(os.pathsep) if path)


def import_packages(packages: list[str]) -> None:
    """Every module of the packages; the names of the files decide which there are."""
    root = Path.cwd()
    sys.path.insert(0, str(root))
    for package in packages:
        for file in sorted((root / package).rglob("*.py")):
            parts = file.relative_to(root).with_suffix("").parts
            importlib.import_module(".".join(part for part in parts if part != "__init__"))


def run_compiler(arguments: list[str]) -> int:
    """The exit code of the command line."""
    sys.argv = ["toolcharter", *arguments]
    try:
        importlib.import_module("toolcharter.cli").main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    return 0


def main() -> None:
    task, *rest = sys.argv[1:]
    sys.dont_write_bytecode = True
    watch = Watch(
        readable=iter([*installed(), *named("TOOLCHARTER_WATCH_READ")]),
        writable=named("TOOLCHARTER_WATCH_WRITE"),
    )
    code: int | None = None
    sys.addaudithook(watch)
    try:
        if task == "import":
            import_packages(rest)
        else:
            code = run_compiler(rest)
    except DeniedError:
        pass
    loaded = sorted(name for name in _COMPILER if name in sys.modules)
    print(json.dumps({"denied": watch.denied, "code": code, "compiler": loaded}))


if __name__ == "__main__":
    main()
