"""A use of a type does not weaken the type's mark.

Why
    A field is as sensitive as the person who defined its type said; a contract may only be
    stricter.

Bad
    # types/more.yaml
    types:
      remark: {type: line, max_length: 80, sensitive: internal, describe: "A remark."}
    # tools/notes/get_note.v1.yaml
    output:
      fields:
        note_id: note_id
        remark: {type: remark, sensitive: personal}
    views:
      author: {shows: [note_id, remark]}

Good
    # types/more.yaml
    types:
      remark: {type: line, max_length: 80, sensitive: internal, describe: "A remark."}
    # tools/notes/get_note.v1.yaml
    output:
      fields:
        note_id: note_id
        remark: remark
    views:
      author: {shows: [note_id]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="redact/mark-weakened", page=__doc__, stage="link")
