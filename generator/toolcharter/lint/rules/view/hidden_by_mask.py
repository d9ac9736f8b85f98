"""A mask hides nothing that its view names.

Why
    A mask on an object or a list covers all that is below it. A field that the same view shows, or
    masks on its own, would be gone, and the reader of the view would think that it is there.

Bad
    # tools/refunds/refund.v1.yaml
    views:
      support: {shows: [refundable.currency], masks: {refundable: present}}

Good
    # tools/refunds/refund.v1.yaml
    views:
      support: {shows: [refundable.currency], masks: {refundable.amount_minor: present}}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="view/hidden-by-mask", page=__doc__, stage="link")
