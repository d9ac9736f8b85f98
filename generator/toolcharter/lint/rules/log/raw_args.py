"""No words of people and no sensitive field are logged.

Why
    A log is read by more people, and kept longer, than the record that the words came from. A list,
    an object or a map is logged with all that it holds, and what a sensitive record holds is
    sensitive too.

Bad
    # tools/notes/keep_note.v1.yaml
    telemetry: {safe_fields: [body]}

Good
    # tools/notes/keep_note.v1.yaml
    telemetry: {safe_fields: [customer_id]}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="log/raw-args", page=__doc__, stage="link")
