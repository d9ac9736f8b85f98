"""A consequence at level `none` neither raises its level nor counts waiting proposals.

Why
    What is at level `none` is written directly: there is no proposal that could wait for somebody.
    A rule that raises the level would promise an approval that never happens.

Bad
    # policies/approval.yaml
    consequences:
      own_operation:
        level: none
        raise:
          - {fact: environment, is: [production], to: one_reviewer}

Good
    # policies/approval.yaml
    consequences:
      own_operation:
        level: none
        refuse:
          - {fact: environment, is: [staging]}

Silence
    It cannot be silenced. `refuse`, `per_run` and `per_day` may stand at level `none`.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="policy/raise-on-none", page=__doc__, stage="link")
