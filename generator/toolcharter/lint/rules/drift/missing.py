"""Every file that the contracts make is there.

Why
    A tool whose file is missing fails when it is first called.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="drift/missing", page=__doc__, stage="check")
