"""An answer means an error of the tool, or one of the runtime that a service can know.

Why
    A code that the contract does not list would reach the agent as INTERNAL. Codes about proposals,
    approvals, the store and the form of a call are the runtime's own to give.

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
          - {status: 409, is: APPROVAL_DENIED}
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
          - {status: 409, is: UPSTREAM_UNAVAILABLE}
      checks: {customer_visible: {by: call}}
      output:
        customer_id: {at: /id}
        version: {at: /version}
        name: {at: /name}
        last_order: {at: /order, missing: null}

Silence
    It cannot be silenced. An answer of the service file counts as if it stood in the contract.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/unknown-code", page=__doc__, stage="link")
