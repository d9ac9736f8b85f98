"""The type of a field is a type of the language or one of `types/`.

Why
    A misspelt type has no bounds, no kind and no check.

Bad
    # tools/customers/get_customer.v1.yaml
    input:
      fields:
        customer_id: custumer_id

Good
    # tools/customers/get_customer.v1.yaml
    input:
      fields:
        customer_id: customer_id

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="type/unknown", page=__doc__, stage="link")
