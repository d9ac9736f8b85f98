"""A file of the catalog holds something.

Why
    An empty table is read as a table that was forgotten, and so is a file of comments.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/empty", page=__doc__, stage="read")
