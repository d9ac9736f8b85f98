"""Every key and every item of a list has a value.

Why
    `errors:` with nothing after it is null, which is neither an empty list nor an absent key.
    And unquoted prose inside braces ends at its first comma: the rest becomes keys without
    values.

Bad
    # tools/customers/get_customer.v1.yaml
    preconditions:

Good
    # tools/customers/get_customer.v1.yaml
    preconditions: []

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/empty-value", page=__doc__, stage="read")
