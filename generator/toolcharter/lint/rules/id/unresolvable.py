"""An identifier that an input takes says which tool finds it and which precondition checks it.

Why
    Without a read tool that yields identifiers, the model invents one that looks right. Without a
    precondition, a well-formed identifier of somebody else's record is as good as one's own.

Bad
    # types/ids.yaml
    types:
      refund_id:
        type: id
        kind: refund
        pattern: "^rfd_[0-9a-z]{8,20}$"
        max_length: 24
        describe: A refund.
    # tools/notes/keep_note.v1.yaml
    input:
      fields:
        customer_id: customer_id
        refund_id: refund_id
        body: note_text

Good
    # tools/notes/keep_note.v1.yaml
    input:
      fields:
        customer_id: customer_id
        order_id: order_id
        body: note_text

Silence
    It cannot be silenced. An identifier that only outputs carry needs neither.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.lint.part import DeclaredPart
from toolcharter.lint.rule import Finding, PartRule


def check(part: DeclaredPart) -> Iterator[Finding]:
    if not part.is_input or part.language_type != "id":
        return
    id_type = part.environment.id_types.get(part.node.notes.get("name", ""))
    if id_type is None:
        return
    missing = [
        f"`{key}`"
        for key, value in (
            ("resolved_by", id_type.resolved_by),
            ("checked_by", id_type.checked_by),
        )
        if value is None
    ]
    if missing:
        keys = " and ".join(missing)
        yield Finding(
            span=part.span,
            message=f"{part.opening} takes `{id_type.name}`, whose type lacks {keys}.",
            hint=f"Add {keys} to `{id_type.name}`: the read tool that finds it, "
            "the precondition that checks it.",
            related=(Related(span=id_type.span, message="the identifier type"),),
        )


RULE = PartRule(id="id/unresolvable", page=__doc__, check=check)
