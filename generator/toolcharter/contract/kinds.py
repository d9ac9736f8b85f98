"""Which path below the catalog root holds which kind of file, and how such a file is named.

Walks in: a path with forward slashes, relative to the catalog root. Walks out: the kind of file, or
None for a file that the compiler does not read. A YAML or JSON file in a place where the catalog
keeps nothing is a diagnostic, since it would otherwise be left out in silence.
"""

from __future__ import annotations

import re
from enum import Enum
from pathlib import PurePosixPath
from typing import TypeGuard

from toolcharter.contract.near import nearest
from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.source.document import Document, Mapping, Node, Scalar
from toolcharter.source.quoted import quoted
from toolcharter.source.root import SETTINGS


class FileKind(Enum):
    """What a file of a catalog holds; the value names its published schema, if it has one."""

    CONTRACT = "contract"
    DRAFT = "draft"
    SETTINGS = "toolcharter"
    ROLE = "role"
    APPROVAL = "approval"
    PERMISSIONS = "permissions"
    SERVICE = "service"
    TYPES = "types"
    ERRORS = "errors"
    PRECONDITIONS = "preconditions"
    KINDS = "kinds"
    EXCLUSIONS = "exclusions"
    ROLE_PIN = "pin"
    RELEASE_PIN = "release"
    JSON_SCHEMA = "schemas"
    CASE = "case"


_FIXED = {
    SETTINGS: FileKind.SETTINGS,
    "errors.yaml": FileKind.ERRORS,
    "preconditions.yaml": FileKind.PRECONDITIONS,
    "kinds.yaml": FileKind.KINDS,
    "exclusions.yaml": FileKind.EXCLUSIONS,
    "policies/approval.yaml": FileKind.APPROVAL,
    "policies/permissions.yaml": FileKind.PERMISSIONS,
    "pins/release.yaml": FileKind.RELEASE_PIN,
}

_PATTERNS = (
    (re.compile(r"tools/.+\.yaml"), FileKind.CONTRACT),
    (re.compile(r"drafts/.+\.yaml"), FileKind.DRAFT),
    (re.compile(r"types/[^/]+\.yaml"), FileKind.TYPES),
    (re.compile(r"services/[^/]+\.yaml"), FileKind.SERVICE),
    (re.compile(r"roles/[^/]+\.yaml"), FileKind.ROLE),
    (re.compile(r"schemas/.+\.json"), FileKind.JSON_SCHEMA),
    (re.compile(r"cases/[^/]+/[^/]+\.yaml"), FileKind.CASE),
    (re.compile(r"pins/[^/]+\.lock\.json"), FileKind.ROLE_PIN),
)

_EXPECTED = (
    *_FIXED,
    "tools/<area>/<name>.v<k>.yaml",
    "types/<name>.yaml",
    "services/<name>.yaml",
    "roles/<name>.yaml",
)


def kind_of(path: str) -> FileKind | None:
    """The kind of the file at a path, or None where the catalog keeps nothing."""
    if path in _FIXED:
        return _FIXED[path]
    return next((kind for pattern, kind in _PATTERNS if pattern.fullmatch(path)), None)


def stray_file(path: str) -> Diagnostic | None:
    """The diagnostic about a file that looks like a part of the catalog and is none."""
    suffix = PurePosixPath(path).suffix.lower()
    if kind_of(path) is not None or suffix not in (".yaml", ".yml", ".json"):
        return None
    return Diagnostic(
        code="file/unknown",
        span=Span(path),
        message=f"The catalog keeps nothing at {quoted(path, max_chars=120)}; nobody reads it.",
        hint=_nearest(path),
    )


def _nearest(path: str) -> str:
    stem, _, suffix = path.rpartition(".")
    ending = "json" if suffix.lower() == "json" else "yaml"
    if kind_of(f"{stem}.{ending}") is not None:
        return f"Rename it: files of a catalog end in .{ending}."
    near = nearest(path, _FIXED, likeness=0.7)
    if near:
        return f"Did you mean {near}?"
    return f"Files of a catalog are {', '.join(_EXPECTED)}; move it elsewhere."


def misnamed(document: Document, kind: FileKind) -> Diagnostic | None:
    """The diagnostic about a file whose name does not say what is in it.

    An error, since contracts find each other by the names of their files.
    """
    named = _named(document, kind)
    if named is None:
        return None
    stem, value = named
    path = PurePosixPath(document.file)
    is_in_an_area = kind is not FileKind.CONTRACT or len(path.parts) == 3
    if path.name == f"{stem}.yaml" and is_in_an_area:
        return None
    folder = path.parts[0]
    if kind is FileKind.CONTRACT:
        folder = f"{folder}/{path.parts[1] if len(path.parts) > 2 else '<area>'}"
    elif kind is FileKind.DRAFT:
        folder = str(path.parent)
    return Diagnostic(
        code="file/name-match",
        span=value.span,
        message=f"The file is called {quoted(path.name)} and holds `{stem}`.",
        hint=f"Rename it to {folder}/{stem}.yaml.",
    )


_NAMED_BY = {FileKind.ROLE: "role", FileKind.SERVICE: "service"}


def _named(document: Document, kind: FileKind) -> tuple[str, Scalar] | None:
    """What the file should be called, and the value that says so; None where it does not."""
    if not isinstance(document.root, Mapping):
        return None
    if kind in _NAMED_BY:
        value = document.root.get(_NAMED_BY[kind])
        return (str(value.value), value) if _is_name(value) else None
    if kind not in (FileKind.CONTRACT, FileKind.DRAFT):
        return None
    value = document.root.get("tool") or document.root.get("change")
    version = document.root.get("version")
    if not _is_name(value) or not isinstance(version, Scalar) or type(version.value) is not int:
        return None
    return f"{value.value}.v{version.value}", value


def _is_name(node: Node | None) -> TypeGuard[Scalar]:
    return isinstance(node, Scalar) and isinstance(node.value, str)
