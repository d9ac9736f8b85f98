"""Every key is text, and reads as text to every reader of YAML.

Why
    A key like `200` or `on` is a number or a truth value to some readers. Looked up as text, it
    is not there.

Bad
    # errors.yaml
    errors:
      404: {message: "There is no such customer.", retryable: false, next: {say: "Search for it."}}

Good
    # errors.yaml
    errors:
      NOT_THERE: {message: "There is no such customer.", retryable: false, next: {say: "Search."}}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/non-string-key", page=__doc__, stage="read")
