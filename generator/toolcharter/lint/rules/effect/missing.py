"""A contract says what it does to the business: `effect` with its class.

Why
    The class decides whether anybody has to agree. It is never taken from a verb of HTTP or a
    name.

Bad
    # tools/customers/get_customer.v1.yaml
    # without effect

Good
    # tools/customers/get_customer.v1.yaml
    effect: {class: read}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="effect/missing", page=__doc__, stage="validate")
