"""A row of the approval policy promises no approval that cannot happen, and no threshold twice."""

from __future__ import annotations

import pytest
from lint.conftest import Find
from lint.overlay import with_pieces

POLICY = "policies/approval.yaml"


@pytest.mark.parametrize(
    "more",
    [
        "raise: [{fact: environment, is: [production], to: two_persons}]",
        "pending_per_run: 3",
    ],
)
def test_a_row_at_level_none_asks_for_no_approval(more: str, find: Find) -> None:
    assert _found(f"own_operation:\n    level: none\n    {more}", find) == ["policy/raise-on-none"]


def test_a_row_at_level_none_may_refuse_and_count(find: Find) -> None:
    row = "own_operation:\n    level: none\n    per_run: 5\n    per_day: 9\n"
    assert _found(f"{row}    refuse: [{{fact: environment, is: [staging]}}]", find) == []


def test_a_row_with_approvers_may_count_what_waits(find: Find) -> None:
    assert _found("customer_data:\n    level: one_reviewer\n    pending_per_run: 3", find) == []


@pytest.mark.parametrize("key", ["raise", "refuse"])
def test_a_currency_stands_once_in_a_rule(key: str, find: Find) -> None:
    to = ", to: two_persons" if key == "raise" else ""
    row = f"payment:\n    level: one_reviewer\n    {key}:\n"
    rule = f"      - {{fact: amount, above: [EUR 500.00, EUR 900.00]{to}}}"
    assert _found(row + rule, find) == ["policy/duplicate-currency"]


def test_a_currency_may_stand_in_two_rules(find: Find) -> None:
    row = "payment:\n    level: one_reviewer\n"
    raises = "    raise: [{fact: amount, above: [EUR 500.00], to: two_persons}]\n"
    refuses = "    refuse: [{fact: amount, above: [EUR 900.00, USD 900.00]}]"
    assert _found(row + raises + refuses, find) == []


def _found(row: str, find: Find) -> list[str]:
    tree = with_pieces([(POLICY, f"consequences:\n  {row}\n")])
    return [each.code for each in find(tree) if each.is_error]
