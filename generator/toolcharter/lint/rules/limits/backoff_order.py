"""The first pause between two tries is not longer than the longest one.

Why
    The pause doubles from `first` up to `most`. Where the two are swapped, one of the numbers that
    were reviewed never counts.

Bad
    # tools/customers/get_customer.v1.yaml
    failure:
      retry: {class: read, attempts: 3, backoff: {first: 2s, most: 200ms}}

Good
    # tools/customers/get_customer.v1.yaml
    failure:
      retry: {class: read, attempts: 3, backoff: {first: 200ms, most: 2s}}

Silence
    It cannot be silenced. The same holds for `defaults.backoff` of toolcharter.yaml, from which a
    contract takes what it does not write.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="limits/backoff-order", page=__doc__, stage="link")
