"""The service that an http or mcp adapter calls is a file of services/.

Why
    The service file says which origins may be called and with whose credential. Without it nothing
    is pinned, and no endpoint of an exclusion can be compared.

Bad
    # tools/customers/get_customer.v1.yaml
    adapter:
      kind: http
      service: cmr
      call:
        method: GET
        path: "/v1/customers/{input.customer_id}"
        answers:
          - {status: 200, is: success}
          - {status: 404, is: CUSTOMER_NOT_FOUND}
      checks:
        customer_visible: {by: call}
      output:
        customer_id: {at: /id}
        version: {at: /version}
        name: {at: /name}
        last_order: {at: /order, missing: null}

Good
    # tools/customers/get_customer.v1.yaml
    adapter:
      kind: http
      service: crm
      call:
        method: GET
        path: "/v1/customers/{input.customer_id}"
        answers:
          - {status: 200, is: success}
          - {status: 404, is: CUSTOMER_NOT_FOUND}
      checks:
        customer_visible: {by: call}
      output:
        customer_id: {at: /id}
        version: {at: /version}
        name: {at: /name}
        last_order: {at: /order, missing: null}

Silence
    It cannot be silenced. A new service is a file below services/, where it is reviewed.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.near import did_you_mean
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import below


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    adapter = contract.adapter
    named = adapter.settings.get("service")
    if named is None or named in environment.services:
        return
    yield Finding(
        span=below(contract.document, adapter.span or contract.name.span, "service"),
        message=f"`{named}` is no service: there is no `services/{named}.yaml`.",
        hint=did_you_mean(named, environment.services) or f"Add `services/{named}.yaml`.",
    )


RULE = ContractRule(id="service/unknown", page=__doc__, check=check)
