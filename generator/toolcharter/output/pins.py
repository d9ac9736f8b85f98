"""Pins: what a reviewer accepted for each role, against what it is now.

Walks in: the folder of the pins and the digests of the generated files. Walks out: a diagnostic for
each role whose snapshot is not the pinned one, and for each file that is named so that it pins
nothing. A pin ``<role>.lock.json`` is the accepted copy of
``snapshots/<role>.json``. This says *that* a role moved; what moved, and whether it breaks a
caller or widens authority, is the work of comparing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.source.quoted import quoted

_SUFFIX = ".lock.json"
_RELEASE = "release.yaml"
_WRITTEN = (".yaml", ".yml", ".json")


def moved(pins: Path, outputs: Mapping[str, str]) -> Iterator[Diagnostic]:
    """The pinned roles whose snapshot differs, in order; none where nothing is pinned."""
    computed = {
        path.rpartition("/")[2].removesuffix(".json"): digest
        for path, digest in outputs.items()
        if path.split("/")[1:-1] == ["snapshots"]
    }
    for pin in sorted(pins.glob(f"*{_SUFFIX}")):
        role = pin.name.removesuffix(_SUFFIX)
        if computed.get(role) != _digest_of(pin):
            yield _diagnostic(role, is_there=role in computed)


def strays(pins: Path) -> Iterator[Diagnostic]:
    """The files that look like pins and are none: whoever put them there trusts in them."""
    for path in sorted(pins.rglob("*")):
        name = path.relative_to(pins).as_posix()
        is_pin = "/" not in name and (name == _RELEASE or name.endswith(_SUFFIX))
        if path.name.startswith(".") or is_pin or not name.lower().endswith(_WRITTEN):
            continue
        yield Diagnostic(
            code="file/unknown",
            span=Span(f"pins/{name}"),
            message=f"{quoted(name, max_chars=120)} pins nothing; nobody reads it.",
            hint=f"Pins are called pins/<role>{_SUFFIX}; rename it or move it elsewhere.",
        )


def _digest_of(pin: Path) -> str:
    """The digest of a pin; empty for what is no regular file, since a pipe would be waited for."""
    if not pin.is_file():
        return ""
    return hashlib.sha256(pin.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def _diagnostic(role: str, *, is_there: bool) -> Diagnostic:
    return Diagnostic(
        code="pins/moved",
        span=Span(f"pins/{role}{_SUFFIX}"),
        message=f"The role `{role}` is not what was pinned."
        if is_there
        else f"The pinned role `{role}` is not in the catalog.",
        hint="Review what changed; then accept it, or undo it.",
    )
