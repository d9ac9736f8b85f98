"""No words of people or of the model stand in a path or a header.

Why
    Paths and headers are logged by every proxy on the way, and read by code that was not written
    for hostile text. Sensitive data stays out of them for the same reason.

Bad
    # tools/notes/keep_note.v1.yaml
    adapter:
      kind: http
      service: crm
      call:
        method: POST
        path: /v1/notes
        headers: {X-Note: {from: input.body}}
        key_header: Idempotency-Key
        body: {customer: {from: input.customer_id}, text: {from: input.body}}
        answers:
          - {status: 201, is: success}
          - {status: 404, is: CUSTOMER_NOT_FOUND}
      checks: {customer_visible: {by: call}}
      evidence: {resource_id: {at: /id}, new_version: {at: /version}, changed_fields: all}

Good
    # tools/notes/keep_note.v1.yaml
    adapter:
      kind: http
      service: crm
      call:
        method: POST
        path: /v1/notes
        key_header: Idempotency-Key
        body: {customer: {from: input.customer_id}, text: {from: input.body}}
        answers:
          - {status: 201, is: success}
          - {status: 404, is: CUSTOMER_NOT_FOUND}
      checks: {customer_visible: {by: call}}
      evidence: {resource_id: {at: /id}, new_version: {at: /version}, changed_fields: all}

Silence
    It cannot be silenced. Send it in the query or the body.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/free-text", page=__doc__, stage="link")
