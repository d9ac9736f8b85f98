"""A `$ref` names a schema that there is.

Why
    A reference that leads nowhere is a part without rules, or a broken tool list at a client.

Bad
    # tools/customers/get_customer.v1.yaml
    input:
      schema:
        type: object
        required: [customer_id]
        properties: {customer_id: {$ref: types/customer}}
        additionalProperties: false

Good
    # tools/customers/get_customer.v1.yaml
    input:
      schema:
        type: object
        required: [customer_id]
        properties: {customer_id: {$ref: types/customer_id}}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="ref/unresolved", page=__doc__, stage="link")
