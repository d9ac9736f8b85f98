"""Lists and mappings do not nest deeper than the reader goes.

Why
    What nests thirty levels deep is an attack on the reader, or on the reviewer.

Bad
    # tools/customers/get_customer.v1.yaml
    permissions: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]

Good
    # tools/customers/get_customer.v1.yaml
    permissions: [customer.read]

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/depth-limit", page=__doc__, stage="read")
