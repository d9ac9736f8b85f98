"""Identifiers, addresses, money, lists, objects and free text have no default.

Why
    A default chooses for whoever is silent. Whom a call is about, what it costs and how many
    records it touches is never chosen by silence. The same holds for an input that is written as a
    `schema:`, also behind `$ref` and `allOf`, where a text or an object may not have one either.
    A default that does not stand at a field itself, but in a branch, an item or a member of its
    `allOf`, would never be filled in.

Bad
    # types/more.yaml
    types:
      fee: {type: money, min: 0, max: 900, currencies: [EUR], describe: "What we keep."}
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        fee: {type: fee, default: 5}

Good
    # types/more.yaml
    types:
      fee: {type: money, min: 0, max: 900, currencies: [EUR], describe: "What we keep."}
    # tools/customers/search_customers.v1.yaml
    input:
      fields:
        fee: fee

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="in/default-forbidden", page=__doc__, stage="link")
