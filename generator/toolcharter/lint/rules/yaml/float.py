"""Numbers of a catalog are whole; a decimal or a version is quoted.

Why
    1.10 comes back as 1.1, and 0.1 is no number that a computer has. Money is counted in minor
    units, decimals are exact text.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        share: {type: decimal, min: 0.25, max: "1.00", places: 2, describe: "Share of the order."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        share: {type: decimal, min: "0.25", max: "1.00", places: 2, describe: "Share of the order."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/float", page=__doc__, stage="read")
