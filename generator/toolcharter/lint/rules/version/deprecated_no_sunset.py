"""A deprecated version says since when and until when, in that order.

Why
    Runs that still call the old version need a date to plan by. A deprecation without an end never
    ends; one that ends before it begins was a typing error.

Bad
    # tools/customers/get_customer.v1.yaml
    status: {state: deprecated, since: "2026-12-31", sunset: "2026-03-01"}

Good
    # tools/customers/get_customer.v1.yaml
    status: {state: deprecated, since: "2026-03-01", sunset: "2026-12-31"}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import below


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    status, root = contract.status, contract.document.root.span
    if status.state == "deprecated" and (status.since is None or status.sunset is None):
        yield Finding(
            span=below(contract.document, root, "status"),
            message=f"`{contract.name.value}` is deprecated without `since` and `sunset`.",
            hint="Add both dates to `status`.",
        )
    if status.since and status.sunset and status.sunset <= status.since:
        yield Finding(
            span=below(contract.document, root, "status", "sunset"),
            message=f"`{contract.name.value}` ends on {status.sunset}, "
            f"but is deprecated only since {status.since}.",
            hint="Write a `sunset` after `since`.",
        )


RULE = ContractRule(id="version/deprecated-no-sunset", page=__doc__, check=check)
