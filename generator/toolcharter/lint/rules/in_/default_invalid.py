"""A default is a value that its field accepts.

Why
    The runtime fills it in before hashing. A default that the schema refuses makes every call
    that relies on it fail. So does one that a rule about the whole object refuses once it is
    there: `maxProperties`, `dependentRequired`, another branch, items that must differ.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        days: {type: integer, min: 1, max: 30, default: 60, describe: "How far to look back."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        days: {type: integer, min: 1, max: 30, default: 7, describe: "How far to look back."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/default-invalid", page=__doc__, stage="link")
