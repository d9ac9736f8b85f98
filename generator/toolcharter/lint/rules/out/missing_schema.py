"""A read says what its answer may hold.

Why
    What is not described cannot be bounded, redacted or checked; it would reach the model as it
    is.

Bad
    # tools/customers/get_customer.v1.yaml
    # without output

Good
    # tools/customers/get_customer.v1.yaml
    output:
      fields:
        customer_id: customer_id
        last_order: {type: order_id, nullable: true}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="out/missing-schema", page=__doc__, stage="validate")
