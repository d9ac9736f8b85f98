"""The dialect of patterns: what it takes, what it refuses, and what its matches are like."""

from __future__ import annotations

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from source.work import lines_of
from toolcharter.ir.canonical import canonical_json
from toolcharter.ir.patterns import (
    charset_bytes,
    check_pattern,
    is_anchored,
    longest_bytes,
    longest_match,
    means_the_same_everywhere,
    shortest_match,
    smallest_match,
)
from toolcharter.ir.scalar_schemas import LINE, PRINTABLE, TEXT, WEB_ADDRESS

GOOD = [
    "",
    "^$",
    "^cus_[0-9a-z]{8,20}$",
    "^[0-9A-Za-z](-?[0-9A-Za-z])*$",
    r"^[0-9A-Za-z-]+(\[bot\])?$",
    "^[a-z]+/[a-z0-9.+-]+$",
    "^[0-9A-Z][0-9A-Z -]{0,10}[0-9A-Z]$",
    "^(?:a|b|)$",
    "^(a|bc)+?$",
    r"^\d{4}\w$",
    r"^\p{Lu}\p{L}*$",
    r"^[^\p{Cc}\p{Zl}\p{Zp}]*$",
    r"^\x41\u00e9\u{1F600}$",
    r"^[\-\]\[\\^$.]$",
    "^.{1,20}$",
    r"^a{2,}b{3}\.$",
    r"^([a-z]{1,63}\.){1,10}[a-z]{2,63}$",
    "^(ab?c)*$",
    "^(a|b)*a[ab]$",
    r"^(\p{Lu}|\p{Ll}|\p{Nd})*$",
    "^([a-z]|[A-Z]{2})*$",
    "^(a?b?c?)$",
    TEXT,
    LINE,
    PRINTABLE,
    WEB_ADDRESS,
]

REFUSED = [
    ("^(?!sys:).+", "in/pattern-dialect", "look-around"),
    ("(?<=a)b", "in/pattern-dialect", "look-around"),
    ("(?<year>[0-9]{4})", "in/pattern-dialect", "named groups"),
    ("(?P<year>[0-9]{4})", "in/pattern-dialect", "named groups"),
    ("(?i)abc", "in/pattern-dialect", "flags"),
    ("(?i:abc)", "in/pattern-dialect", "flags"),
    (r"^(a)\1$", "in/pattern-dialect", "back-references"),
    (r"^\s+$", "in/pattern-dialect", r"[ \t]"),
    (r"^\S+$", "in/pattern-dialect", r"[^ \t]"),
    (r"^\D$", "in/pattern-dialect", "[^0-9]"),
    (r"^\W$", "in/pattern-dialect", "[^0-9A-Za-z_]"),
    (r"\bfoo\b", "in/pattern-dialect", "where a word ends"),
    (r"\Aab\z", "in/pattern-dialect", "write ^"),
    (r"^\_$", "in/pattern-dialect", "without the backslash"),
    (r"^\0$", "in/pattern-dialect", r"\x00"),
    (r"^\cA$", "in/pattern-dialect", r"\xHH"),
    (r"^\p{Greek}$", "in/pattern-dialect", "general category"),
    (r"^\p{Letter}$", "in/pattern-dialect", "general category"),
    (r"^\p{Cs}$", "in/pattern-dialect", "general category"),
    (r"^[\P{L}]$", "in/pattern-dialect", "negate the class"),
    (r"^\ud83d\ude00$", "in/pattern-dialect", "surrogate"),
    ("^[a&&b]$", "in/pattern-dialect", "&&"),
    ("^[[:alpha:]]$", "in/pattern-dialect", "\\["),
    ("^[a-c-e]$", "in/pattern-dialect", "\\-"),
    ("^a++$", "in/pattern-dialect", "after a quantifier"),
    ("(" * 65 + ")" * 65, "in/pattern-dialect", "deep"),
    ("a" * 4001, "in/pattern-dialect", "characters"),
    ("^[z-a]$", "in/pattern-invalid", "wrong way round"),
    (r"^[\d-z]$", "in/pattern-invalid", "one character"),
    ("^[]$", "in/pattern-invalid", "empty"),
    ("^[a$", "in/pattern-invalid", "not closed"),
    ("^(a$", "in/pattern-invalid", "not closed"),
    ("^a)$", "in/pattern-invalid", "closes no group"),
    ("^*$", "in/pattern-invalid", "anchor"),
    ("+a", "in/pattern-invalid", "repeats nothing"),
    ("^a{,3}$", "in/pattern-invalid", "{n}"),
    ("^a{3,1}$", "in/pattern-invalid", "wrong way round"),
    ("a|{b}", "in/pattern-invalid", "\\{"),
    ("^a}$", "in/pattern-invalid", "\\}"),
    ("^a]$", "in/pattern-invalid", "\\]"),
    ("^a\\", "in/pattern-invalid", "backslash"),
    (r"^\x4$", "in/pattern-invalid", "hexadecimal"),
    (r"^\u{110000}$", "in/pattern-invalid", "hexadecimal"),
    ("^(a{1000}){1000}$", "in/pattern-invalid", "too large"),
    ("^(a+)+$", "in/pattern-redos", "repetition"),
    ("^([a-z]+,?)*$", "in/pattern-redos", "repetition"),
    ("^((a|b)*c*)*$", "in/pattern-redos", "repetition"),
    ("^(a{1,30}){1,30}$", "in/pattern-redos", "more than one way"),
    ("^(a|aa)+$", "in/pattern-redos", "more than one way"),
    ("^(a|[a-c])*$", "in/pattern-redos", "more than one way"),
    (r"^(\d|\w)*$", "in/pattern-redos", "more than one way"),
    ("^(ab?b?)*$", "in/pattern-redos", "more than one way"),
    ("^(a?){20}$", "in/pattern-redos", "more than one way"),
    (r"^(\p{L}|\p{Lu}x)*$", "in/pattern-redos", "more than one way"),
]


