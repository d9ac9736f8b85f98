"""A place of a template names a field or a fact that there is.

Why
    A sentence with a hole is what the approver would read.

Bad
    # tools/notes/keep_note.v1.yaml
    effect:
      class: write
      summary: "Keep a note about customer {input.customer}"
      touches: [note.record]
      external: false
      consequence: private_note
      reversibility: {kind: reversible, how: "The requester can delete the note."}

Good
    # tools/notes/keep_note.v1.yaml
    effect:
      class: write
      summary: "Keep a note about customer {input.customer_id}"
      touches: [note.record]
      external: false
      consequence: private_note
      reversibility: {kind: reversible, how: "The requester can delete the note."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="template/unknown-path", page=__doc__, stage="link")
