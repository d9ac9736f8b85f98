"""Reading stops after many findings in one file.

Why
    A file with hundreds of faults is another kind of file. The first ones say enough.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/finding-limit", page=__doc__, stage="read")
