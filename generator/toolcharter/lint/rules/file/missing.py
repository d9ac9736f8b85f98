"""A catalog has the file `toolcharter.yaml`.

Why
    It names the language, the package and the ceilings. Without it a folder is no catalog.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="file/missing", page=__doc__, stage="validate")
