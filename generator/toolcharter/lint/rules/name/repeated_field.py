"""The fields of a plan and of an output have names of their own, and repeat no fixed name.

Why
    One view covers both, by name. A name that stands twice would show, or hide, two fields. What
    the compiler adds to an input or an answer (the evidence of a write, `cursor` and `page_size`,
    `next_cursor`, `expected_version`) would replace a declared field of the same name.

Bad
    # tools/customers/phone_change.v1.yaml
    plan:
      before_after:
        fields:
          phone: {type: phone_number, nullable: true}
      consequences:
        fields:
          phone: phone_number

Good
    # tools/customers/phone_change.v1.yaml
    plan:
      before_after:
        fields:
          phone: {type: phone_number, nullable: true}
      consequences:
        fields:
          calls_waiting: {type: integer, min: 0, max: 99, describe: "Calls to the old number."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="name/repeated-field", page=__doc__, stage="link")
