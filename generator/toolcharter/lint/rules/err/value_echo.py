"""The message of an error is fixed text without places to fill in.

Why
    A message that repeats an argument carries it into logs, and carries somebody's instructions
    back to the model.

Bad
    # errors.yaml
    errors:
      NOTE_TOO_OLD:
        message: "The note {note_id} is too old."
        retryable: false
        next: {say: "Keep a new note."}

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

RULE = StageRule(id="err/value-echo", page=__doc__, stage="validate")
