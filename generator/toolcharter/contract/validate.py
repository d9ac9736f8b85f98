"""Validates one document against the language: the structure of its file, and nothing beyond it.

Walks in: a document and the kind of its file. Walks out: diagnostics, in reading order. A valid
document costs one call of a compiled validator; only what it refuses, or what needs a second look
(open questions, amounts, currencies), is walked. Other files are never looked at: ``ir`` resolves
names.
"""

from __future__ import annotations

import functools
import re

from toolcharter.contract.kinds import FileKind, misnamed
from toolcharter.contract.once import once
from toolcharter.contract.places import Places
from toolcharter.contract.published import schema_of, validator_of
from toolcharter.contract.violation import Sin
from toolcharter.contract.walk import violations
from toolcharter.contract.words import diagnostic_of
from toolcharter.diagnostics import Diagnostic, in_reading_order
from toolcharter.source.document import Document, plain

_SECOND_LOOK = re.compile(r"\bundecided\b|\bcurrencies:|\babove:")
"""Text that a valid document may hold and that the compiled validator cannot judge."""

_NAMING = ("/tool", "/change", "/version", "/role", "/service")
"""What names a file; while it is wrong itself, the name of the file is not judged."""

_WITHOUT_SCHEMA = (FileKind.JSON_SCHEMA, FileKind.CASE)


def validate(document: Document, kind: FileKind) -> tuple[Diagnostic, ...]:
    """What is wrong with the structure of a document, in reading order."""
    if kind in _WITHOUT_SCHEMA:
        return ()
    name = schema_name(kind)
    found: list[Diagnostic] = []
    if _SECOND_LOOK.search(document.text) or not validator_of(name).is_valid(plain(document.root)):
        found.extend(_diagnostics(document, kind, name))
    wrong_name = misnamed(document, kind)
    if wrong_name is not None and not any(each.span.pointer in _NAMING for each in found):
        found.append(wrong_name)
    return in_reading_order(found)


def schema_name(kind: FileKind) -> str:
    """The name of the published schema of a kind of file."""
    return "contract" if kind is FileKind.DRAFT else kind.value


def _diagnostics(document: Document, kind: FileKind, name: str) -> list[Diagnostic]:
    places = _places(name)
    sins = once(document, violations(document, schema_of(name), name), places)
    return [
        diagnostic_of(each, places)
        for each in sins
        if kind is not FileKind.DRAFT or each.sin is not Sin.UNDECIDED
    ]


@functools.cache
def _places(name: str) -> Places:
    return Places(schema_of(name))
