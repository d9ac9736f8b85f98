"""A commit takes the id of a proposal and nothing else.

Why
    What was approved is what was stored. An argument beside the proposal id would be a way to
    change it after a person has agreed.

Bad
    # tools/customers/phone_change.v1.yaml
    commit:
      input: {fields: {phone: phone_number}}

Good
    # tools/customers/phone_change.v1.yaml
    change: phone_change

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment, Form
from toolcharter.lint.rule import ContractRule, Finding

_TAKES = {"proposal_id"}


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    for tool in contract.tools:
        if tool.form is not Form.COMMIT:
            continue
        taken = set(tool.input.schema.get("properties", {}))
        if taken != _TAKES or tool.input.schema.get("additionalProperties") is not False:
            extra = ", ".join(f"`{name}`" for name in sorted(taken - _TAKES)) or "any key"
            yield Finding(
                span=contract.name.span,
                message=f"`{tool.ref}` takes {extra} beside the proposal id.",
                hint="Move it to `input`, so that it is part of the proposal.",
            )


RULE = ContractRule(id="write/commit-takes-payload", page=__doc__, check=check)
