"""A field that is named or written like an identifier has an identifier type.

Why
    As plain strings, a customer's identifier fits where an order's is meant, and no check asks
    whether the record exists or the requester may see it. An identifier type names the kind of
    record, the tool that finds it and the precondition that checks it. A string with the pattern of
    an identifier type, or one that begins with the same letters (`cus_`), holds such identifiers,
    whatever its name.

Bad
    # tools/notes/keep_note.v1.yaml
    input:
      fields:
        customer_id: customer_id
        order_id: {type: string, max_length: 16, pattern: "^ord_[0-9]+$", describe: "The order."}
        body: note_text

Good
    # tools/notes/keep_note.v1.yaml
    input:
      fields:
        customer_id: customer_id
        order_id: {type: order_id, optional: true}
        body: note_text

Silence
    It cannot be silenced. Where the name means no record, such as a tax number, record it in the
    contract: `judgements: [{at: /input/fields/tax_id, is: not_identifier, reason: ...}]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolcharter.ir.model import IdType
from toolcharter.lint.bounds import accepts, is_listed
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule
from toolcharter.lint.words import words_of

_ID_WORDS = frozenset({"id", "ids", "guid", "guids", "uuid", "uuids", "identifier", "identifiers"})
_BEGINNING = re.compile(r"\^([0-9A-Za-z]{2,}[_-])[\[(\\]")
"""What every value of a pattern begins with, up to the first part that varies."""

_NO_RECORDS = frozenset(
    {
        *("id", "handle", "cursor", "operation_id", "record_version", "enum", "constant"),
        *("boolean", "date", "instant", "decimal", "email", "url", "country", "currency"),
    }
)
"""Types that are an identifier already, or none whatever the name."""


def check(part: DeclaredPart) -> Iterator[Finding]:
    words = words_of(part.name)
    twin = _same_pattern(part)
    if twin is not None:
        if not part.is_judged("not_identifier"):
            yield Finding(
                span=part.span,
                message=f"{part.opening} has the pattern of `{twin.name}`, but not its type: "
                "nobody checks whether the record exists.",
                hint=f"Write a list of objects with a `{twin.name}`; a map has no such keys."
                if part.node.is_key
                else f"Write `{twin.name}` as its type.",
            )
        return
    if not words or words[-1] not in _ID_WORDS or not _is_leaf(part):
        return
    if part.language_type in _NO_RECORDS or part.is_judged("not_identifier"):
        return
    yield Finding(
        span=part.span,
        message=f"{part.opening} is named like an identifier, but has no identifier type: "
        "it says neither which kind of record it names nor who checks it.",
        hint=_hint(part, words),
    )


def _same_pattern(part: DeclaredPart) -> IdType | None:
    """The identifier type that a plain string copies: its pattern, or the letters it begins with."""
    pattern = part.schema.get("pattern")
    if pattern is None or part.language_type != "string":
        return None
    for each in part.environment.id_types.values():
        theirs = each.schema.get("pattern")
        if theirs == pattern or (theirs is not None and _begin_alike(theirs, pattern)):
            return each
    return None


def _begin_alike(one: str, other: str) -> bool:
    first = _BEGINNING.match(one)
    second = _BEGINNING.match(other)
    return first is not None and second is not None and first[1] == second[1]


def _is_leaf(part: DeclaredPart) -> bool:
    if part.node.is_branch or part.node.is_key or is_listed(part.schema):
        return False
    return any(accepts(part.schema, kind) for kind in ("string", "integer"))


def _hint(part: DeclaredPart, words: tuple[str, ...]) -> str:
    kind = "_".join(words[:-1])
    known = [each.name for each in part.environment.id_types.values() if each.kind == kind]
    if known:
        return f"Write `{known[0]}` as its type."
    return "Add an `id` type with its kind to types/, and use it here."


RULE = PartRule(id="in/id-untyped", page=__doc__, check=check)
