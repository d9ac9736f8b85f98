"""Contracts that touch the same part of a record agree on whether that is external.

Why
    If one contract says that touching `note.delivery` reaches people outside and another says that
    it does not, one of them is wrong, and the wrong one is likelier to run without a person's
    approval.

Bad
    # tools/notes/keep_note.v1.yaml
    effect:
      class: write
      summary: "Keep a note about customer {input.customer_id}"
      touches: [note.record, note.delivery]
      external: false
      consequence: private_note
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
    It cannot be silenced for a direct write, which nobody approves; between changes it is a
    warning. Give the two effects parts of their own in kinds.yaml where both are right.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related, Severity
from toolcharter.ir.model import Catalog, ContractInterface
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    outside: dict[str, ContractInterface] = {}
    for contract in catalog.contracts:
        if contract.is_external:
            for part in contract.touches:
                outside.setdefault(part, contract)
    for contract in catalog.contracts:
        if contract.is_external:
            continue
        for part in contract.touches:
            if part in outside:
                other = outside[part]
                yield Finding(
                    span=contract.name.span,
                    message=f"`{contract.name.value}` touches `{part}` as a local effect; "
                    f"for `{other.name.value}` that is external.",
                    hint="Declare both the same, or split the part in kinds.yaml.",
                    related=(Related(span=other.name.span, message="external here"),),
                    severity=Severity.WARNING if contract.is_change else Severity.ERROR,
                )


RULE = CatalogRule(id="effect/external-disagrees", page=__doc__, check=check)
