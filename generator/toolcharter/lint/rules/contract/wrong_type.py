"""Every value is of the kind that its key takes.

Why
    A text where a list belongs could be read as one item, as its letters, or not at all.

Bad
    # tools/customers/get_customer.v1.yaml
    permissions: customer.read

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="contract/wrong-type", page=__doc__, stage="validate")
