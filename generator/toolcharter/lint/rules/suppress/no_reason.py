"""A suppression says why, in a sentence.

Why
    Whoever meets it in a year has to know whether it is still right.

Bad
    # tools/customers/get_customer.v1.yaml
    suppressions:
      - {rule: doc/overlap, at: /purpose, owner: support, expires: "2027-01-31"}

Good
    # tools/customers/get_customer.v1.yaml
    suppressions:
      - rule: doc/overlap
        at: /purpose
        reason: The other tool answers with another level of detail.
        owner: support
        expires: "2027-01-31"

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="suppress/no-reason", page=__doc__, stage="validate")
