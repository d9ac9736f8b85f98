"""A write says whether the service keeps our keys and who can tell what became of it.

Why
    After a timeout it is too late to ask whether a repeat is safe.

Bad
    # tools/notes/keep_note.v1.yaml
    # without idempotency

Good
    # tools/notes/keep_note.v1.yaml
    idempotency: {service_keys: false, status: none}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="write/no-idempotency", page=__doc__, stage="validate")
