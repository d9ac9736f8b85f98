"""The generated package holds nothing that the contracts do not make.

Why
    Code that nobody generates any more can still be imported. And what a person has put there
    would be lost, so nothing is written while it is there.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="drift/unexpected", page=__doc__, stage="check")
