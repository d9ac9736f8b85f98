"""No key stands twice in one mapping.

Why
    Most readers keep the last one in silence. A reviewer who has read the first has approved
    something else.

Bad
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s, timeout: 30s}

Good
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/duplicate-key", page=__doc__, stage="read")
