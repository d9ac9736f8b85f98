"""Null is written `null`; other spellings of it are quoted.

Why
    `~` and `Null` are null to some readers and text to people.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        mark: {type: enum, values: [old, ~], describe: "How it is marked."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        mark: {type: enum, values: [old, "~"], describe: "How it is marked."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/implicit-null", page=__doc__, stage="read")
