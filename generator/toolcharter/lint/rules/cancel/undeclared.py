"""A write says until when it can be cancelled.

Why
    A run may be stopped at any moment. Whoever stops it is told what can no longer be stopped.

Bad
    # tools/notes/keep_note.v1.yaml
    failure:
      retry: {class: never}

Good
    # tools/notes/keep_note.v1.yaml
    failure:
      retry: {class: never}
      cancellation: before_dispatch

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="cancel/undeclared", page=__doc__, stage="validate")
