"""An approval level says when proposals and approvals end.

Why
    An approval without an end is found and used when nobody remembers what was asked.

Bad
    # policies/approval.yaml
    levels:
      - {level: none}
      - {level: one_reviewer, approvers: 1, roles: [support_lead], single_use: true}
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

RULE = StageRule(id="approval/no-expiry", page=__doc__, stage="validate")
