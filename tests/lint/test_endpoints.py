"""A pattern of an exclusion names every call that an adapter could turn into the forbidden one."""

from __future__ import annotations

import pytest
from toolcharter.diagnostics import Span
from toolcharter.ir.model import Adapter, Service
from toolcharter.lint.endpoints import Endpoint, endpoints, is_named

MERGE = "POST crm /v1/customers/*/merge"


def _call(path: str, method: str = "POST", service: str = "crm") -> Endpoint:
    return Endpoint(method=method, service=service, path=path, keys=())


@pytest.mark.parametrize(
    "path",
    [
        "/v1/customers/7/merge",
        "/v1/customers/{input.id}/merge",
        "/v1/customers/{input.id}/{input.what}",
        "/v1/{input.what}/{input.id}/mer{input.rest}",
        "/v1/customers/{input.id}/merge/",
        "//v1//customers/{input.id}/./merge",
        "/v1/orders/../customers/{input.id}/MERGE?dry=1",
        "/v1/customers/{input.id}/m%65rge",
        "/v1/customers/a/b/merge",
        "/v1/customers/{input.id}/merge;v=1",
        "/v1;a/customers;b={input.id}/7/merge;",
        "/v1/customers/x/..;/{input.id}/merge%3Bv=1",
    ],
)
def test_a_disguised_path_is_named(path: str) -> None:
    assert is_named(_call(path), MERGE, {})


@pytest.mark.parametrize(
    "call",
    [
        _call("/v1/customers/{input.id}/merged"),
        _call("/v1/customers/{input.id}"),
        _call("/v1/customers/{input.id};/merge;a/more"),
        _call("/v2/customers/{input.id}/merge"),
        _call("/v1/customers/{input.id}/merge", method="GET"),
        _call("/v1/customers/{input.id}/merge", service="erp"),
    ],
    ids=str,
)
def test_another_call_is_not_named(call: Endpoint) -> None:
    assert not is_named(call, MERGE, {})


def test_a_service_with_the_same_origin_is_the_same_service() -> None:
    services = {
        name: Service(name=name, span=Span(""), settings={"origins": [origin]})
        for name, origin in (
            ("crm", "https://crm.example"),
            ("sales", "https://crm.example:443"),
            ("mail", "https://mail.example"),
        )
    }
    assert is_named(_call("/v1/customers/7/merge", service="sales"), MERGE, services)
    assert not is_named(_call("/v1/customers/7/merge", service="mail"), MERGE, services)


def test_everything_of_a_service_is_named_by_one_asterisk() -> None:
    adapter = Adapter(kind="mcp", settings={"service": "erp", "tool": "create_customer"})
    (call,) = endpoints(adapter)
    assert is_named(call, "* erp /*", {})
    assert not is_named(call, "* crm /*", {})


def test_both_calls_of_a_change_are_looked_at() -> None:
    adapter = Adapter(
        kind="http",
        settings={
            "service": "crm",
            "preview": {"call": {"method": "GET", "path": "/a"}},
            "commit": {"call": {"method": "PUT", "path": "/b"}},
        },
    )
    assert [str(call) for call in endpoints(adapter)] == ["GET crm /a", "PUT crm /b"]


def test_a_hostile_pair_of_patterns_takes_no_exponential_time() -> None:
    path = "/" + "{input.a}/" * 60 + "x"
    assert not is_named(_call(path), "POST crm /" + "*a" * 60 + "y", {})
