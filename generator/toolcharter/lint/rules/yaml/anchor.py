"""No file of a catalog has an anchor.

Why
    An anchor lets a value be used where nobody reads it. A reviewer of a grant must see the
    grant, not a name for it.

Bad
    # tools/customers/get_customer.v1.yaml
    permissions: &rights [customer.read]

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/anchor", page=__doc__, stage="read")
