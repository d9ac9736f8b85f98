"""A `$ref` stays in the catalog.

Why
    What is fetched while compiling can change without a review, and asks a server that somebody
    else chose.

Bad
    # tools/customers/get_customer.v1.yaml
    input:
      schema:
        type: object
        required: [customer_id]
        properties: {customer_id: {$ref: "https://example.com/customer.json"}}
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

RULE = StageRule(id="ref/external", page=__doc__, stage="link")
