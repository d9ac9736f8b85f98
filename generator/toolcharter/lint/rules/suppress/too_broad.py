"""Rules about authority, closed objects, unions and commit payloads are not suppressed.

Why
    A catalog is the charter of what its tools may do. A charter with a silenced rule about
    authority is none.

Bad
    # tools/customers/get_customer.v1.yaml
    suppressions:
      - rule: effect/external-as-local
        at: /effect
        reason: It reaches nobody that matters to us.
        owner: support
        expires: "2027-01-31"

Good
    # tools/customers/get_customer.v1.yaml
    suppressions:
      - rule: doc/overlap
        at: /purpose
        reason: The other tool answers with another level of detail.
        owner: support
        expires: "2027-01-31"

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="suppress/too-broad", page=__doc__, stage="validate")
