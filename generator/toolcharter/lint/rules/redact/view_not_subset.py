"""A view shows declared fields, and none that is internal or secret.

Why
    A path that names nothing hides what its author wanted to show. An internal or secret field
    is for no agent, masked or not.

Bad
    # tools/customers/get_customer.v1.yaml
    views:
      support: {shows: [customer_id, nam]}

Good
    # tools/customers/get_customer.v1.yaml
    views:
      support: {shows: [customer_id, name, last_order]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="redact/view-not-subset", page=__doc__, stage="link")
