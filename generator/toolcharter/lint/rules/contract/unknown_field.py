"""Every key is one that the language knows at its place.

Why
    A misspelt key that is passed over drops the rule that it should have set.

Bad
    # tools/customers/get_customer.v1.yaml
    permisions: [customer.read]

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="contract/unknown-field", page=__doc__, stage="validate")
