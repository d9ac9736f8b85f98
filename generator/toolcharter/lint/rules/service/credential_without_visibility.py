"""A call with the integration's own account is preceded by a check of what the requester may see.

Why
    The service answers its own account with everything. Where the requester's account cannot be
    used, only `visibility` keeps one person from reading another's records.

Bad
    # services/crm.yaml
    credential:
      name: crm_account
      of: service
      sent_as: {header: Authorization, scheme: Bearer}

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

Good
    # services/crm.yaml
    credential:
      name: crm_account
      of: service
      sent_as: {header: Authorization, scheme: Bearer}

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
    visibility: {as: service, check: customer_visible, because: "The CRM knows no end users."}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Related
from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import below


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    adapter = contract.adapter
    service = environment.services.get(str(adapter.settings.get("service", "")))
    if service is None or contract.visibility is not None:
        return
    if service.settings.get("credential", {}).get("of") != "service":
        return
    yield Finding(
        span=below(contract.document, adapter.span or contract.name.span, "service"),
        message=f"`{contract.name.value}` calls `{service.name}` with the integration's own "
        "account, and nothing says who may see the record.",
        hint="Add `visibility: {as: service, check: <precondition>, because: <why>}`.",
        related=(Related(span=service.span, message="its credential is of the service"),),
    )


RULE = ContractRule(id="service/credential-without-visibility", page=__doc__, check=check)
