"""Only outputs take words that they do not know.

Why
    A service may learn a new word; the answer then says `other`. An argument with an unknown
    word is a mistake of the agent, and refused.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        state: {type: enum, values: [open, closed], unknown: other, describe: "State."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        state: {type: enum, values: [open, closed], describe: "State."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/enum-unknown", page=__doc__, stage="link")
