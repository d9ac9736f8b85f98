"""A whole number is written in plain digits; what some readers take for a number is quoted.

Why
    `1_000`, `0x10` and `012` are numbers to one reader and text, or other numbers, to the next;
    `12:30:45` is 45045 to YAML 1.1.

Bad
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 020, max_size: 50, order: [customer_id]}

Good
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 50, order: [customer_id]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/implicit-number", page=__doc__, stage="read")
