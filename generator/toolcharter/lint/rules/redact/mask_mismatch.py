"""A mask is of a kind that fits its field.

Why
    The last four characters of a number, or the year of a text, hide nothing or everything.

Bad
    # tools/customers/search_customers.v1.yaml
    views:
      found: {shows: [customer_id], masks: {name: year}}

Good
    # tools/customers/search_customers.v1.yaml
    views:
      found: {shows: [customer_id], masks: {name: last_4}}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="redact/mask-mismatch", page=__doc__, stage="link")