@pytest.mark.parametrize("pattern", GOOD)
def test_a_pattern_of_the_dialect_is_accepted(pattern: str) -> None:
    assert check_pattern(pattern) == ()


@pytest.mark.parametrize(("pattern", "rule", "words"), REFUSED)
def test_a_pattern_outside_the_dialect_is_refused_with_what_to_write(
    pattern: str, rule: str, words: str
) -> None:
    ((code, message),) = check_pattern(pattern)
    assert code == rule
    assert words in message


@given(st.text(max_size=30) | st.text("ab0^$\\.*+?()[]{}|-,:!<=dpwxu{L}", max_size=20))
def test_what_the_dialect_accepts_the_engine_compiles(pattern: str) -> None:
    if check_pattern(pattern) == ():
        jsonschema_rs.Draft202012Validator(
            {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
        )


@pytest.mark.parametrize(
    "pattern", ["(" * 4000, "[" * 4000, "a{999999}" * 400, "(a{999}){999}", "a?" * 2000]
)
def test_a_hostile_pattern_is_judged_in_a_few_steps(pattern: str) -> None:
    def judge() -> None:
        check_pattern(pattern)
        smallest_match(pattern, 3, 100)

    assert lines_of(judge) < 1_000_000


@pytest.mark.parametrize(
    ("pattern", "anchored"),
    [
        ("^a$", True),
        ("^(?:a|b)$", True),
        ("(?:^a$)", True),
        ("^a$|^b$", True),
        ("^a|b$", False),
        ("a", False),
        ("^a", False),
        ("a$", False),
        (r"^a\$", False),
        ("^(a$)?", False),
        ("", False),
    ],
)
def test_anchored_means_that_every_match_is_the_whole_text(pattern: str, anchored: bool) -> None:
    assert is_anchored(pattern) is anchored


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        ("^[0-9a-z]$", 1),
        ("^[ !#-~]$", 2),
        ("^[ !#-Z^-~]*$", 1),
        ('^"$', 2),
        ("^[à-ü]+$", 2),
        ("^[가-힣]{1,9}$", 3),
        (r"^\u{1F600}$", 4),
        (r"^\n$", 2),
        (r"^\x01$", 6),
        (r"^\p{Cc}$", 6),
        (r"^\p{Zl}$", 3),
        (r"^\p{L}$", 4),
        ("^[^a]$", 6),
        (TEXT, 4),
        (LINE, 4),
        (PRINTABLE, 2),
        (r"^\w\d$", 1),
        ("a", 6),
    ],
)
def test_a_code_point_takes_at_most_so_many_bytes(pattern: str, size: int) -> None:
    assert charset_bytes(pattern) == size


