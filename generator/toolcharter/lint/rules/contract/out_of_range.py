"""Numbers, lengths and counts are within their bounds, and nothing stands twice in a list.

Why
    A purpose of two letters explains nothing; a list of forty permissions is a role in
    disguise.

Bad
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read, customer.read]

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="contract/out-of-range", page=__doc__, stage="validate")
