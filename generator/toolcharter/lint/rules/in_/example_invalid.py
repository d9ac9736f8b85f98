"""An example is a value that its field accepts.

Why
    Models copy examples. One that the boundary refuses teaches them to fail.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        days: {type: integer, min: 1, max: 30, example: 60, describe: "How far to look back."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        days: {type: integer, min: 1, max: 30, example: 7, describe: "How far to look back."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/example-invalid", page=__doc__, stage="link")
