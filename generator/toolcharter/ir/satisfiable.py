"""Which parts of a schema no value can satisfy.

The one wrapper of a function that is experimental upstream. It proves contradictions; a part it
does not name is not proven to have a value.
"""

from __future__ import annotations

from dataclasses import dataclass

import jsonschema_rs
from jsonschema_rs.canonical import CanonicalizationError, UnsatisfiableReason, find_unsatisfiable

from toolcharter.ir.model import JsonSchema

_LINEAR = jsonschema_rs.RegexOptions()


@dataclass(frozen=True, slots=True, order=True)
class Contradiction:
    """A part without any valid value, and the keyword that it is told by, if it is one's."""

    pointer: str
    why: str
    keyword: str | None = None


def unsatisfiable_parts(schema: JsonSchema) -> tuple[Contradiction, ...]:
    """The parts without any valid value, in order of their pointers."""
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
    return tuple(sorted(_contradiction(pointer, reason) for pointer, reason in found.items()))


def _contradiction(pointer: str, reason: UnsatisfiableReason) -> Contradiction:
    match reason:
        case UnsatisfiableReason.Empty(cause):
            keywords = list(dict.fromkeys(cause.keywords))
        case UnsatisfiableReason.Conflict(causes):
            keywords = list(dict.fromkeys(word for cause in causes for word in cause.keywords))
        case _:
            return Contradiction(pointer, "it is false")
    if not keywords:
        return Contradiction(pointer, "its parts contradict each other")
    words = " and ".join(f"`{word}`" for word in keywords)
    telling = next((word for word in keywords if word != "type"), keywords[0])
    return Contradiction(pointer, f"no value satisfies {words}", telling)
