"""A read has no consequence.

Why
    A consequence selects the policy that a write needs. A read that needs one is not a read.

Bad
    # tools/customers/get_customer.v1.yaml
    effect: {class: read, consequence: customer_data}

Good
    # tools/customers/get_customer.v1.yaml
    effect: {class: read}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="effect/read-has-approval", page=__doc__, stage="validate")
