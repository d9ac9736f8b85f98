"""The text that people read on a terminal."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toolcharter.diagnostics import Diagnostic, Related, Severity, Span
from toolcharter.diagnostics.render.printable import cells, printable
from toolcharter.diagnostics.render.text import SHOWN_PER_RULE_AND_FILE, render

FILE = "tools/customers/get_customer.v1.yaml"


def _finding(start: int, end: int, *, line: int = 1, **more: object) -> Diagnostic:
    span = Span(FILE, line, start, line, end, "/input")
    values: dict[str, object] = {"code": "in/untyped", "span": span, "message": "It is wrong."}
    return Diagnostic(**{**values, **more})  # type: ignore[arg-type]


def _excerpt(text: str, start: int, end: int) -> tuple[str, str]:
    """The printed line and the carets under it, without the line number."""
    lines = render([_finding(start, end)], {FILE: text}).splitlines()
    return lines[1].partition("| ")[2], lines[2].partition("| ")[2]


def _marked(text: str, start: int, end: int) -> str:
    """What stands above the carets, by columns of a terminal."""
    line, carets = _excerpt(text, start, end)
    first, last = carets.index("^"), len(carets)
    column, found = 0, ""
    for character in line:
        width = cells(character)
        if first <= column < last or (width == 0 and first < column <= last):
            found += character
        column += width
    return found


def test_a_finding_has_place_severity_message_rule_excerpt_hint_and_related_places() -> None:
    text = "input:\n  fields:\n    note: {type: string}\n"
    row = Span("policies/approval.yaml", 2, 3, 2, 10)
    found = _finding(
        11, 25, line=3, hint="Add a bound.", related=(Related(span=row, message="the row"),)
    )
    texts = {FILE: text, "policies/approval.yaml": "levels:\n  payment: {}\n"}
    assert render([found], texts).splitlines() == [
        f"{FILE}:3:11: error: It is wrong. [in/untyped]",
        "     3 |     note: {type: string}",
        "       |           ^^^^^^^^^^^^^^",
        "  hint: Add a bound.",
        "  see policies/approval.yaml:2:3: the row",
        "     2 |   payment: {}",
        "       |   ^^^^^^^",
        "",
        "1 error in 1 file.",
    ]


@pytest.mark.parametrize(
    ("text", "start", "end", "marked"),
    [
        ("note: wide", 7, 11, "wide"),
        ("名前: wide", 5, 9, "wide"),
        ("x: 名前 y", 4, 6, "名前"),
        ("e\u0301a: b", 6, 7, "b"),
        ("\tx: y", 5, 6, "y"),
        ("ab\tx: y", 4, 5, "x"),
        ("\u202ex: y", 1, 2, "<U+202E>"),
        ("a\u200bb: y", 3, 4, "b"),
        ("a\u3164b", 2, 3, "<U+3164>"),
        ("ab", 3, 3, ""),
    ],
)
def test_carets_stand_under_the_range_whatever_the_characters(
    text: str, start: int, end: int, marked: str
) -> None:
    assert _marked(text, start, end) == marked


def test_a_long_line_is_cut_around_the_range() -> None:
    text = "a" * 500 + " wrong " + "b" * 500
    line, carets = _excerpt(text, 502, 507)
    assert len(line) < 110
    assert line.startswith("...") and line.endswith("...")
    assert _marked(text, 502, 507) == "wrong"
    assert carets.count("^") == 5


def test_a_range_that_is_longer_than_the_line_is_marked_to_the_end_of_the_line() -> None:
    span = Span(FILE, 1, 3, 4, 1)
    text = render([_finding(1, 1, span=span)], {FILE: "  effect:\n    class: read\n"})
    assert "       |   ^^^^^^^\n" in text


def test_a_place_without_text_has_no_excerpt() -> None:
    assert render([_finding(1, 2, line=9)], {FILE: "x\n"}).count("|") == 0
    assert render([_finding(1, 2)], {}).count("|") == 0


def test_lines_end_where_the_reader_says_that_they_end() -> None:
    text = "a: 1\r\nb: 2\rc: 3\u2028d: 4\n"
    assert " b: 2\n" in render([_finding(1, 2, line=2)], {FILE: text})
    assert "c: 3<U+2028>d: 4" in render([_finding(1, 2, line=3)], {FILE: text})


def test_findings_of_one_rule_in_one_file_are_counted_beyond_a_number() -> None:
    many = [_finding(1, 2, line=line) for line in range(1, SHOWN_PER_RULE_AND_FILE + 8)]
    text = render([*many, _finding(1, 2, line=99, code="in/open-object")], {})
    assert text.count("[in/untyped]") == SHOWN_PER_RULE_AND_FILE + 1
    assert f"{FILE}: 7 more of [in/untyped]" in text
    assert "[in/open-object]" in text
    assert text.endswith(f"{len(many) + 1} errors in 1 file.\n")


def test_the_summary_counts_each_severity() -> None:
    found = [
        _finding(1, 2),
        _finding(1, 2, severity=Severity.WARNING),
        _finding(1, 2, severity=Severity.WARNING, span=Span("other.yaml")),
        _finding(1, 2, severity=Severity.INFORMATION),
    ]
    assert render(found, {}).endswith("\n1 error, 2 warnings, 1 note in 2 files.\n")
    assert render([], {}) == "No findings.\n"


def test_colours_are_there_only_where_they_are_asked_for() -> None:
    found = [_finding(1, 2, hint="Do.", related=(Related(span=Span(FILE), message="here"),))]
    plain = render(found, {FILE: "x\n"})
    coloured = render(found, {FILE: "x\n"}, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31merror\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


HOSTILE = st.text(st.characters(exclude_categories=())) | st.sampled_from(
    ["\x1b[31m", "\x9b2J", "\u202eabc", "\u2066", "\U000e0041", "a\rb", "a\nb", "\x07", "\x7f"]
)


@settings(deadline=None)
@given(name=HOSTILE, message=HOSTILE, hint=HOSTILE, text=HOSTILE, start=st.integers(1, 40))
def test_nothing_foreign_acts_on_the_terminal(
    name: str, message: str, hint: str, text: str, start: int
) -> None:
    span = Span(name, 1, start, 1, start + 3)
    found = Diagnostic(
        code="in/untyped",
        span=span,
        message=message,
        hint=hint,
        related=(Related(span=span, message=message),),
    )
    printed = render([found], {name: text})
    acting = {c for c in printed if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert acting <= {"\n"}
    printed.encode()


@settings(deadline=None)
@given(HOSTILE)
def test_printable_text_stays_as_it_is_and_nothing_is_left_out(text: str) -> None:
    shown = printable(text)
    assert printable(shown) == shown
    assert len(shown) >= len(text)
