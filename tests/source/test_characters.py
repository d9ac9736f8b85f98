"""Characters that a reviewer cannot see, wherever they stand and however they are spelled."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from source.readings import codes, places, refused, value
from toolcharter.source.characters import is_refused, refused_runs

# The properties of the same names in Unicode's own files.
DEFAULT_IGNORABLE = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
# Signs that Arabic, Syriac and Kaithi write around numbers: visible in spite of their category.
PREPENDED_CONCATENATION_MARK = (
    *((0x600, 0x605), (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2)),
    *((0x110BD, 0x110BD), (0x110CD, 0x110CD)),
)
# Format controls of hieroglyphs, some of which younger versions of Unicode have added.
HIEROGLYPH_FORMAT = ((0x13430, 0x1343F),)


def has(number: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= number <= last for first, last in ranges)


def test_the_table_holds_every_control_format_and_ignorable_character() -> None:
    for number in range(sys.maxunicode + 1):
        char = chr(number)
        is_hidden = (
            unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
            or has(number, (*DEFAULT_IGNORABLE, *HIEROGLYPH_FORMAT))
            or number & 0xFFFE == 0xFFFE
            or 0xFDD0 <= number <= 0xFDEF
        )
        expected = is_hidden and not (char in "\t\n\r" or has(number, PREPENDED_CONCATENATION_MARK))
        assert is_refused(char) == expected, f"U+{number:04X}"


@pytest.mark.parametrize(
    "char",
    [
        *("\x01", "\x1b", "\x7f", "\x85", "\u00ad", "\u061c", "\u200b", "\u200e", "\u200f"),
        *("\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069", "\u2060", "\u3164"),
        *("\ufe0f", "\ufeff", "\ufffe", "\ue000", "\U000e0041", "\U000e0100", "\U0010ffff"),
    ],
    ids=lambda char: f"U+{ord(char):04X}",
)
def test_a_hidden_character_is_refused_in_values_keys_and_comments(char: str) -> None:
    assert places(f"a: b{char}c\n") == [("text/bidi-control", 1, 5)]
    assert places(f"- 'b{char}'\n") == [("text/bidi-control", 1, 5)]
    assert places(f"- |\n  b{char}c\n") == [("text/bidi-control", 2, 4)]
    assert places(f"{{k{char}k: 1}}\n") == [("text/bidi-control", 1, 3)]
    assert places(f"a: 1 # x{char}\nb: 2\n") == [("text/bidi-control", 1, 9)]
    assert places(f"# {char}\na: 1\n") == [("text/bidi-control", 1, 3)]
    assert places(f"a: 1\n# {char}") == [("text/bidi-control", 2, 3)]


@pytest.mark.parametrize(
    "escape",
    [*(f"\\{letter}" for letter in "0abevfNLP"), r"\x7f", r"\u202e", r"\U000e0041"],
)
def test_an_escape_that_means_a_hidden_character_is_refused_where_it_stands(escape: str) -> None:
    (finding,) = refused(f'a: "\\u00e9 \\\\u202e \\n {escape}"\n')
    assert finding.code == "text/bidi-control"
    assert finding.span == ("x.yaml", 1, 23, 1, 23 + len(escape), "/a")
    assert finding.hint == "Delete it; in a pattern write its backslash twice."


def test_escapes_for_line_breaks_tabs_and_letters_are_text() -> None:
    assert value(r'a: "\t\n\r\"\\\/\u00e9\x41\_"') == {"a": '\t\n\r"\\/\u00e9A\xa0'}


def test_an_escape_is_text_where_nothing_is_escaped() -> None:
    assert value("a: '\\u202e'\nb: \\e\nc: |\n  \\u200b\n") == {
        "a": "\\u202e",
        "b": "\\e",
        "c": "\\u200b\n",
    }


def test_hidden_characters_side_by_side_are_one_finding_with_their_number() -> None:
    (finding,) = refused("a: b\u200b\u202ec\n")
    assert (finding.span.column, finding.span.end_column) == (5, 7)
    assert finding.message == (
        "2 characters that a reviewer cannot see stand here, first U+200B (ZERO WIDTH SPACE)."
    )


def test_the_pointer_is_that_of_the_node_that_holds_the_character() -> None:
    found = refused('a: {b: "x\u200by"}  # \u200b\n"k\u200bk": 1\n')
    assert [each.span.pointer for each in found] == ["/a/b", "", "/k\u200bk"]


def test_a_message_never_repeats_the_character() -> None:
    for finding in refused('"a\u202eb": 1\n"a\u202eb": \u200b NO\n'):
        assert finding.message.isprintable()
    duplicate = next(each for each in refused('"\\eb": 1\n"\\eb": 2\n') if "twice" in each.message)
    assert duplicate.message == 'The key "\\u001bb" stands twice in one mapping.'


HONEST = {
    "Persian, with a non-joiner": "\u06a9\u062a\u0627\u0628\u200c\u062e\u0627\u0646\u0647",
    "Hindi, with a joiner after a virama": "\u0915\u094d\u200d\u0937",
    "Hindi, with a non-joiner after a virama, at the end": "\u0915\u094d\u200c",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "Kannada": "\u0cb0\u200d\u0cca",
    "a family": "\U0001f469\u200d\U0001f469\u200d\U0001f466",
    "a technician of some colour": "\U0001f469\U0001f3fd\u200d\U0001f527",
    "a heart as a picture": "\u2764\ufe0f",
    "a pirate flag": "\U0001f3f4\u200d\u2620\ufe0f",
    "a sign for a key": "1\ufe0f\u20e3",
    "a warning as text": "\u26a0\ufe0e",
    "accents in two parts": "e\u0301",
    "Arabic": "\u0627\u0644\u0639\u0645\u064a\u0644",
    "Hebrew": "\u05e9\u05dc\u05d5\u05dd",
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_text_of_any_script_is_kept(name: str) -> None:
    text = HONEST[name]
    escaped = "".join(f"\\U{ord(char):08x}" for char in text)
    assert value(f'plain: {text}\nquoted: "a {text}."\nescaped: "{escaped}"\n# {text}\n') == {
        "plain": text,
        "quoted": f"a {text}.",
        "escaped": text,
    }


@pytest.mark.parametrize(
    "text",
    [
        "p\u200cath",
        "\u06a9\u200c\u200c\u062a",
        "\u06a9\u200cx",
        "x\u200c\u062a",
        "\u06a9\u200c",
        "\u200c\u062a",
        "\u0435\u200d\u0436",
        "1\u200d2",
        "\uac00\u200c\uac00",
        "a\ufe0f",
        "\u2764\ufe0f\ufe0f",
        "\u2764\u200dx",
        "\U0001f469\u200d",
    ],
    ids=ascii,
)
def test_an_invisible_character_without_work_to_do_is_refused(text: str) -> None:
    assert len([*refused_runs(text)]) == 1
    escaped = "".join(f"\\U{ord(char):08x}" for char in text)
    assert codes(f'- "{text}"\n') == ["text/bidi-control"]
    assert set(codes(f'- "{escaped}"\n')) == {"text/bidi-control"}


def test_a_byte_order_mark_is_refused_and_does_not_move_columns() -> None:
    assert places("\ufeffa: NO\n") == [("yaml/encoding", 1, 1), ("yaml/implicit-bool", 1, 4)]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"\xff\xfea\x00", (1, 1)),
        (b"a: 1\nb: \xc3(\n", (2, 4)),
        ("a: \u00e9\u65e5".encode() + b"\xed\xa0\x80", (1, 6)),
        (b"a: \xc3", (1, 4)),
        (b"\xc0\xaf", (1, 1)),
    ],
)
def test_bytes_that_are_not_utf_8_are_refused_at_the_first(
    data: bytes, place: tuple[int, int]
) -> None:
    assert places(data) == [("yaml/encoding", *place)]


def test_a_nul_is_refused_and_ends_the_reading() -> None:
    assert places("a: b\0c\n") == [("yaml/encoding", 1, 5)]
    assert places("a: 1\n".encode("utf-16-le")) == [("yaml/encoding", 1, 2)]


def test_a_carriage_return_alone_is_refused_and_ends_the_reading() -> None:
    assert places("a: 1\nb: 2\rc: NO\n") == [("text/bidi-control", 2, 5)]
    assert value("a: 1\r\nb: 2\r\n") == {"a": 1, "b": 2}
