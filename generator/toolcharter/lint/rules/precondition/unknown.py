"""Every precondition that is named stands in the table of preconditions.

Why
    A precondition is one question with one error, and means the same for every tool that names it.
    A name without a row would be a method that nobody knows what to ask in.

Bad
    # tools/customers/get_customer.v1.yaml
    preconditions: [customer_is_activ]

Good
    # tools/customers/get_customer.v1.yaml
    preconditions: [customer_visible]

Silence
    It cannot be silenced. A new precondition is added to preconditions.yaml with question and
    error.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import ContractRule, Finding


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    checks = (contract.visibility.check,) if contract.visibility else ()
    for named in (*contract.named_preconditions, *checks):
        if named.value not in environment.preconditions:
            yield Finding(
                span=named.span,
                message=f"`{named.value}` is no precondition of preconditions.yaml.",
                hint=did_you_mean(named.value, environment.preconditions)
                or f"Add `{named.value}` with what it asks and its error.",
            )


RULE = ContractRule(id="precondition/unknown", page=__doc__, check=check)
