"""A rule names environments that toolcharter.yaml lists.

Why
    A rule about `prod` never applies where the environment is called `production`.

Bad
    # policies/approval.yaml
    consequences:
      customer_data:
        level: one_reviewer
        refuse:
          - {fact: environment, is: [prod]}

Good
    # policies/approval.yaml
    consequences:
      customer_data:
        level: one_reviewer
        raise:
          - {fact: environment, is: [production], to: two_persons}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="policy/unknown-environment", page=__doc__, stage="link")
