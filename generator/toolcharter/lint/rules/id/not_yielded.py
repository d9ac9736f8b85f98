"""An identifier that some input takes is yielded by some tool, or known to people.

Why
    What no tool answers with, an agent can only have from the text it was given, or make up.

Bad
    # types/ids.yaml
    types:
      refund_id:
        type: id
        kind: erp_customer
        pattern: "^erp_[0-9a-z]{8,20}$"
        max_length: 24
        resolved_by: get_note.v1
        checked_by: customer_visible
        describe: A customer of the ERP.
    # tools/notes/get_note.v1.yaml
    input:
      fields:
        note_id: note_id
        debtor: refund_id

Good
    # types/ids.yaml
    types:
      refund_id:
        type: id
        kind: erp_customer
        pattern: "^erp_[0-9a-z]{8,20}$"
        max_length: 24
        resolved_by: get_note.v1
        checked_by: customer_visible
        known_to: people
        describe: A customer of the ERP, as on the invoice.
    # tools/notes/get_note.v1.yaml
    input:
      fields:
        note_id: note_id
        debtor: refund_id

Silence
    It cannot be silenced. A tool yields an identifier in an output that some view shows, or as the
    record that it makes; a read that takes the identifier does not count.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Catalog
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    every = [(contract, tool) for contract in catalog.contracts for tool in contract.tools]
    for id_type in catalog.environment.id_types.values():
        is_yielded = any(tool.yields(id_type.kind) for _, tool in every)
        if is_yielded or id_type.known_to is not None:
            continue
        takers = [contract for contract, tool in every if id_type.kind in tool.takes_kinds]
        if takers:
            yield Finding(
                span=id_type.span,
                message=f"No tool yields `{id_type.name}`, which `{takers[0].name.value}` takes.",
                hint="Add it to the output of a read, or write `known_to: people` in the type.",
                related=tuple(
                    Related(span=each.name.span, message=f"`{each.name.value}` takes it")
                    for each in takers[:3]
                ),
            )


RULE = CatalogRule(id="id/not-yielded", page=__doc__, check=check)
