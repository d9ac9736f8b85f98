"""Every key that the form of a file requires is there.

Why
    What is left out would have to be decided by a default. There is none where authority is
    granted: each facet is written by somebody who has thought about it.

Bad
    # tools/customers/get_customer.v1.yaml
    # without permissions

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="contract/missing-facet", page=__doc__, stage="validate")
