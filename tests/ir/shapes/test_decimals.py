"""Decimals as patterns, against exact arithmetic."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from toolcharter.ir.decimals import decimal_pattern, decimal_text
from toolcharter.ir.patterns import check_pattern, is_anchored

units = st.integers(-5_000, 5_000) | st.integers(-(10**36), 10**36)
places = st.integers(1, 18)


@pytest.mark.parametrize(
    ("low", "high", "places", "pattern"),
    [
        ("0", "9.99", 2, r"^[0-9]\.[0-9]{2}$"),
        ("0", "999.99", 2, r"^(?:0|[1-9][0-9]{0,2})\.[0-9]{2}$"),
        ("0", "1", 2, r"^(?:0\.[0-9]{2}|1\.00)$"),
        ("-0.5", "-0.1", 1, r"^-0\.[1-5]$"),
        ("0.25", "0.25", 2, r"^0\.25$"),
    ],
)
def test_the_pattern_reads_like_the_bounds(low: str, high: str, places: int, pattern: str) -> None:
    found = decimal_pattern(low, high, places)
    assert found is not None
    assert found.pattern == pattern


@given(st.tuples(units, units).map(sorted), places, places, st.data())
def test_a_text_matches_exactly_when_its_value_is_between_the_bounds(
    bounds: list[int], bound_places: int, places: int, data: st.DataObject
) -> None:
    low, high = (decimal_text(bound, bound_places) for bound in bounds)
    found = decimal_pattern(low, high, places)
    edges = [int(Decimal(bound).scaleb(places)) for bound in (low, high)]
    near = st.sampled_from(edges).flatmap(lambda edge: st.integers(edge - 3, edge + 3))
    value = data.draw(near | st.integers(edges[0] - 2, edges[1] + 2) | units)
    text = decimal_text(value, places)
    is_between = Decimal(low) <= Decimal(text) <= Decimal(high)
    matches = found is not None and re.fullmatch(found.pattern[1:-1], text) is not None
    assert matches is is_between
    if found is not None and matches:
        assert len(text) <= found.max_length


@given(st.tuples(units, units).map(sorted), places)
def test_there_is_no_minus_zero_no_leading_zero_and_no_other_number_of_places(
    bounds: list[int], places: int
) -> None:
    low, high = (decimal_text(bound, places) for bound in bounds)
    found = decimal_pattern(low, high, places)
    assert found is not None
    zero = decimal_text(0, places)
    for text in (f"-{zero}", f"0{zero}", f"00{zero}", f"{zero}0", "0", "", ".5", "1e3"):
        assert re.fullmatch(found.pattern[1:-1], text) is None


@example([-(10**36) + 1, 123456789012345678123456789012345678], 18)
@given(st.tuples(units, units).map(sorted), places)
def test_the_pattern_is_in_the_dialect_and_short(bounds: list[int], places: int) -> None:
    low, high = (decimal_text(bound, places) for bound in bounds)
    found = decimal_pattern(low, high, places)
    assert found is not None
    assert len(found.pattern) < 4_000
    assert is_anchored(found.pattern)
    assert check_pattern(found.pattern) == ()


def test_bounds_between_two_decimals_leave_none() -> None:
    assert decimal_pattern("0.001", "0.009", 2) is None
    assert decimal_pattern("1", "0", 2) is None
