"""Generated files have the line ends that they were written with.

Why
    A checkout that turns line ends changes every digest. Nothing else has changed.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="drift/line-ends", page=__doc__, stage="check")
