r"""No text holds a character that a reviewer cannot see or that turns the text around.

Why
    Marks that reverse the direction make a line read otherwise than it is in force. Characters
    of no width and tag characters carry instructions that a model reads and no person sees.

Bad
    # tools/customers/get_customer.v1.yaml
    purpose: "Read one customer \u202E whose identifier is known."

Good
    # tools/customers/get_customer.v1.yaml
    purpose: "Read one customer whose identifier is known."

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="text/bidi-control", page=__doc__, stage="read")
