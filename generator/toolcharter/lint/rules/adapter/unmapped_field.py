"""Every declared field says where it comes from.

Why
    An answer without a required field is OUTPUT_INVALID, at every call. An optional field may be
    left out, and so may evidence that can be null.

Bad
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

RULE = StageRule(id="adapter/unmapped-field", page=__doc__, stage="link")
