"""Reads, validates and links the files that contracts share, and the roles.

Walks in: the bytes of a catalog. Walks out: the environment and the roles, or None for the
environment where one of its files is not fit to be linked; and the diagnostics.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from toolcharter.contract import FileKind, kind_of, stray_file, validate
from toolcharter.diagnostics import Diagnostic, Span, has_error
from toolcharter.emit.files import sha256_of
from toolcharter.ir.link_environment import link_environment
from toolcharter.ir.link_roles import link_roles
from toolcharter.ir.model import Environment, Role
from toolcharter.source.document import Document
from toolcharter.source.reader import read
from toolcharter.source.root import SETTINGS

_NOT_READ = (
    None,
    FileKind.ROLE_PIN,
    FileKind.RELEASE_PIN,
    FileKind.DRAFT,
    FileKind.CASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """``contracts`` are the bytes of the contract files, ``shared`` is the digest of all files that
    the environment was linked from, ``sources`` maps every file that counts to its SHA-256."""

    environment: Environment | None
    roles: tuple[Role, ...]
    contracts: Mapping[str, bytes]
    shared: str
    sources: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]


def read_front(tree: Mapping[str, bytes]) -> Front:
    """Everything of a catalog but its contracts, linked; and the contracts, unread."""
    diagnostics: list[Diagnostic] = []
    documents: dict[str, Document] = {}
    shared = hashlib.sha256()
    is_sound = True
    for path in sorted(tree):
        kind = kind_of(path)
        stray = stray_file(path)
        if stray is not None:
            diagnostics.append(stray)
        if kind in _NOT_READ or kind is FileKind.CONTRACT:
            continue
        if kind is not FileKind.ROLE:
            shared.update(f"{path}\0{len(tree[path])}\0".encode() + tree[path])
        document, found = read(path, tree[path])
        if document is not None:
            found = (*found, *validate(document, kind))
        diagnostics += found
        if document is not None and not has_error(found):
            documents[path] = document
        elif kind is not FileKind.ROLE:
            is_sound = False
    environment = None
    if SETTINGS not in tree:
        diagnostics.append(_no_settings())
    elif is_sound:
        environment, more = link_environment(documents)
        diagnostics += more
    return Front(
        environment=environment,
        roles=link_roles(documents),
        contracts={path: tree[path] for path in tree if kind_of(path) is FileKind.CONTRACT},
        shared=shared.hexdigest(),
        sources={
            path: sha256_of(tree[path]) for path in sorted(tree) if kind_of(path) not in _NOT_READ
        },
        diagnostics=tuple(diagnostics),
    )


def _no_settings() -> Diagnostic:
    return Diagnostic(
        code="file/missing",
        span=Span(SETTINGS),
        message="The catalog has no toolcharter.yaml.",
        hint="Run `toolcharter init` in an empty folder to see one.",
    )
