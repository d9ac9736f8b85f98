"""Every YAML and JSON file of a catalog is one that the catalog keeps.

Why
    A contract in the wrong folder looks as if it were in force, and nobody reads it.

Bad
    # tool/customers/get_customer.v3.yaml
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

RULE = StageRule(id="file/unknown", page=__doc__, stage="validate")
