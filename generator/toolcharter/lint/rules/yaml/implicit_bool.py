"""A truth value is `true` or `false`; any other word that some reader takes for one is quoted.

Why
    The country code NO is false to a reader of YAML 1.1. An enum of country codes loses Norway.

Bad
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        land: {type: enum, values: [SE, NO], describe: "Where the customer lives."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        land: {type: enum, values: [SE, "NO"], describe: "Where the customer lives."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="yaml/implicit-bool", page=__doc__, stage="read")
