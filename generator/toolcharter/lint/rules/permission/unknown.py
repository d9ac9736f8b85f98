"""Every permission that a tool asks for stands in the table of permissions.

Why
    The host gives a run the names that its requester holds, and they are compared exactly. A name
    that the table lacks is held by nobody, or, worse, means something else to the host.

Bad
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.reed]

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]

Silence
    It cannot be silenced. A new permission is added to policies/permissions.yaml with its
    sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import ContractRule, Finding


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    for named in contract.permissions:
        if named.value not in environment.permissions:
            yield Finding(
                span=named.span,
                message=f"`{named.value}` is no permission of policies/permissions.yaml.",
                hint=did_you_mean(named.value, environment.permissions)
                or f"Add `{named.value}` with a sentence on what it allows.",
            )


RULE = ContractRule(id="permission/unknown", page=__doc__, check=check)
