"""The class of an effect is `read` or `write`; a change has both by its form.

Why
    There is nothing between changing nothing and changing something.

Bad
    # tools/customers/get_customer.v1.yaml
    effect: {class: lookup}

Good
    # tools/customers/get_customer.v1.yaml
    effect: {class: read}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="effect/unknown", page=__doc__, stage="validate")
