"""Every exclusion refuses something that a contract could do.

Why
    An exclusion is a promise about all tools there will ever be. One whose lists are all empty, or
    that names a consequence approval.yaml does not have, looks like that promise and keeps nothing.

Bad
    # exclusions.yaml
    exclusions:
      delete_customer:
        says: No agent deletes a customer.
        reason: The records are kept for ten years.
        refuses: {touches: [], consequences: [], endpoints: [], words: []}

Good
    # exclusions.yaml
    exclusions:
      delete_customer:
        says: No agent deletes a customer.
        reason: The records are kept for ten years.
        refuses: {touches: [], consequences: [], endpoints: [], words: [[delete, customer]]}

Silence
    It cannot be silenced. Say what the exclusion refuses, or remove it.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="exclusion/never-fires", page=__doc__, stage="link")
