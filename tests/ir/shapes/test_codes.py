"""The pinned code lists."""

from __future__ import annotations

import pytest
from toolcharter.contract.codes import COUNTRIES, CURRENCIES, CURRENCY_DECIMALS


@pytest.mark.promise("C22")
def test_countries_are_the_assigned_codes_in_order() -> None:
    assert len(COUNTRIES) == len(set(COUNTRIES)) == 249
    assert list(COUNTRIES) == sorted(COUNTRIES)
    assert all(len(code) == 2 and code.isascii() and code.isupper() for code in COUNTRIES)
    assert {"NO", "ES", "XK"} & set(COUNTRIES) == {"NO", "ES"}


@pytest.mark.promise("C22")
@pytest.mark.parametrize(
    ("code", "decimals"),
    [("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), ("SLE", 2), ("XCG", 2)],
)
def test_currencies_have_the_decimals_of_their_minor_unit(code: str, decimals: int) -> None:
    assert CURRENCY_DECIMALS[code] == decimals


@pytest.mark.parametrize("code", ["XAU", "XTS", "XXX", "HRK", "BGN", "ANG", "SLL", "DEM"])
def test_withdrawn_codes_and_codes_without_a_minor_unit_are_left_out(code: str) -> None:
    assert code not in CURRENCIES


def test_currencies_are_in_order() -> None:
    assert len(CURRENCIES) == 165
    assert list(CURRENCIES) == sorted(CURRENCIES)
