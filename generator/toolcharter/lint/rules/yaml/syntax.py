"""A file of the catalog is well-formed YAML or JSON.

Why
    What a parser has to guess at, two parsers guess differently.

Bad
    # tools/customers/get_customer.v1.yaml
    purpose: "Read one customer whose identifier is known.

Good
    # tools/customers/get_customer.v1.yaml
    purpose: "Read one customer whose identifier is known."

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/syntax", page=__doc__, stage="read")
