"""Nothing refers to a tool version that is withdrawn.

Why
    A withdrawn tool answers nobody. An agent that is sent to it, or a runtime that asks it what
    became of a write, gets TOOL_WITHDRAWN.

Bad
    # tools/customers/search_customers.v1.yaml
    status: {state: withdrawn, since: "2026-03-01", reason: "It showed customers of other tenants."}

Good
    # tools/customers/search_customers.v1.yaml
    status: {state: deprecated, since: "2026-03-01", sunset: "2026-12-31"}

Silence
    It cannot be silenced. Name the version that took its place; roles list it no more.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related, Span
from toolcharter.ir.model import Catalog, ToolRef
from toolcharter.lint.rule import CatalogRule, Finding


def check(catalog: Catalog) -> Iterator[Finding]:
    withdrawn = {
        tool.ref: contract
        for contract in catalog.contracts
        if contract.state == "withdrawn"
        for tool in contract.tools
    }
    for ref, span in _references(catalog):
        if ref in withdrawn:
            yield Finding(
                span=span,
                message=f"`{ref}` is withdrawn and answers nobody.",
                hint="Name the version that took its place, or remove the reference.",
                related=(Related(span=withdrawn[ref].name.span, message="withdrawn here"),),
            )


def _references(catalog: Catalog) -> Iterator[tuple[ToolRef, Span]]:
    for contract in catalog.contracts:
        for each in contract.references:
            if each.purpose != "follows" and contract.state != "withdrawn":
                yield each.ref, each.span
    for role in catalog.roles:
        yield from ((each.ref.value, each.ref.span) for each in role.tools)
    for code in catalog.environment.errors.values():
        if code.tool is not None:
            yield code.tool.value, code.tool.span
    for id_type in catalog.environment.id_types.values():
        if id_type.resolved_by is not None:
            yield id_type.resolved_by.value, id_type.resolved_by.span


RULE = CatalogRule(id="tool/withdrawn", page=__doc__, check=check)
