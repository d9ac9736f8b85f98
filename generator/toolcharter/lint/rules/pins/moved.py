"""Every pinned role is what was accepted when it was pinned.

Why
    A pin is what a person has reviewed. What a role can do changes only with a new review.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="pins/moved", page=__doc__, stage="check")
