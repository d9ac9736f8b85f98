"""Only the commit of a change sends the version of its target.

Why
    A read has no target, a preview is what finds the version out, and a direct write is carried
    out without one.

Bad
    # tools/customers/get_customer.v1.yaml
    adapter:
      kind: http
      service: crm
      call:
        method: GET
        path: "/v1/customers/{input.customer_id}"
        query: {version: {from: target.version}}
        answers:
          - {status: 200, is: success}
          - {status: 404, is: CUSTOMER_NOT_FOUND}
      checks: {customer_visible: {by: call}}
      output:
        customer_id: {at: /id}
        version: {at: /version}
        name: {at: /name}
        last_order: {at: /order, missing: null}

Good
    # tools/customers/get_customer.v1.yaml
    adapter:
      kind: http
      service: crm
      call:
        method: GET
        path: "/v1/customers/{input.customer_id}"
        answers:
          - {status: 200, is: success}
          - {status: 404, is: CUSTOMER_NOT_FOUND}
      checks: {customer_visible: {by: call}}
      output:
        customer_id: {at: /id}
        version: {at: /version}
        name: {at: /name}
        last_order: {at: /order, missing: null}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/no-target-version", page=__doc__, stage="link")
