"""The field that tells the branches of a union apart is not listed in a branch.

Why
    It is added to every branch, with the branch's name as its only value. A second definition
    could only contradict the first.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        search:
          type: union
          by: kind
          describe: What is known.
          branches:
            name: {fields: {kind: {type: line, max_length: 9, describe: "Kind."}, words: note_text}}
            phone: {fields: {number: phone_number}}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        search:
          type: union
          by: kind
          describe: What is known.
          branches:
            name: {fields: {words: note_text}}
            phone: {fields: {number: phone_number}}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/union-tag-listed", page=__doc__, stage="link")
