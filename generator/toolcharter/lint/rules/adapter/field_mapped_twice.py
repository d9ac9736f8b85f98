"""Every declared field is filled once.

Why
    The boolean that says whether a text was cut is filled by the text. With two sources the answer
    would say that a text is whole when it is not.

Bad
    # tools/customers/get_customer.v1.yaml
    output:
      fields:
        customer_id: customer_id
        version: record_version
        name: {type: line, min_length: 1, max_length: 120, describe: "Name of the customer."}
        is_cut: {type: boolean, describe: "Whether the name goes on."}
        last_order: {type: order_id, nullable: true}
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
        name: {at: /name, cut_to: 120, cut_flag: is_cut}
        is_cut: {at: /cut}
        last_order: {at: /order, missing: null}

Good
    # tools/customers/get_customer.v1.yaml
    output:
      fields:
        customer_id: customer_id
        version: record_version
        name: {type: line, min_length: 1, max_length: 120, describe: "Name of the customer."}
        is_cut: {type: boolean, describe: "Whether the name goes on."}
        last_order: {type: order_id, nullable: true}
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
        name: {at: /name, cut_to: 120, cut_flag: is_cut}
        last_order: {at: /order, missing: null}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/field-mapped-twice", page=__doc__, stage="link")
