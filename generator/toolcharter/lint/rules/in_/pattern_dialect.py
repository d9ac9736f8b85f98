"""A pattern uses only what means the same in every engine that may run it.

Why
    Look-around, back-references and flags are missing in linear engines, and their meaning
    differs in the others. One dialect is what the boundary, the models and the exports can all
    keep.

Bad
    # types/more.yaml
    types:
      code: {type: string, max_length: 8, pattern: "^(?!XX)[A-Z]{2}$", describe: "A code."}

Good
    # types/more.yaml
    types:
      code: {type: string, max_length: 8, pattern: "^[A-WYZ][A-Z]$", describe: "A code."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/pattern-dialect", page=__doc__, stage="link")
