"""A place of a template names a field that every accepted call holds.

Why
    The sentence has no conditions. What may be absent would leave a hole in it.

Bad
    # tools/notes/keep_note.v1.yaml
    effect:
      class: write
      summary: "Keep a note about order {input.order_id}"
      touches: [note.record]
      external: false
      consequence: private_note
      reversibility: {kind: reversible, how: "The requester can delete the note."}
    input:
      fields:
        order_id: {type: order_id, optional: true}
        body: note_text

Good
    # tools/notes/keep_note.v1.yaml
    effect:
      class: write
      summary: "Keep a note about order {input.order_id}"
      touches: [note.record]
      external: false
      consequence: private_note
      reversibility: {kind: reversible, how: "The requester can delete the note."}
    input:
      fields:
        order_id: order_id
        body: note_text

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="template/uncertain-path", page=__doc__, stage="link")
