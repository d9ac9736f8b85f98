"""Every value is one of those that its key takes.

Why
    The words of the language are few, and each is enforced. A word beside them enforces
    nothing.

Bad
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3 seconds}

Good
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="contract/wrong-value", page=__doc__, stage="validate")
