"""No file begins with a directive.

Why
    `%YAML 1.1` would make the same text mean something else. Files are YAML 1.2 without saying
    so.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/directive", page=__doc__, stage="read")
