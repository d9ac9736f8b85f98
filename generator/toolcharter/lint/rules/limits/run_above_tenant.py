"""One run may not make more calls at a time than its whole tenant may.

Why
    The larger number never counts: a run that believes it may make eight calls at a time is refused
    at the sixth. One of the two was meant otherwise.

Bad
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s, concurrency: {per_run: 8, per_tenant: 5}}

Good
    # tools/customers/get_customer.v1.yaml
    limits: {timeout: 3s, concurrency: {per_run: 5, per_tenant: 8}}

Silence
    It cannot be silenced. The same holds for `defaults.concurrency` of toolcharter.yaml, from which
    a contract takes what it does not write.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="limits/run-above-tenant", page=__doc__, stage="link")
