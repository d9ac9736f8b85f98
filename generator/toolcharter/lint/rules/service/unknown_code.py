"""What a service answers is a code of errors.yaml, or one of the runtime it can know.

Why
    The row counts in every contract that calls the service, and would reach the agent as INTERNAL.

Bad
    # services/crm.yaml
    headers: {Accept: application/json}
    answers:
      - {status: 401, is: PERMISSION_DENIED}
      - {status: 429, is: RATE_LIMITD}

Good
    # services/crm.yaml
    headers: {Accept: application/json}
    answers:
      - {status: 401, is: PERMISSION_DENIED}
      - {status: 429, is: RATE_LIMITED}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="service/unknown-code", page=__doc__, stage="link")
