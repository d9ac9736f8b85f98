"""A file holds one document.

Why
    Most readers look at the first and stop. A second one is text that is there, reviewed, and
    never in force.

Bad
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s}
    ---

Good
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/multi-document", page=__doc__, stage="read")
