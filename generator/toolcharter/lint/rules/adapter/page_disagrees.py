"""The page of an adapter is the page of its contract.

Why
    Without the place of the items nothing can be answered, and a cursor that is taken from an
    answer and never sent back gives the first page for ever.

Bad
    # tools/customers/search_customers.v1.yaml
    adapter:
      kind: http
      service: crm
      call:
        method: GET
        path: /v1/customers
        query:
          words: {from: input.words}
          limit: {from: page.size}
        answers: [{status: 200, is: success}]
      page: {items: /data, cursor: {at: /next, missing: null}}
      output: {customer_id: {at: /id}, name: {at: /name}}

Good
    # tools/customers/search_customers.v1.yaml
    adapter:
      kind: http
      service: crm
      call:
        method: GET
        path: /v1/customers
        query:
          words: {from: input.words}
          limit: {from: page.size}
          after: {from: page.cursor, when_absent: leave_out}
        answers: [{status: 200, is: success}]
      page: {items: /data, cursor: {at: /next, missing: null}}
      output: {customer_id: {at: /id}, name: {at: /name}}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/page-disagrees", page=__doc__, stage="link")
