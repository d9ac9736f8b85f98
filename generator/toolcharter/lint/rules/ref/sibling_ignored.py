"""No rule stands beside a `$ref`.

Why
    Some readers join it to the schema that is referred to, others pass it over. Words may stand
    there, rules may not.

Bad
    # tools/customers/get_customer.v1.yaml
    input:
      schema:
        type: object
        required: [customer_id]
        properties: {customer_id: {$ref: types/customer_id, maxLength: 10}}
        additionalProperties: false

Good
    # tools/customers/get_customer.v1.yaml
    input:
      schema:
        type: object
        required: [customer_id]
        properties: {customer_id: {$ref: types/customer_id, description: "Whom to read."}}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="ref/sibling-ignored", page=__doc__, stage="link")
