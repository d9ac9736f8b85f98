"""No value has a tag.

Why
    A tag tells a reader to build something of its own: a set, a date, an object of a class.
    Values of a catalog are text, whole numbers, truth values, lists and mappings.

Bad
    # tools/customers/get_customer.v1.yaml
    permissions: !!set {customer.read}

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/tag", page=__doc__, stage="read")
