"""A page is ordered by fields that always hold one value.

Why
    A cursor goes on after a value. What may be absent or null, or is a list or an object, has no
    place in an order.

Bad
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 50, order: [name, customer_id]}
    output:
      fields:
        customer_id: customer_id
        name: {type: line, min_length: 1, max_length: 120, optional: true, describe: "Their name."}

Good
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 50, order: [name, customer_id]}
    output:
      fields:
        customer_id: customer_id
        name: {type: line, min_length: 1, max_length: 120, describe: "Their name."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="page/unsortable-order", page=__doc__, stage="link")
