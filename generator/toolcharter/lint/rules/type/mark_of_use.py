"""Marks that belong to a use do not stand in a shared type.

Why
    Whether a field may be absent or null is said where the field is, so that a reader of the
    contract sees it.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="type/mark-of-use", page=__doc__, stage="link")
