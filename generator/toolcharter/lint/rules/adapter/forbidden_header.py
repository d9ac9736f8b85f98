"""No http adapter sends a header that changes who calls, where to, or with which method.

Why
    The method that stands in the contract is the one that was reviewed; a header that overrides it
    turns a GET into a DELETE. The credential comes from the service file and the host, never from
    an argument, and the host name is pinned by the origins of the service.

Bad
    # tools/customers/get_customer.v1.yaml
    adapter:
      kind: http
      service: crm
      call:
        method: GET
        path: "/v1/customers/{input.customer_id}"
        headers: {X-HTTP-Method-Override: {constant: DELETE}}
        answers:
          - {status: 200, is: success}
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
        headers: {Accept: {constant: application/json}}
        answers:
          - {status: 200, is: success}
      checks:
        customer_visible: {by: call}
      output:
        customer_id: {at: /id}
        version: {at: /version}
        name: {at: /name}
        last_order: {at: /order, missing: null}

Silence
    It cannot be silenced. `Authorization`, `Cookie`, `Host` and the headers that override a method
    are refused in any case of their letters, also as `key_header`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.written import below

_FORBIDDEN = frozenset(
    {
        *("authorization", "proxy-authorization", "cookie", "host"),
        *("x-http-method-override", "x-http-method", "x-method-override"),
    }
)


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    for keys, header in _headers(contract):
        if header.casefold() in _FORBIDDEN:
            yield Finding(
                span=below(contract.document, contract.adapter.span or contract.name.span, *keys),
                message=f"The adapter of `{contract.name.value}` sends the header `{header}`, "
                "which is not the contract's to choose.",
                hint="Take it out; credentials stand in the service file, the method in `method`.",
            )


def _headers(contract: Contract) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every header that a call of the adapter names, with the keys that lead to it."""
    settings = contract.adapter.settings
    for above, holder in (
        ((), settings),
        (("preview",), settings.get("preview", {})),
        (("commit",), settings.get("commit", {})),
    ):
        call = holder.get("call", {})
        for name in call.get("headers", {}):
            yield (*above, "call", "headers", name), name
        if "key_header" in call:
            yield (*above, "call", "key_header"), call["key_header"]


RULE = ContractRule(id="adapter/forbidden-header", page=__doc__, check=check)
