"""A tool that cancels touches only what the writes that it follows touch.

Why
    Nobody approves a cancellation, because it only stops what the same requester started. What
    it touches beyond that would be written without approval and in no private space.

Bad
    # tools/exports/cancel_export.v1.yaml
    effect:
      class: write
      summary: "Stop export {target.id}"
      touches: [export_file.record, customer.phone]
      external: false
      consequence: own_operation
      reversibility: {kind: reversible, how: "The same export can be started again."}

Good
    # tools/exports/cancel_export.v1.yaml
    effect:
      class: write
      summary: "Stop export {target.id}"
      touches: [export_file.record]
      external: false
      consequence: own_operation
      reversibility: {kind: reversible, how: "The same export can be started again."}

Silence
    It cannot be silenced. What else has to change is a `change` of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Catalog, ContractInterface, Form
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    for contract in catalog.contracts:
        if all(tool.form is not Form.CANCEL for tool in contract.tools):
            continue
        followed = [
            tools[each.ref][0]
            for each in contract.references
            if each.purpose == "follows" and each.ref in tools
        ]
        if followed:
            yield from _beyond(contract, followed)


def _beyond(contract: ContractInterface, followed: list[ContractInterface]) -> Iterator[Finding]:
    allowed = {part for each in followed for part in each.touches}
    kinds = {each.creates_kind for each in followed}
    more = [part for part in contract.touches if part not in allowed]
    if contract.creates_kind is not None and contract.creates_kind not in kinds:
        more.append(contract.creates_kind)
    for part in more:
        yield Finding(
            span=contract.name.span,
            message=f"`{contract.name.value}` needs no approval, but reaches `{part}`, "
            "which nothing that it cancels touches.",
            hint="Touch only what the cancelled write touches, or write it as a `change`.",
            related=tuple(
                Related(span=each.name.span, message=f"touches {', '.join(each.touches)}")
                for each in followed
            ),
        )


RULE = CatalogRule(id="approval/cancel-touches-more", page=__doc__, check=check)
