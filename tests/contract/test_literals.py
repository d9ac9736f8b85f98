"""The literals of the language: exact, and the same as the patterns of the schemas."""

from __future__ import annotations

import calendar
import datetime

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as some
from toolcharter.contract.codes import CURRENCY_DECIMALS
from toolcharter.contract.literals import (
    amount_minor,
    calendar_date,
    currency,
    duration_ms,
    field_path,
    pointer,
    size_bytes,
    tool_reference,
)
from toolcharter.contract.published import schema_of
from toolcharter.contract.templates import Hole, identifier_template, template

MILLISECONDS = {"ms": 1, "s": 1000, "m": 60 * 1000, "h": 3600 * 1000, "d": 24 * 3600 * 1000}
BYTES = {"B": 1, "KiB": 2**10, "MiB": 2**20}

NUMBERS = some.integers(min_value=1, max_value=999_999_999)
NAMES = some.from_regex(r"\A[a-z][a-z0-9_]{0,39}\Z")


@given(NUMBERS, some.sampled_from(sorted(MILLISECONDS)))
def test_a_duration_is_its_number_times_its_unit(number: int, unit: str) -> None:
    assert duration_ms(f"{number}{unit}") == number * MILLISECONDS[unit]


@given(NUMBERS, some.sampled_from(sorted(BYTES)))
def test_a_size_is_its_number_times_its_unit(number: int, unit: str) -> None:
    assert size_bytes(f"{number}{unit}") == number * BYTES[unit]


@given(some.integers(min_value=0, max_value=10**15), some.sampled_from(sorted(CURRENCY_DECIMALS)))
def test_an_amount_is_exact_in_every_currency(minor: int, code: str) -> None:
    decimals = CURRENCY_DECIMALS[code]
    digits = str(minor).rjust(decimals + 1, "0")
    whole, fraction = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
    text = f"{code} {whole}" + (f".{fraction}" if decimals else "")
    assert amount_minor(text) == (code, minor)
    with pytest.raises(ValueError, match="decimals"):
        amount_minor(f"{text}0" if decimals else f"{text}.0")


@pytest.mark.parametrize(
    "text",
    [
        *("EUR 500", "EUR 500.0", "EUR 500.000", "JPY 500.00", "KWD 1.00", "EUR 1,000.00"),
        *("eur 5.00", "EUR5.00", "EUR  5.00", "EUR -5.00", "EUR 05.00", "EUX 5.00", "EUR 5.00\n"),
        *("EUR .50", "EUR \u0665.00", "XAU 1", "EUR 99999999999999.99"),
    ],
)
def test_another_way_to_write_an_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        amount_minor(text)


@pytest.mark.parametrize(
    "text", ["", "5", "0s", "05s", "1h30m", "5 s", "5S", "1.5s", "-5s", "5s\n"]
)
def test_another_way_to_write_a_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="duration"):
        duration_ms(text)


@pytest.mark.parametrize("text", ["", "5", "0B", "5KB", "5kib", "5 KiB", "1GiB", "\u0665B", "5B\n"])
def test_another_way_to_write_a_size_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="size"):
        size_bytes(text)


@given(some.dates())
def test_a_date_is_read_back_as_itself(day: datetime.date) -> None:
    assert calendar_date(day.isoformat()) == day


@given(some.integers(1, 9999), some.integers(0, 99), some.integers(0, 99))
def test_only_days_of_the_calendar_are_dates(year: int, month: int, day: int) -> None:
    is_real = 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]
    text = f"{year:04}-{month:02}-{day:02}"
    if is_real:
        assert calendar_date(text) == datetime.date(year, month, day)
    else:
        with pytest.raises(ValueError, match="no such day"):
            calendar_date(text)


@pytest.mark.parametrize("text", ["2026-3-1", "20260301", "2026-03-01T00:00:00Z", " 2026-03-01"])
def test_another_way_to_write_a_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="in quotes"):
        calendar_date(text)


@given(NAMES, some.integers(min_value=1, max_value=9999))
def test_a_reference_is_a_name_and_a_version(name: str, version: int) -> None:
    assert tool_reference(f"{name}.v{version}") == (name, version)


@pytest.mark.parametrize(
    "text", ["a", "a.v0", "a.v01", "a.v10000", "A.v1", "a.1", "a_v1", "a.v1\n"]
)
def test_another_way_to_name_a_tool_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="version"):
        tool_reference(text)


@given(some.lists(NAMES, min_size=1, max_size=8))
def test_a_path_is_its_names(names: list[str]) -> None:
    assert field_path(".".join(names)) == tuple(names)


@pytest.mark.parametrize("text", ["", "a.", ".a", "a..b", "A", "a.b.c.d.e.f.g.h.i", "a/b"])
def test_another_way_to_write_a_path_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="path"):
        field_path(text)


@given(some.lists(some.text()))
def test_a_pointer_gives_back_the_tokens_it_was_made_of(tokens: list[str]) -> None:
    text = "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)
    assert pointer(text) == tuple(tokens)


@pytest.mark.parametrize("text", ["a", "/~", "/~2", "/a~"])
def test_another_way_to_write_a_pointer_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="pointer"):
        pointer(text)


def test_a_currency_is_a_code_of_the_pinned_list() -> None:
    assert currency("EUR") == "EUR"
    with pytest.raises(ValueError, match="ISO 4217"):
        currency("EUX")


def test_a_template_is_its_words_and_its_holes() -> None:
    assert template("Pay {facts.amount} {{now}} for {input.order.id}") == (
        "Pay ",
        Hole(("facts", "amount")),
        " {now} for ",
        Hole(("input", "order", "id")),
    )
    assert identifier_template("{owner}/{repository}#{number}") == (
        Hole(("owner",)),
        "/",
        Hole(("repository",)),
        "#",
        Hole(("number",)),
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "never closed"),
        ("a {input.x", "never closed"),
        ("{a{input.x}}", "never closed"),
        ("}", "closes nothing"),
        ("{}", "cannot fill"),
        ("{input}", "cannot fill"),
        ("{input.x!r}", "cannot fill"),
        ("{input.x:>10}", "cannot fill"),
        ("{input.x[0]}", "cannot fill"),
        ("{target.name}", "cannot fill"),
        ("{facts.mood}", "cannot fill"),
        ("{env.HOME}", "cannot fill"),
    ],
)
def test_a_template_has_no_other_holes(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        template(text)


_PIECES = some.sampled_from(
    ["{", "}", "{{", "}}", "a", "{input.a}", "{target.id}", "input.a", ".", "\n", "{plan.a.b}"]
)


@given(some.lists(_PIECES, min_size=3, max_size=12))
def test_the_parser_and_the_pattern_of_the_schema_accept_the_same_templates(
    pieces: list[str],
) -> None:
    text = "".join(pieces)
    definition = schema_of("contract")["$defs"]["template"]
    pattern = jsonschema_rs.Draft202012Validator({"pattern": definition["pattern"]})
    try:
        parts = template(text)
    except ValueError:
        assert not pattern.is_valid(text)
    else:
        assert pattern.is_valid(text)
        assert parts
