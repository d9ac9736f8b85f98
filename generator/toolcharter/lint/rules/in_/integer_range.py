"""An integer and its bounds are within plus or minus 2^53-1.

Why
    Beyond that, readers of JSON round. The boundary refuses such numbers, so no schema may
    promise them.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/integer-range", page=__doc__, stage="link")
