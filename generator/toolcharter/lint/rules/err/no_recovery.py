"""Every error says what to do next.

Why
    An agent that is told only what went wrong tries the same again, or something worse.

Bad
    # errors.yaml
    errors:
      NOTE_TOO_OLD: {message: "The note is too old.", retryable: false}

Good
    # errors.yaml
    errors:
      NOTE_TOO_OLD:
        message: The note is too old.
        retryable: false
        next: {say: "Keep a new note."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="err/no-recovery", page=__doc__, stage="validate")
