"""What fills a field can make a valid value of it.

Why
    Null for a field that is never null, text for a number or a word that the enum does not have
    makes every such answer invalid. Only words of people are shortened: what a machine wrote, such
    as an identifier, means something else when it is cut.

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
        version: {at: /version, cut_to: 8}
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
        name: {at: /name, cut_to: 120}
        last_order: {at: /order, missing: null}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/mapping-misfit", page=__doc__, stage="link")
