"""A direct write has a consequence at level `none`; a change has one that somebody approves.

Why
    A direct write takes its arguments from the agent and runs at once, so nobody could approve it.
    A change whose row is at level `none` asks for a proposal that nobody decides.

Bad
    # tools/notes/keep_note.v1.yaml
    effect:
      class: write
      summary: "Keep a note about customer {input.customer_id}"
      touches: [note.record]
      external: false
      consequence: customer_data
      reversibility: {kind: reversible, how: "The requester can delete the note."}

Good
    # tools/notes/keep_note.v1.yaml
    effect:
      class: write
      summary: "Keep a note about customer {input.customer_id}"
      touches: [note.record]
      external: false
      consequence: private_note
      reversibility: {kind: reversible, how: "The requester can delete the note."}

Silence
    It cannot be silenced. What needs approval is written as a `change`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.link_policy import NONE
from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.rule import ContractRule, Finding


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    if contract.effect is None:
        return
    named = contract.effect.consequence
    row = environment.consequences.get(named.value)
    if row is None:
        return
    related = (Related(span=row.level.span, message=f"`{row.name}` is at `{row.level.value}`"),)
    needs_approval = row.level.value != NONE
    if contract.is_change and not needs_approval:
        yield Finding(
            span=named.span,
            message=f"Nobody approves this change: `{row.name}` is at level `none`.",
            hint="Name a consequence with approvers, or write a direct write in a private space.",
            related=related,
        )
    if not contract.is_change and needs_approval:
        yield Finding(
            span=named.span,
            message=f"`{row.name}` needs approval at level `{row.level.value}`, "
            f"but the direct write `{contract.name.value}` cannot ask for it.",
            hint=f"Write `change: {contract.name.value}`, or a consequence at level `none`.",
            related=related,
        )


RULE = ContractRule(id="approval/level-below-consequence", page=__doc__, check=check)
