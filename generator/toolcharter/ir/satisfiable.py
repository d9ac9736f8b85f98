"""Which parts of a schema no value can satisfy.

The one wrapper of a function that is experimental upstream. It proves contradictions; a part it
does not name is not proven to have a value.
"""

from __future__ import annotations

import jsonschema_rs
from jsonschema_rs.canonical import CanonicalizationError, UnsatisfiableReason, find_unsatisfiable

from toolcharter.ir.model import JsonSchema

_LINEAR = jsonschema_rs.RegexOptions()


def unsatisfiable_parts(schema: JsonSchema) -> tuple[tuple[str, str], ...]:
    """The pointers of parts without any valid value, each with why, in order of the pointers."""
    try:
        found = find_unsatisfiable(
            dict(schema),
            draft=jsonschema_rs.Draft202012,
            validate_formats=True,
            pattern_options=_LINEAR,
            offline=True,
        )
    except (CanonicalizationError, jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError):
        return ()
    return tuple(sorted((pointer, _why(reason)) for pointer, reason in found.items()))


def _why(reason: UnsatisfiableReason) -> str:
    match reason:
        case UnsatisfiableReason.Empty(cause):
            return f"no value satisfies {_words(cause.keywords)}"
        case UnsatisfiableReason.Conflict(causes):
            keywords = [word for cause in causes for word in cause.keywords]
            return f"no value satisfies {_words(keywords)} together"
    return "it is false"


def _words(keywords: list[str]) -> str:
    return " and ".join(f"`{word}`" for word in dict.fromkeys(keywords)) or "all parts"
