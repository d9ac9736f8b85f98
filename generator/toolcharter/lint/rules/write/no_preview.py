"""A commit is made by a change, together with its preview.

Why
    A commit carries out what a preview has shown and a person has approved. Alone, it would
    carry out what nobody has seen.

Bad
    # tools/notes/commit_note.v1.yaml
    # like tools/notes/keep_note.v1.yaml
    tool: commit_note

Good
    # tools/notes/file_note.v1.yaml
    # like tools/notes/keep_note.v1.yaml
    tool: file_note

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="write/no-preview", page=__doc__, stage="validate")
