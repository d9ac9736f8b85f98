"""No schema refers to itself.

Why
    Such a value has no largest size and no deepest level.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words]
        properties:
          words: {type: string, maxLength: 80}
          or: {$ref: "#"}
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words]
        properties:
          words: {type: string, maxLength: 80}
          or: {type: string, maxLength: 80}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="ref/cycle", page=__doc__, stage="link")
