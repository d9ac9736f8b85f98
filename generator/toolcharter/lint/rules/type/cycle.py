"""No shared type holds itself.

Why
    Such a value has no largest size and no deepest level.

Bad
    # types/more.yaml
    types:
      remark:
        type: object
        describe: A remark and the answers to it.
        fields:
          said: note_text
          answers: {type: list, max_items: 5, items: remark, describe: "Answers."}

Good
    # types/more.yaml
    types:
      remark:
        type: object
        describe: A remark and the answers to it.
        fields:
          said: note_text
          answers: {type: list, max_items: 5, items: note_text, describe: "Answers."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="type/cycle", page=__doc__, stage="link")
