"""The target of a write is a field of its input.

Why
    The target's kind, id and version are taken from that field; the approver reads them.

Bad
    # tools/customers/phone_change.v1.yaml
    target: {field: customer, version_checked_by: service}

Good
    # tools/customers/phone_change.v1.yaml
    target: {field: customer_id, version_checked_by: service}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="target/unknown-field", page=__doc__, stage="link")
