"""Evidence: the fields that prove what a write did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolcharter.diagnostics import Span
from toolcharter.ir.fixed_parts import closed, described, instant, nullable, one_of, version
from toolcharter.ir.model import Pointer, Shape
from toolcharter.ir.resolution import NULL
from toolcharter.ir.scalar_schemas import PRINTABLE, Schema, string_of

EVIDENCE_NAMES = (
    "resource_id",
    "previous_version",
    "new_version",
    "changed_fields",
    "next_state",
    "committed_at",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFacts:
    """What the evidence of a write may say.

    ``resource_id`` is the identifier of what it creates, else of its target.
    """

    resource_id: Shape
    touches: tuple[str, ...]
    next_states: tuple[str, ...]
    span: Span


def any_resource_id(span: Span) -> Shape:
    """The identifier of a record whose kind has no type of its own."""
    schema = described(string_of(PRINTABLE, 128), "Identifier of the record.")
    return Shape(schema=schema, spans={Pointer(""): span})


def evidence_of_any(facts: Sequence[EvidenceFacts]) -> EvidenceFacts:
    """What a follower of several writes may report: the evidence of any of them."""
    first = facts[0]
    is_one_type = all(each.resource_id.schema == first.resource_id.schema for each in facts)
    return EvidenceFacts(
        resource_id=first.resource_id if is_one_type else any_resource_id(first.span),
        touches=tuple(dict.fromkeys(part for each in facts for part in each.touches)),
        next_states=tuple(dict.fromkeys(state for each in facts for state in each.next_states)),
        span=first.span,
    )


def evidence_fields(facts: EvidenceFacts) -> dict[str, Schema | Shape]:
    """The fields of evidence without the operation's own identifier."""
    next_state: Schema = dict(NULL)
    if facts.next_states:
        next_state = nullable(one_of(facts.next_states, "State that the record is in now."))
    return {
        "resource_id": facts.resource_id,
        "previous_version": nullable(version("Version before; null for a new record.")),
        "new_version": nullable(version("Version after; null where there is none.")),
        "changed_fields": {
            "type": "array",
            "items": {"type": "string", "enum": list(facts.touches)},
            "minItems": 1,
            "maxItems": len(facts.touches),
            "uniqueItems": True,
            "description": "What has changed.",
            "x-toolcharter": {"type": "list"},
        },
        "next_state": next_state,
        "committed_at": instant("When the change took effect."),
    }


def evidence(facts: EvidenceFacts, *, is_answer: bool) -> Shape:
    """Evidence as an object; the adapter may leave the time to the store."""
    optional = ("committed_at",) if is_answer else ()
    return closed(facts.span, evidence_fields(facts), optional=optional)
