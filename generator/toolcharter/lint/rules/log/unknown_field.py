"""A field that may be logged is a field of the input.

Why
    A name that is not there keeps nothing in the log, and looks as if it did.

Bad
    # tools/customers/get_customer.v1.yaml
    telemetry: {safe_fields: [customer]}

Good
    # tools/customers/get_customer.v1.yaml
    telemetry: {safe_fields: [customer_id]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="log/unknown-field", page=__doc__, stage="link")
