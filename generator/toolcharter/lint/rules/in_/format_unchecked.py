"""A format is one that the boundary checks.

Why
    Most validators pass over a format that they do not know, so it is a rule that nobody keeps.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [day]
        properties: {day: {type: string, format: day, maxLength: 10}}
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [day]
        properties: {day: {type: string, format: date}}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/format-unchecked", page=__doc__, stage="link")
