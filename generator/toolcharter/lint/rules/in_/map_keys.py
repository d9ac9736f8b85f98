"""The keys of a map are `string`, `line` or `enum`.

Why
    Keys are names. A key that was an address, a number or an identifier could not be masked,
    checked or compared.

Bad
    # types/more.yaml
    types:
      contact: {type: email, describe: "An address."}
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        marks: {type: map, keys: contact, values: phone_number, max_items: 3, describe: "Numbers."}

Good
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        marks:
          type: map
          keys: {type: enum, values: [home, work], describe: "Which telephone."}
          values: phone_number
          max_items: 2
          describe: Numbers.

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/map-keys", page=__doc__, stage="link")
