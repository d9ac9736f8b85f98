"""A page holds no more items unless asked than when asked.

Why
    The default size would be refused if somebody wrote it.

Bad
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 40, max_size: 20, order: [customer_id]}

Good
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 40, order: [customer_id]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="page/size-above-maximum", page=__doc__, stage="link")
