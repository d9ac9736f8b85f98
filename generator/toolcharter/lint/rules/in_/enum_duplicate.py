"""No value of an enum stands twice.

Why
    Some hosts refuse the whole tool. And whoever wrote it twice meant something else by one of
    them.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        state: {type: enum, values: [open, closed, open], describe: "State of the account."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        state: {type: enum, values: [open, closed], describe: "State of the account."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/enum-duplicate", page=__doc__, stage="link")
