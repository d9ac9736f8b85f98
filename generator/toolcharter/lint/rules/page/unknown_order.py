"""A page is ordered by fields of its items.

Why
    A cursor goes on where the last page ended, which only an order can say.

Bad
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 50, order: [number]}

Good
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 50, order: [name, customer_id]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="page/unknown-order", page=__doc__, stage="link")
