"""For every part there is a value that it accepts.

Why
    A part that accepts nothing makes its tool, or a branch of it, impossible to call. It is
    always a mistake, and tests cannot find it.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        days: {type: integer, min: 30, max: 7, describe: "How far to look back."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        days: {type: integer, min: 7, max: 30, describe: "How far to look back."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/unsatisfiable", page=__doc__, stage="link")
