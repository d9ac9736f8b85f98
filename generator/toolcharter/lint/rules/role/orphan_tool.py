"""Every tool version that is served is in a role, or serves another tool.

Why
    A tool that no role lists reaches nobody. It is still generated, reviewed and tested, and the
    day a role takes it in, nobody remembers whether it was ever used.

Bad
    # tools/customers/get_customer_name.v1.yaml
    # like tools/customers/get_customer.v1.yaml
    tool: get_customer_name

Good
    # tools/customers/get_customer_name.v1.yaml
    # like tools/customers/get_customer.v1.yaml
    tool: get_customer_name
    status: {state: withdrawn, since: "2026-03-01", reason: "Nobody needs the name alone."}

Silence
    It is a warning: a new tool may come before its role, and a linter should not ask for a grant.
    Status and poll tools that a write names serve the runtime and need no role.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Severity
from toolcharter.ir.model import Catalog
from toolcharter.lint.rule import CatalogRule, Finding

_SERVES = ("status", "poll", "cancel")


def check(catalog: Catalog) -> Iterator[Finding]:
    listed = {tool.ref.value for role in catalog.roles for tool in role.tools}
    serving = {
        reference.ref
        for contract in catalog.contracts
        for reference in contract.references
        if reference.purpose in _SERVES
    }
    for contract in catalog.contracts:
        if contract.state == "withdrawn":
            continue
        orphans = [t.ref for t in contract.tools if t.ref not in listed and t.ref not in serving]
        if orphans:
            names = " and ".join(f"`{ref}`" for ref in orphans)
            yield Finding(
                span=contract.name.span,
                message=f"No role lists {names}.",
                hint="Add it to a role, move the contract to drafts/, or withdraw it.",
            )


RULE = CatalogRule(id="role/orphan-tool", page=__doc__, severity=Severity.WARNING, check=check)
