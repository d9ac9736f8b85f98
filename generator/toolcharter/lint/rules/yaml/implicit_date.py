"""A date is quoted.

Why
    Unquoted it becomes a date object in some readers, with a time zone in others, and text in
    the rest.

Bad
    # tools/customers/get_customer.v1.yaml
    status: {state: deprecated, since: 2026-03-01, sunset: "2026-12-31"}

Good
    # tools/customers/get_customer.v1.yaml
    status: {state: deprecated, since: "2026-03-01", sunset: "2026-12-31"}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/implicit-date", page=__doc__, stage="read")
