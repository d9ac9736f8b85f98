"""A rule names one amount for each currency.

Why
    Of two thresholds in euros only one can count, and a reviewer may have read the other.

Bad
    # policies/approval.yaml
    consequences:
      payment:
        level: one_reviewer
        raise:
          - {fact: amount, above: [EUR 500.00, EUR 5000.00], to: two_persons}

Good
    # policies/approval.yaml
    consequences:
      payment:
        level: one_reviewer
        raise:
          - {fact: amount, above: [EUR 500.00, USD 500.00], to: two_persons}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="policy/duplicate-currency", page=__doc__, stage="link")
