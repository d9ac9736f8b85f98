"""No pattern repeats without end what already repeats without end.

Why
    `^(a+)+$` takes seconds on forty characters in an engine that backtracks. Ours does not, but
    the schemas are exported to others.

Bad
    # types/more.yaml
    types:
      code: {type: string, max_length: 8, pattern: "^([A-Z]+)+$", describe: "A code."}

Good
    # types/more.yaml
    types:
      code: {type: string, max_length: 8, pattern: "^[A-Z]+$", describe: "A code."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/pattern-redos", page=__doc__, stage="link")
