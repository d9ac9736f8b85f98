"""Foreign text in messages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from source.readings import value
from toolcharter.source.characters import is_refused
from toolcharter.source.quoted import quoted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("NO", '"NO"'),
        ("", '""'),
        ('a "b" \\c', '"a \\"b\\" \\\\c"'),
        ("a\nb\tc\rd", '"a\\nb\\tc\\rd"'),
        ("\x1b[2J", '"\\u001b[2J"'),
        ("a\u202eb\u200c\U000e0041", '"a\\u202eb\\u200c\\U000e0041"'),
        ("\u00e9\u65e5\U0001f600", '"\u00e9\u65e5\U0001f600"'),
        ("\u3000\u00a0", '"\\u3000\\u00a0"'),
        ("x" * 61, f'"{"x" * 60}..."'),
    ],
)
def test_text_is_shown_in_quotes_as_yaml_spells_it(text: str, shown: str) -> None:
    assert quoted(text) == shown


def test_the_length_can_be_chosen() -> None:
    assert quoted("abcdef", max_chars=3) == '"abc..."'


@settings(derandomize=True, deadline=None)
@given(st.text())
def test_nothing_invisible_gets_out_and_nothing_is_lost(text: str) -> None:
    shown = quoted(text, max_chars=1000)
    assert shown.isprintable()
    assert not any(map(is_refused, shown))
    if not any(map(is_refused, text)) and text:
        assert value(f"- {shown}\n") == [text]
