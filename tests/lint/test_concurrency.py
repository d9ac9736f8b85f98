"""A run makes no more calls at a time than its tenant, wherever somebody writes it."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.overlay import base_tree, with_pieces

READ = "tools/customers/get_customer.v1.yaml"
CHANGE = "tools/customers/phone_change.v1.yaml"
SETTINGS = "toolcharter.yaml"


@pytest.mark.parametrize(
    ("concurrency", "codes"),
    [
        ("{per_run: 6, per_tenant: 5}", ["limits/run-above-tenant"]),
        ("{per_run: 41}", ["limits/run-above-tenant"]),
        ("{per_tenant: 3}", ["limits/run-above-tenant"]),
        ("{per_run: 5, per_tenant: 5}", []),
        ("{per_run: 40}", []),
    ],
)
def test_a_contract_does_not_swap_the_two(concurrency: str, codes: list[str], find: Find) -> None:
    piece = f"limits: {{timeout: 3s, concurrency: {concurrency}}}\n"
    assert [each.code for each in find(with_pieces([(READ, piece)]))] == codes


def test_the_tools_of_a_change_are_told_apart(find: Find) -> None:
    piece = (
        "limits:\n  preview: {timeout: 3s}\n"
        "  commit: {timeout: 5s, concurrency: {per_run: 6, per_tenant: 5}}\n"
    )
    (found,) = find(with_pieces([(CHANGE, piece)]))
    assert (found.code, found.span.pointer) == ("limits/run-above-tenant", "/limits/commit")
    assert found.message == "One run may make 6 calls at a time, but its whole tenant 5."


def test_the_settings_do_not_swap_them_and_are_told_once(find: Find) -> None:
    text = base_tree()[SETTINGS].decode()
    swapped = text.replace(
        "read: {per_run: 4, per_tenant: 40}", "read: {per_run: 4, per_tenant: 3}"
    )
    found = find({**base_tree(), SETTINGS: swapped.encode()})
    assert [(each.code, each.span.file, each.span.pointer) for each in found] == [
        ("limits/run-above-tenant", SETTINGS, "/defaults/concurrency/read")
    ]
