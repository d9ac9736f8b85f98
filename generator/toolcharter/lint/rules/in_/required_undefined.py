"""A required field is one that the object has.

Why
    In a closed object nobody could send it, so nothing would be accepted.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [word]
        properties: {words: {type: string, maxLength: 80}}
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

RULE = StageRule(id="in/required-undefined", page=__doc__, stage="link")
