"""A check is answered before the effect.

Why
    A value in the answer of a write is looked at when the write has happened. The two calls of a
    change are its preview and its commit, and only the preview answers checks.

Bad
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
      checks: {customer_visible: {by: call, at: /ok, equals: true}}
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
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="adapter/check-misfit", page=__doc__, stage="link")
