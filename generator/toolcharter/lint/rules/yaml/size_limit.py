"""A file, a text and the keys down to a place are no longer than the reader takes.

Why
    The compiler reads what other people wrote, on machines that other people own. A file that
    nobody could review is not read.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/size-limit", page=__doc__, stage="read")
