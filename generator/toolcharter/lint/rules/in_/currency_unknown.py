"""A currency is one of the pinned list of ISO 4217.

Why
    How many decimals an amount has is known for those only.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/currency-unknown", page=__doc__, stage="link")
