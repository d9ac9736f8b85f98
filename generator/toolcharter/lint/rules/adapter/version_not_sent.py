"""A commit whose version the service checks sends that version.

Why
    `version_checked_by: service` is what the approver is shown. A request without the version
    changes whatever stands there by then.

Bad
    # tools/customers/phone_change.v1.yaml
    adapter:
      kind: http
      service: crm
      preview:
        call:
          method: GET
          path: "/v1/customers/{input.customer_id}"
          answers:
            - {status: 200, is: success}
            - {status: 404, is: CUSTOMER_NOT_FOUND}
        target_version: {at: /version}
        before: {phone: {at: /phone, missing: null}}
        after: {phone: {from: input.phone}}
      commit:
        call:
          method: PUT
          path: "/v1/customers/{input.customer_id}/phone"
          key_header: Idempotency-Key
          body: {phone: {from: input.phone}}
          answers:
            - {status: 200, is: success}
            - {status: 404, is: CUSTOMER_NOT_FOUND}
            - {status: 412, is: VERSION_CONFLICT}
        evidence: {resource_id: {at: /id}, new_version: {at: /version}, changed_fields: all}
      checks: {customer_visible: {by: preview}}

Good
    # tools/customers/phone_change.v1.yaml
    adapter:
      kind: http
      service: crm
      preview:
        call:
          method: GET
          path: "/v1/customers/{input.customer_id}"
          answers:
            - {status: 200, is: success}
            - {status: 404, is: CUSTOMER_NOT_FOUND}
        target_version: {at: /version}
        before: {phone: {at: /phone, missing: null}}
        after: {phone: {from: input.phone}}
      commit:
        call:
          method: PUT
          path: "/v1/customers/{input.customer_id}/phone"
          key_header: Idempotency-Key
          if_match: target.version
          body: {phone: {from: input.phone}}
          answers:
            - {status: 200, is: success}
            - {status: 404, is: CUSTOMER_NOT_FOUND}
            - {status: 412, is: VERSION_CONFLICT}
        evidence: {resource_id: {at: /id}, new_version: {at: /version}, changed_fields: all}
      checks: {customer_visible: {by: preview}}

Silence
    It cannot be silenced. Where the service takes no version, write `read_before` and why.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/version-not-sent", page=__doc__, stage="link")
