"""The sentence that trusted code fills."""

from __future__ import annotations

from typing import Any

import pytest
from toolcharter.contract.codes import CURRENCY_DECIMALS
from toolcharter_runtime._currencies import decimals_of
from toolcharter_runtime._proposal.effect_text import effect_text, written


def test_literal_text_and_holes_make_one_sentence() -> None:
    parts: Any = ("Pay ", {"path": ("facts", "amount")}, " back on ", {"path": ("target", "id")})
    sources: Any = {
        "facts": {"amount": {"amount_minor": 1299, "currency": "EUR"}},
        "target": {"id": "ord_1"},
    }
    assert effect_text(parts, sources) == "Pay EUR 12.99 back on ord_1"


def test_an_identifier_of_several_parts_is_written_as_its_type_says() -> None:
    parts: Any = (
        "Close ",
        {
            "path": ("target", "id"),
            "written_as": ({"path": ("owner",)}, "/", {"path": ("repository",)}),
        },
    )
    sources: Any = {"target": {"id": {"owner": "acme", "repository": "shop"}}}
    assert effect_text(parts, sources) == "Close acme/shop"


def test_braces_of_a_value_are_never_a_hole() -> None:
    sources: Any = {"input": {"code": "{target.id}"}, "target": {"id": "x"}}
    assert effect_text(({"path": ("input", "code")},), sources) == "{target.id}"


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [
        (0, "EUR", "EUR 0.00"),
        (5, "EUR", "EUR 0.05"),
        (100, "EUR", "EUR 1.00"),
        (-1, "EUR", "EUR -0.01"),
        (500, "JPY", "JPY 500"),
        (1, "KWD", "KWD 0.001"),
        (12345, "CLF", "CLF 1.2345"),
        (9007199254740991, "USD", "USD 90071992547409.91"),
    ],
)
def test_money_is_written_with_all_its_decimals(minor: int, currency: str, text: str) -> None:
    assert written({"amount_minor": minor, "currency": currency}) == text


def test_a_list_is_written_as_its_length() -> None:
    assert written(["a", "b", "c"]) == "3"


def test_both_halves_know_the_same_decimals() -> None:
    assert {code: decimals_of(code) for code in CURRENCY_DECIMALS} == dict(CURRENCY_DECIMALS)
