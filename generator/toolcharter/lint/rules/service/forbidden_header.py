"""No service sets a header that says who calls, where to, or where a request ends.

Why
    A credential in the file is a secret that everybody can read, used for every requester; the host
    supplies it. The host name is pinned by `origins`, and framing belongs to the client.

Bad
    # services/crm.yaml
    headers: {Authorization: Bearer abc}
    answers:
      - {status: 401, is: PERMISSION_DENIED}
      - {status: 429, is: RATE_LIMITED}

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

RULE = StageRule(id="service/forbidden-header", page=__doc__, stage="link")
