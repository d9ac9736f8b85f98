"""A contract with an output or a plan has views.

Why
    A view says which fields reach an agent. Without one, the answer would be shown to nobody,
    or to everybody.

Bad
    # tools/customers/get_customer.v1.yaml
    # without views

Good
    # tools/customers/get_customer.v1.yaml
    views:
      support: {shows: [customer_id, name, last_order]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="redact/view-missing", page=__doc__, stage="validate")
