"""A shared type stands once in the whole catalog.

Why
    A name has one meaning. Which of two would be used depended on the order of files.

Bad
    # types/more.yaml
    types:
      phone_number: {type: line, max_length: 20, describe: "A telephone number."}

Good
    # types/more.yaml
    types:
      fax_number: {type: line, max_length: 20, describe: "A fax number."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="type/duplicate", page=__doc__, stage="link")
