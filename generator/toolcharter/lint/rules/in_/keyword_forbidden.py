"""A `schema:` uses keywords that mean the same to the compiler, the boundary and the exports.

Why
    A keyword that one of them passes over is a rule that holds in one place only. For the same
    reason `unevaluatedProperties` may only be `false`: any other value lets in what no view knows.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words]
        properties: {words: {type: string, maxLength: 80, nullable: true}}
        additionalProperties: false

Good
    # tools/customers/search_customers.v1.yaml
    input:
      schema:
        type: object
        required: [words]
        properties: {words: {type: [string, "null"], maxLength: 80}}
        additionalProperties: false

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/keyword-forbidden", page=__doc__, stage="link")
