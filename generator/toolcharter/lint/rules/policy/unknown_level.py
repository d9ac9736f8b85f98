"""A consequence, and every rule that raises it, names a level that there is.

Why
    A level that is not in the list has no approvers: nobody could agree, or nobody would have
    to.

Bad
    # policies/approval.yaml
    consequences:
      customer_data: {level: one_reviever}

Good
    # policies/approval.yaml
    consequences:
      customer_data: {level: one_reviewer}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="policy/unknown-level", page=__doc__, stage="link")
