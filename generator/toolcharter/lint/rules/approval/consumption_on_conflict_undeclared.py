"""A change says what a conflict and a passing failure do to its proposal.

Why
    People read "the approval stays valid" as a right to try again on another version. The words
    that may stand here say what really may happen.

Bad
    # tools/customers/phone_change.v1.yaml
    failure:
      retry: {class: never}
      cancellation: before_dispatch

Good
    # tools/customers/phone_change.v1.yaml
    failure:
      retry: {class: never}
      cancellation: before_dispatch
      proposal: {after_conflict: close, after_transient: retry}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="approval/consumption-on-conflict-undeclared", page=__doc__, stage="validate")
