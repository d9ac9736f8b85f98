"""Every generated file is what the contracts say.

Why
    A file that was edited by hand, or not compiled again, enforces something that no contract
    says.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="drift/differs", page=__doc__, stage="check")
