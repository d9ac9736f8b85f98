"""A value that need not be there says what is sent without it.

Why
    Left out, empty and null are three requests to a service. A path takes only values that every
    accepted call holds, since a segment that is missing names another endpoint.

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
          after: {from: page.cursor}
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
    It cannot be silenced. `when_absent` is `leave_out` or `null`.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/uncertain-path", page=__doc__, stage="link")
