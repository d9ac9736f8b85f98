"""A page is ordered by values that are always there, that sort, and that somebody may see."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.overlay import with_pieces

SEARCH = "tools/customers/search_customers.v1.yaml"


def _found(
    find: Find, field: str, view: str = "{shows: [customer_id, x]}"
) -> list[tuple[str, str]]:
    piece = (
        "page: {items: customers, size: 20, max_size: 50, order: [x, customer_id]}\n"
        f"output:\n  fields:\n    customer_id: customer_id\n    x: {field}\n"
        f"views:\n  found: {view}\n"
    )
    found = find(with_pieces([(SEARCH, piece)]))
    return [(each.code, each.span.pointer) for each in found if each.is_error]


@pytest.mark.parametrize(
    "field",
    [
        '{type: date, optional: true, describe: "A day."}',
        '{type: date, nullable: true, describe: "A day."}',
        '{type: list, items: {type: date}, max_items: 3, describe: "Days."}',
        '{type: money, min: 0, max: 9, describe: "A sum in any currency."}',
        "{type: object, fields: {day: {type: date, describe: A day.}}, describe: Something.}",
    ],
)
def test_what_need_not_be_one_value_gives_no_order(field: str, find: Find) -> None:
    assert _found(find, field) == [("page/unsortable-order", "/page/order/0")]


@pytest.mark.parametrize(
    "field",
    [
        '{type: date, describe: "A day."}',
        '{type: integer, min: 1, max: 5, describe: "A rank."}',
        '{type: decimal, min: "0", max: "5", places: 2, describe: "A rank."}',
        '{type: enum, values: [a, b], describe: "A class."}',
        "order_id",
    ],
)
def test_one_value_that_is_always_there_gives_an_order(field: str, find: Find) -> None:
    assert _found(find, field) == []


def test_what_no_view_shows_gives_no_order(find: Find) -> None:
    day = '{type: date, describe: "A day."}'
    internal = '{type: date, sensitive: internal, describe: "A day."}'
    hidden = [("page/hidden-order", "/page/order/0")]
    assert _found(find, day, "{shows: [customer_id]}") == hidden
    assert _found(find, internal, "{shows: [customer_id]}") == hidden


def test_a_masked_field_and_one_of_another_view_give_an_order(find: Find) -> None:
    day = '{type: date, sensitive: personal, describe: "A day."}'
    assert _found(find, day, "{shows: [customer_id], masks: {x: year}}") == []
    other = "{shows: [customer_id]}\n  staff: {shows: [x]}"
    assert _found(find, day, other) == []


def test_a_field_that_is_not_there_is_told_where_it_is_named(find: Find) -> None:
    piece = "page: {items: customers, size: 20, max_size: 50, order: [customer_id, nam]}\n"
    (found,) = (each for each in find(with_pieces([(SEARCH, piece)])) if each.is_error)
    assert (found.code, found.span.pointer) == ("page/unknown-order", "/page/order/1")
    assert found.hint == "Did you mean `name`?"
