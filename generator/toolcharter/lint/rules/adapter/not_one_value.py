"""A path, a query, a header or a form takes single values.

Why
    How a list or an object is spelled there differs from service to service, so the same contract
    would mean several requests. A JSON body takes any value.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        words: {type: line, min_length: 2, max_length: 80, describe: "Words from the name."}
        orders: {type: list, max_items: 5, items: {type: order_id}, describe: "Orders of theirs."}
    adapter:
      kind: http
      service: crm
      call:
        method: POST
        path: /v1/customers/search
        query:
          words: {from: input.orders}
          limit: {from: page.size}
          after: {from: page.cursor, when_absent: leave_out}
        answers: [{status: 200, is: success}, {status: 404, is: ORDER_NOT_FOUND}]
      checks: {order_visible: {by: call}}
      page: {items: /data, cursor: {at: /next, missing: null}}
      output: {customer_id: {at: /id}, name: {at: /name}}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        words: {type: line, min_length: 2, max_length: 80, describe: "Words from the name."}
        orders: {type: list, max_items: 5, items: {type: order_id}, describe: "Orders of theirs."}
    adapter:
      kind: http
      service: crm
      call:
        method: POST
        path: /v1/customers/search
        query:
          words: {from: input.words}
          limit: {from: page.size}
          after: {from: page.cursor, when_absent: leave_out}
        body: {orders: {from: input.orders}}
        answers: [{status: 200, is: success}, {status: 404, is: ORDER_NOT_FOUND}]
      checks: {order_visible: {by: call}}
      page: {items: /data, cursor: {at: /next, missing: null}}
      output: {customer_id: {at: /id}, name: {at: /name}}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/not-one-value", page=__doc__, stage="link")
