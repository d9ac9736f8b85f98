"""The record that a write acts on, and what its success may report.

Walks in: the node of a target, the input that it names a field of, the effect. Walks out: the
target with the kind of its record, and the facts that the shape of evidence is made from.
"""

from __future__ import annotations

from collections.abc import Mapping as Table

from toolcharter.diagnostics import Diagnostic, Span
from toolcharter.ir import fixed
from toolcharter.ir.model import (
    Contract,
    Environment,
    Follows,
    Located,
    Shape,
    Target,
    ToolRef,
    WriteEffect,
)
from toolcharter.ir.near import did_you_mean
from toolcharter.ir.paths import known_paths, look_up
from toolcharter.ir.reading import mapping, optional_string, optional_text, truth
from toolcharter.source.document import Node

Followed = Table[ToolRef, Contract]
"""The contracts that a follower asks about."""


def link_target(
    node: Node | None, taken: Shape | None, diagnostics: list[Diagnostic]
) -> Target | None:
    """The target of a write; ``taken`` is its input."""
    if node is None:
        return None
    written = mapping(node)
    new, field = optional_string(written.get("new")), optional_string(written.get("field"))
    kind = new.value if new else None
    if field is not None and taken is not None:
        kind = _kind_of_field(field, taken, diagnostics)
    return Target(
        span=written.span,
        kind=kind or "",
        field=field,
        is_new=new is not None,
        space=optional_string(written.get("space")),
        version_checked_by=optional_text(written.get("version_checked_by")),
        because=optional_text(written.get("because")),
        takes_expected_version=truth(written.get("expected_version")),
    )


def _kind_of_field(field: Located[str], taken: Shape, diagnostics: list[Diagnostic]) -> str | None:
    found = look_up(taken, field.value)
    if found is None:
        diagnostics.append(
            Diagnostic(
                code="target/unknown-field",
                span=field.span,
                message=f"The target names the input field `{field.value}`, which `input` lacks.",
                hint=did_you_mean(field.value, known_paths(taken))
                or "Name an identifier of `input`.",
            )
        )
        return None
    notes = found.parts[0].notes
    if notes.get("type") != "id" or not found.is_certain:
        diagnostics.append(
            Diagnostic(
                code="target/not-an-identifier",
                span=field.span,
                message=f"The target `{field.value}` is not one identifier that every call holds.",
                hint="Name a required field of an `id` type, outside lists and branches.",
            )
        )
        return None
    return str(notes["kind"])


def id_shape(kind: str | None, environment: Environment, span: Span) -> Shape:
    """The schema of the identifiers of a kind; of a kind without an id type, any short text."""
    id_type = environment.types.id_of_kind(kind) if kind else None
    return fixed.any_resource_id(span) if id_type is None else environment.types.use(id_type.name)


def link_evidence(
    effect: WriteEffect | None,
    target: Target | None,
    follows: Follows | None,
    followed: Followed,
    environment: Environment,
    span: Span,
) -> fixed.EvidenceFacts | None:
    """What a success may report: a write its own effect, a follower that of what it follows."""
    if follows is not None:
        known = [each.evidence for each in followed.values() if each.evidence is not None]
        return fixed.evidence_of_any(known) if known else _unlinked_evidence(span)
    if effect is None:
        return None
    kind = effect.creates.value if effect.creates else (target.kind if target else None)
    return fixed.EvidenceFacts(
        resource_id=id_shape(kind, environment, span),
        touches=tuple(each.value for each in effect.touches),
        next_states=tuple(each.value for each in effect.next_states),
        span=span,
    )


def _unlinked_evidence(span: Span) -> fixed.EvidenceFacts:
    """Stands in where a follower names no write that exists; ``tool/unknown`` stops the run."""
    return fixed.EvidenceFacts(
        resource_id=fixed.any_resource_id(span),
        touches=("unknown.unknown",),
        next_states=(),
        span=span,
    )
