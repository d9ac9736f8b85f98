"""A header of a request is set in one place.

Why
    Case makes no difference in the name of a header. With two values it is the service, or a proxy
    before it, that chooses.

Bad
    # tools/customers/get_customer.v1.yaml
    adapter:
      kind: http
      service: crm
      call:
        method: GET
        path: "/v1/customers/{input.customer_id}"
        headers: {Accept: {constant: text/plain}, accept: {constant: text/html}}
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
        headers: {Accept: {constant: application/json}}
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

RULE = StageRule(id="adapter/repeated-header", page=__doc__, stage="link")
