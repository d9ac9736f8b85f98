"""A number is one that JSON carries exactly; a longer one is an identifier and quoted.

Why
    Beyond 2^53-1 readers of JSON round. The nineteen digits of an identifier come back as those
    of another record.

Bad
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 9007199254740993, order: [customer_id]}

Good
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 50, order: [customer_id]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/number-range", page=__doc__, stage="read")
