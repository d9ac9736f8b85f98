"""A file is named after what it holds.

Why
    A reviewer looks for `get_customer.v2` in `get_customer.v2.yaml`. Followers, too, find the
    writes that they answer for by the file's name.

Bad
    # tools/customers/customer.yaml
    # like tools/customers/get_customer.v1.yaml
    version: 3

Good
    # tools/customers/get_customer.v3.yaml
    # like tools/customers/get_customer.v1.yaml
    version: 3

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="file/name-match", page=__doc__, stage="validate")
