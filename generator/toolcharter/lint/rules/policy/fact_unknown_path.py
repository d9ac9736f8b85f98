"""A fact is bound to a field that there is.

Why
    A threshold on a field that does not exist protects nothing.

Bad
    # tools/refunds/refund.v1.yaml
    facts: {amount: input.amont}

Good
    # tools/refunds/refund.v1.yaml
    facts: {amount: input.amount}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="policy/fact-unknown-path", page=__doc__, stage="link")
