"""A template is literal text and places in braces.

Why
    The sentence that an approver reads is filled by trusted code, once. There are no formats
    and no conditions that could make it say something else.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="template/malformed", page=__doc__, stage="link")
