"""A `schema:` stays of a size that can be reviewed once its references are written out.

Why
    A few lines of references can come to millions of parts.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/depth-size", page=__doc__, stage="link")
