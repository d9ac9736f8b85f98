"""An error that a precondition or an identifier implies is not listed again.

Why
    The list of a contract says what its operation adds. A repeated code looks like a second way to
    fail, and stays behind when the precondition is removed.

Bad
    # tools/customers/get_customer.v1.yaml
    failure: {errors: [CUSTOMER_NOT_FOUND], retry: {class: read, attempts: 3}}

Good
    # tools/customers/get_customer.v1.yaml
    failure: {retry: {class: read, attempts: 3}}

Silence
    It is a warning; remove the code from the list.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related, Severity
from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.rule import ContractRule, Finding


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    implied = {
        environment.preconditions[each.name].error.value: each
        for each in contract.preconditions
        if each.name in environment.preconditions
    }
    for named in contract.failure.errors:
        if named.value in implied:
            cause = implied[named.value]
            yield Finding(
                span=named.span,
                message=f"`{named.value}` is implied by the precondition `{cause.name}`.",
                hint=f"Remove `{named.value}`.",
                related=(Related(span=cause.span, message=f"`{cause.name}` comes from here"),),
            )


RULE = ContractRule(
    id="error/implied-repeated",
    page=__doc__,
    severity=Severity.WARNING,
    can_be_silenced=True,
    check=check,
)
