"""Every error that a tool may answer is a domain code of errors.yaml.

Why
    The table gives a code one meaning, one retryable flag and one next step in the whole catalog.
    A code that it lacks would reach the agent as INTERNAL. Codes of the runtime can come from
    every tool and are never listed.

Bad
    # tools/customers/get_customer.v1.yaml
    failure: {errors: [CUSTOMER_MISSING], retry: {class: read, attempts: 3}}

Good
    # tools/customers/get_customer.v1.yaml
    failure: {errors: [ORDER_NOT_FOUND], retry: {class: read, attempts: 3}}

Silence
    It cannot be silenced. A new code is added to errors.yaml with its message and its next step.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.contract.runtime_codes import RUNTIME_CODES
from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import ContractRule, Finding


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    for named in contract.failure.errors:
        if named.value not in environment.errors:
            yield Finding(
                span=named.span,
                message=f"`{named.value}` is no domain code of errors.yaml.",
                hint="Remove it: a code of the runtime can come from every tool."
                if named.value in RUNTIME_CODES
                else did_you_mean(named.value, environment.errors)
                or f"Add `{named.value}` to errors.yaml.",
            )


RULE = ContractRule(id="error/unknown", page=__doc__, check=check)
