"""A contract says whether a failed try may be repeated.

Why
    No library decides it, and neither does silence: the class stands where it is reviewed.

Bad
    # tools/customers/get_customer.v1.yaml
    failure: {errors: [ORDER_NOT_FOUND]}

Good
    # tools/customers/get_customer.v1.yaml
    failure: {retry: {class: never}}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="retry/class-missing", page=__doc__, stage="validate")
