"""A template shows no words of people or of the model.

Why
    The approver trusts the sentence because trusted code wrote it. Words that the model chose
    would borrow that trust.

Bad
    # tools/notes/keep_note.v1.yaml
    effect:
      class: write
      summary: "Keep the note {input.body}"
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

RULE = StageRule(id="template/free-text", page=__doc__, stage="link")
