"""Every tool has a timeout of its own.

Why
    How long an answer may take depends on who waits for it and on what the service does. A
    default would be right for neither.

Bad
    # tools/customers/get_customer.v1.yaml
    limits: {result: 32KiB}

Good
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="timeout/default", page=__doc__, stage="validate")
