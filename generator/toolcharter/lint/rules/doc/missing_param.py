"""Every field has a description, its own or that of its type.

Why
    A model that does not know what a field means fills it with what fits the pattern.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        words: {type: line, max_length: 80}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        words: {type: line, max_length: 80, describe: "Words from the name."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="doc/missing-param", page=__doc__, stage="link")
