"""A page is ordered by fields that some view shows.

Why
    Who pages through a list learns its order, and a cursor may hold where the last page ended. An
    order by a rating that nobody may see tells who is rated higher.

Bad
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 50, order: [rating, customer_id]}
    output:
      fields:
        customer_id: customer_id
        rating: {type: integer, min: 0, max: 9, sensitive: internal, describe: "How good they pay."}
    views:
      found: {shows: [customer_id]}

Good
    # tools/customers/search_customers.v1.yaml
    page: {items: customers, size: 20, max_size: 50, order: [rating, customer_id]}
    output:
      fields:
        customer_id: customer_id
        rating: {type: integer, min: 0, max: 9, describe: "How well they are known."}
    views:
      found: {shows: [customer_id, rating]}

Silence
    It cannot be silenced. A masked field is shown in part, and counts.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="page/hidden-order", page=__doc__, stage="link")
