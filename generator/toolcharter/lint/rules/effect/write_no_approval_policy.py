"""The consequence of a write is a row of the approval policy.

Why
    The row alone says who must agree, how often, and up to which amount. A write without one would
    run under no policy at all.

Bad
    # tools/customers/phone_change.v1.yaml
    effect:
      summary: "Replace the telephone number of customer {target.id}"
      touches: [customer.phone]
      external: false
      consequence: customer_record
      reversibility: {kind: compensable, by: commit_phone_change.v1}

Good
    # tools/customers/phone_change.v1.yaml
    effect:
      summary: "Replace the telephone number of customer {target.id}"
      touches: [customer.phone]
      external: false
      consequence: customer_data
      reversibility: {kind: compensable, by: commit_phone_change.v1}

Silence
    It cannot be silenced. A new row is added to policies/approval.yaml, where it is reviewed.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import ContractRule, Finding


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    if contract.effect is None:
        return
    named = contract.effect.consequence
    rows = environment.consequences
    if named.value not in rows:
        yield Finding(
            span=named.span,
            message=f"`{named.value}` is no consequence of policies/approval.yaml, "
            "so no policy covers this write.",
            hint=did_you_mean(named.value, rows) or f"Add a row `{named.value}` with its level.",
        )


RULE = ContractRule(id="effect/write-no-approval-policy", page=__doc__, check=check)
