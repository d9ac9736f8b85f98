"""What a version names to use instead is another one that is at least as new.

Why
    An agent that is sent from an old version to itself, to an older one or to one that takes no new
    runs arrives nowhere.

Bad
    # tools/customers/get_customer.v1.yaml
    status: {state: deprecated, since: "2026-03-01", sunset: "2026-12-31", use: get_customer.v1}

Good
    # tools/customers/get_customer.v1.yaml
    status: {state: deprecated, since: "2026-03-01", sunset: "2026-12-31", use: search_customers.v1}

Silence
    It cannot be silenced. Where nothing takes its place, leave `use` out.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Catalog, ContractInterface, ToolRef
from toolcharter.lint.rule import CatalogRule, Finding

_GOING = ("draining", "withdrawn")


def check(catalog: Catalog) -> Iterator[Finding]:
    tools = catalog.tools()
    for contract in catalog.contracts:
        for reference in contract.references:
            if reference.purpose != "use":
                continue
            found = tools.get(reference.ref)
            why = _why_not(contract, reference.ref, found[0] if found else None)
            if why:
                yield Finding(
                    span=reference.span,
                    message=f"`{contract.name.value}` sends to `{reference.ref}`, {why}.",
                    hint="Name a newer version or another tool, or leave `use` out.",
                )


def _why_not(contract: ContractInterface, ref: ToolRef, other: ContractInterface | None) -> str:
    own = {tool.ref for tool in contract.tools}
    if ref in own:
        return "which is the version itself"
    if ref.name in {each.name for each in own} and ref.version < contract.version:
        return "an older version"
    if other is None or other.state not in _GOING:
        return ""
    if other.state == "withdrawn" and contract.state != "withdrawn":
        return ""  # `tool/withdrawn` says so
    return f"which is {other.state}"


RULE = CatalogRule(id="version/successor-not-newer", page=__doc__, check=check)
