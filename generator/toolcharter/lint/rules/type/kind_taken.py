"""A kind of record has one identifier type.

Why
    With two, an identifier that one tool yields would not fit where another tool takes it.

Bad
    # types/more.yaml
    types:
      client_id:
        {type: id, kind: customer, pattern: "^c[0-9]+$", max_length: 9, describe: "A client."}

Good
    # types/more.yaml
    types:
      debtor_id:
        {type: id, kind: erp_customer, pattern: "^d[0-9]+$", max_length: 9, describe: "A debtor."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="type/kind-taken", page=__doc__, stage="link")
