"""No mapping is merged into another one.

Why
    `<<` adds keys that do not stand there, and a key before or after it wins by rules that
    people remember differently. It can flip an effect unseen.

Bad
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s, <<: {result: 32KiB}}

Good
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s, result: 32KiB}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/merge-key", page=__doc__, stage="read")
