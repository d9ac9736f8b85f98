"""Validates one document against the language: the structure of its file, and nothing beyond it.

Walks in: a document and the kind of its file. Walks out: diagnostics, in reading order. A valid
document costs one call of a compiled validator; only what it refuses, or what needs a second look
(open questions, amounts, currencies), is walked. Other files are never looked at: ``ir`` resolves
names.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
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

MOST_DIAGNOSTICS = 100
"""How many diagnostics about its structure one file has; one more says how many are left out."""

_MOST_SINS = 1_000
"""How many are looked for."""

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
    found = list(itertools.islice(violations(document, schema_of(name), name), _MOST_SINS))
    sins = [
        each
        for each in once(document, found, places)
        if kind is not FileKind.DRAFT or each.sin is not Sin.UNDECIDED
    ]
    sins.sort(key=lambda each: (each.span.line, each.span.column))
    told = [diagnostic_of(each, places) for each in sins[: MOST_DIAGNOSTICS + 1]]
    if len(sins) > MOST_DIAGNOSTICS:
        more = len(sins) - MOST_DIAGNOSTICS
        least = "At least " if len(found) == _MOST_SINS else ""
        told[-1] = dataclasses.replace(
            told[-1],
            message=f"{least}{more} more mistakes are left out; here is the first of them.",
            hint="Mend those above first.",
        )
    return told


@functools.cache
def _places(name: str) -> Places:
    return Places(schema_of(name))
