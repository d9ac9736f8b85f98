"""No approval level stands twice.

Why
    Levels are ordered from weakest to strongest. One that stands twice is weaker and stronger
    than itself.

Bad
    # policies/approval.yaml
    levels:
      - {level: none}
      - {level: one_reviewer, approvers: 1, roles: [support_lead], expires: 15m, single_use: true}
      - {level: two_persons, approvers: 2, roles: [finance_lead], expires: 1h, single_use: true}
      - {level: one_reviewer, approvers: 1, roles: [finance_lead], expires: 1h, single_use: true}

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

RULE = StageRule(id="policy/duplicate-level", page=__doc__, stage="link")
