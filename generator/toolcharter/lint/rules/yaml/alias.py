"""No file of a catalog has an alias.

Why
    236 bytes of aliases are 4.8 million values once they are followed. And an alias grants in
    one line what stands in another.

Bad
    # tools/customers/get_customer.v1.yaml
    permissions: [&right customer.read]
    preconditions: [*right]

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]
    preconditions: [customer_visible]

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/alias", page=__doc__, stage="read")
