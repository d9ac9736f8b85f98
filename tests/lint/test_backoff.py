"""The first pause between two tries is the shortest, wherever somebody writes it."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.overlay import base_tree, with_pieces

READ = "tools/customers/get_customer.v1.yaml"
SETTINGS = "toolcharter.yaml"


@pytest.mark.parametrize(
    ("first", "most", "codes"),
    [("2s", "200ms", ["limits/backoff-order"]), ("3s", "3s", []), ("200ms", "2s", [])],
)
def test_a_contract_does_not_swap_the_pauses(
    first: str, most: str, codes: list[str], find: Find
) -> None:
    backoff = f"{{first: {first}, most: {most}}}"
    piece = f"failure:\n  retry: {{class: read, attempts: 3, backoff: {backoff}}}\n"
    assert [each.code for each in find(with_pieces([(READ, piece)]))] == codes


def test_the_settings_do_not_swap_them_and_are_told_once(find: Find) -> None:
    text = base_tree()[SETTINGS].decode()
    swapped = text.replace("{first: 200ms, most: 2s}", "{first: 2s, most: 200ms}")
    found = find({**base_tree(), SETTINGS: swapped.encode()})
    assert [(each.code, each.span.file) for each in found] == [("limits/backoff-order", SETTINGS)]
