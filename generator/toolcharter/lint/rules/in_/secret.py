"""Inputs and plans hold no secret.

Why
    Both are stored and shown to the approver. A secret in an argument has passed through the
    model already.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        pin_code: {type: line, max_length: 9, sensitive: secret, describe: "Code of the customer."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        town: {type: line, max_length: 80, sensitive: personal, describe: "Where they live."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/secret", page=__doc__, stage="link")
