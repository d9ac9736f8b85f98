"""The pattern of a machine string holds for the whole of it.

Why
    A pattern is searched. Without `^` and `$` it accepts anything around its match.

Bad
    # types/more.yaml
    types:
      code: {type: string, max_length: 8, pattern: "[A-Z]{2}", describe: "A code."}

Good
    # types/more.yaml
    types:
      code: {type: string, max_length: 8, pattern: "^[A-Z]{2}$", describe: "A code."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/pattern-unanchored", page=__doc__, stage="link")
