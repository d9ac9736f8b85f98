"""An approval is used once.

Why
    Language 1 knows no approval that may be used again: the second use is one that nobody
    looked at.

Bad
    # policies/approval.yaml
    levels:
      - {level: none}
      - {level: one_reviewer, approvers: 1, roles: [support_lead], expires: 15m, single_use: false}
      - {level: two_persons, approvers: 2, roles: [finance_lead], expires: 1h, single_use: true}

Good
    # policies/approval.yaml
    levels:
      - {level: none}
      - {level: one_reviewer, approvers: 1, roles: [support_lead], expires: 15m, single_use: true}
      - {level: two_persons, approvers: 2, roles: [finance_lead], expires: 1h, single_use: true}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="approval/multi-use-unjustified", page=__doc__, stage="validate")
