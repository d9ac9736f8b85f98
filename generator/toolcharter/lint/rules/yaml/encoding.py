"""A file is UTF-8 without a byte order mark, and holds whole characters.

Why
    Other encodings, half characters and NUL bytes mean different things to different tools, and
    a reviewer sees none of them.

Bad
    There is no short example.

Good
    There is no short example.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/encoding", page=__doc__, stage="read")