@pytest.mark.parametrize(
    ("pattern", "length", "size"),
    [
        ("^cus_[0-9a-z]{8,20}$", 24, 24),
        ("^(?:a|é{2})$", 2, 4),
        ("^a*$", None, None),
        ("^(?:){0,5}$", 0, 0),
        ("^a{0}$", 0, 0),
        ("a", None, None),
    ],
)
def test_the_longest_match_is_known_where_there_is_one(
    pattern: str, length: int | None, size: int | None
) -> None:
    assert (longest_match(pattern), longest_bytes(pattern)) == (length, size)


@pytest.mark.parametrize(
    ("pattern", "least", "most", "found"),
    [
        ("^cus_[0-9a-z]{8,20}$", 0, None, "cus_aaaaaaaa"),
        ("^[0-9A-Z][0-9A-Z -]{0,10}[0-9A-Z]$", 5, 12, "00000"),
        ("^(?:aa|bbb)*$", 3, None, "bbb"),
        ("^(?:aaa){2,4}$", 7, None, "aaaaaaaaa"),
        (r"^https://[!-~]+$", 12, 2048, "https://aaaa"),
        (r"^\p{Lu}$", 0, 1, "A"),
        (r"^\p{Zl}$", 0, 1, "\u2028"),
        ("@", 3, 9, "@aa"),
        ("^a{5}$", 0, 4, None),
        ("^a$", 2, 4, None),
        ("^[a-z]{600}$", 0, 600, None),
        ("a^b", 0, 9, None),
        ("^(?!a)b$", 0, 9, None),
    ],
)
def test_the_smallest_match_keeps_to_the_lengths(
    pattern: str, least: int, most: int | None, found: str | None
) -> None:
    assert smallest_match(pattern, least, most) == found


@pytest.mark.parametrize(
    "pattern",
    [each for each in GOOD if is_anchored(each) and "\\p" not in each and "{1F" not in each],
)
@given(data=st.data())
def test_every_text_that_the_engine_finds_is_within_the_lengths(
    pattern: str, data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(pattern))
    checker = jsonschema_rs.Draft202012Validator(
        {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
    )
    if not checker.is_valid(text):
        return  # Python reads some escapes more widely, and takes a line end for the end
    longest = longest_match(pattern)
    assert (shortest_match(pattern) or 0) <= len(text)
    assert longest is None or len(text) <= longest
    size = longest_bytes(pattern)
    assert size is None or len(canonical_json(text)) - 2 <= size
    assert len(canonical_json(text)) - 2 <= len(text) * charset_bytes(pattern)


@pytest.mark.parametrize(
    ("pattern", "same"),
    [
        ("^[a-z]+$", True),
        (r"^a\.b$", True),
        (r"^\\d$", True),
        (r"^\d$", False),
        (r"^\w$", False),
        ("^.$", False),
        (r"^\p{L}$", False),
        (r"^\u{41}$", False),
        ("^[.]$", True),
    ],
)
def test_some_patterns_mean_the_same_in_engines_that_nobody_translates_for(
    pattern: str, same: bool
) -> None:
    assert means_the_same_everywhere(pattern) is same
