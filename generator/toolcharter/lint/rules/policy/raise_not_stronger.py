"""A rule raises a consequence to a stronger level.

Why
    A threshold that lowers the level would make the larger amount the easier one.

Bad
    # policies/approval.yaml
    consequences:
      payment:
        level: two_persons
        raise:
          - {fact: amount, above: [EUR 500.00], to: one_reviewer}

Good
    # policies/approval.yaml
    consequences:
      payment:
        level: one_reviewer
        raise:
          - {fact: amount, above: [EUR 500.00], to: two_persons}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="policy/raise-not-stronger", page=__doc__, stage="link")
