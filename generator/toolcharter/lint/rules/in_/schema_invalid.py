"""A `schema:` is a JSON Schema of 2020-12.

Why
    A keyword with a value of the wrong kind is ignored by some validators and stops others.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words]
        properties: {words: {type: text, maxLength: 80}}
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words]
        properties: {words: {type: string, maxLength: 80}}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/schema-invalid", page=__doc__, stage="link")
