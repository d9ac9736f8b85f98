"""No shared type has the name of a type of the language.

Why
    `date: date` must mean the same in every catalog.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="type/reserved-name", page=__doc__, stage="link")
