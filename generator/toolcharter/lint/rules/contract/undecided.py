"""No question is open in a contract outside `drafts/`.

Why
    `undecided` marks what a person has still to say. Nothing is decided by silence, and nothing
    with an open question is compiled.

Bad
    # tools/customers/get_customer.v1.yaml
    permissions: undecided

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="contract/undecided", page=__doc__, stage="validate")
