"""A file holds no more keys, values, lists and mappings than the reader takes.

Why
    They are counted before anything is built, so no file can take the memory of the machine.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/node-limit", page=__doc__, stage="read")
