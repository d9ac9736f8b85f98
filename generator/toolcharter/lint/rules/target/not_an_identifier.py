"""The target of a write is one identifier that every call holds.

Why
    A record that a call may leave out, or one of a list, is not the record that an approval is
    about. A list that a change acts on is bound to the fact `records`.

Bad
    # tools/customers/phone_change.v1.yaml
    target: {field: phone, version_checked_by: service}

Good
    # tools/customers/phone_change.v1.yaml
    target: {field: customer_id, version_checked_by: service}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="target/not-an-identifier", page=__doc__, stage="link")
