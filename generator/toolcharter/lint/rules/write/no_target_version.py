"""A write says which record it acts on, and a change who checks its version.

Why
    Between preview and commit the record may change. What was approved must not be applied to
    something else.

Bad
    # tools/customers/phone_change.v1.yaml
    target: {field: customer_id}

Good
    # tools/customers/phone_change.v1.yaml
    target: {field: customer_id, version_checked_by: service}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="write/no-target-version", page=__doc__, stage="validate")
