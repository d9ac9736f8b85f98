"""A pattern is a regular expression that every engine reads.

Why
    Half an escape or an open group is an error in one engine and a letter in another.

Bad
    # types/more.yaml
    types:
      code: {type: string, max_length: 8, pattern: "^([A-Z]{2}$", describe: "A code."}

Good
    # types/more.yaml
    types:
      code: {type: string, max_length: 8, pattern: "^[A-Z]{2}$", describe: "A code."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/pattern-invalid", page=__doc__, stage="link")
