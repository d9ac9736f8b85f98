"""A view shows everything only while no field is marked sensitive.

Why
    The day a field is marked, somebody has to say for each view whether it shows it.

Bad
    # tools/notes/get_note.v1.yaml
    output:
      fields:
        note_id: note_id
        body: {type: note_text, sensitive: personal}

Good
    # tools/notes/get_note.v1.yaml
    output:
      fields:
        note_id: note_id
        body: {type: note_text, sensitive: personal}
    views:
      author: {shows: [note_id, body]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="redact/everything-with-sensitive", page=__doc__, stage="link")
