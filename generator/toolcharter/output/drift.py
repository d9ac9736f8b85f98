"""Drift: where the folder differs from what the contracts say, as diagnostics and as a diff.

Walks in: a plan, and the texts where a diff is wanted. Walks out: one diagnostic for each file that
differs, is missing or should not be there, and for each package that the catalog has left; or the
unified diff of what ``compile`` would change.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.output.folder import on_its_way
from toolcharter.output.plan import Plan

_AGAIN = "Run `toolcharter compile`."


def drift(root: Path, wanted: Mapping[str, str], plan: Plan) -> Iterator[Diagnostic]:
    """A diagnostic for each file that keeps the folder from being what the contracts say.

    The files are named from the folder that holds ``root``, as in ``generated/acme_tools/x.py``.
    """
    for path in plan.differing:
        yield _differing(root, path, wanted[path])
    for path in plan.missing:
        yield _diagnostic(root, path, "drift/missing", "The file is missing.", _AGAIN)
    yield from _left_over(root, plan)
    yield from in_the_way(root, plan)


def _differing(root: Path, path: str, digest: str) -> Diagnostic:
    if not _differs_in_line_ends_only(root / path, digest):
        message = "The file differs from what the contracts say."
        return _diagnostic(root, path, "drift/differs", message, _AGAIN)
    return _diagnostic(
        root,
        path,
        "drift/line-ends",
        "The file has other line ends than it was generated with.",
        f"Put `{root.name}/** text eol=lf` into .gitattributes, then compile again.",
    )


def _left_over(root: Path, plan: Plan) -> Iterator[Diagnostic]:
    """Files that no contract asks for any more, and packages that the catalog has left."""
    for path in plan.obsolete:
        if path.partition("/")[0] in plan.left:
            continue
        why = "no contract says it any more"
        if on_its_way(path) is not None:
            why = "an interrupted compilation left it"
        yield _diagnostic(
            root,
            path,
            "drift/unexpected",
            f"The file should not be there: {why}.",
            "Run `toolcharter compile`, which removes it.",
        )
    for package in plan.left:
        yield _diagnostic(
            root,
            package,
            "drift/unexpected",
            "The package should not be there: its catalog names another package now.",
            "Run `toolcharter compile`, which removes what was generated.",
        )


def in_the_way(root: Path, plan: Plan) -> Iterator[Diagnostic]:
    """A diagnostic for each thing, not generated, that keeps the folder from being written."""
    for path in plan.strangers:
        package = path.partition("/")[0]
        if package in plan.left:
            message = (
                "The file is not as it was generated, and keeps its package from being removed."
            )
            hint = f"Move it out of {root.name}/{package}, or remove that folder yourself."
        else:
            message = "The file should not be there: it was not generated."
            hint = (
                "Move it out of the generated package; nothing that a person put there is removed."
            )
        yield _diagnostic(root, path, "drift/unexpected", message, hint)
    for path in plan.blocked:
        yield _diagnostic(
            root,
            path,
            "drift/unexpected",
            "A link, a folder or a special file stands where a file is generated.",
            "Remove it; nothing that a person put there is removed.",
        )


def _diagnostic(root: Path, path: str, code: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code=code, span=Span(f"{root.name}/{path}"), message=message, hint=hint)


def _differs_in_line_ends_only(path: Path, digest: str) -> bool:
    contents = path.read_bytes()
    return hashlib.sha256(contents.replace(b"\r\n", b"\n")).hexdigest() == digest


def unified_diff(root: Path, files: Mapping[str, str], plan: Plan) -> Iterator[str]:
    """The lines of a unified diff from the folder to the generated files, in order of paths."""
    for path in sorted((*plan.writes, *plan.obsolete)):
        name = f"{root.name}/{path}"
        old = None if path in plan.missing else (root / path).read_bytes().decode(errors="replace")
        new = files.get(path)
        yield from _of_one_file(
            old, new, "/dev/null" if old is None else name, "/dev/null" if new is None else name
        )


def _of_one_file(old: str | None, new: str | None, old_name: str, new_name: str) -> Iterator[str]:
    lines = list(difflib.unified_diff(_lines(old), _lines(new), old_name, new_name))
    # A file without lines (py.typed) that appears or goes still has its name said.
    for line in lines or (f"--- {old_name}\n", f"+++ {new_name}\n"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str | None) -> list[str]:
    """Lines that end in a line feed; any other line end stays visible inside its line."""
    lines = [f"{line}\n" for line in (text or "").split("\n")]
    last = lines.pop().removesuffix("\n")
    return [*lines, last] if last else lines
