"""What the reader refuses of the structure of a file, with the exact place and what to type."""

from __future__ import annotations

import pytest
from source.readings import accepted, codes, places, refused, value
from toolcharter.source.document import Mapping
from toolcharter.source.reader import read


def test_an_anchor_and_an_alias_are_refused_with_their_places() -> None:
    anchor, alias = refused("a: &x {b: 1}\nc:\n  - *x\n")
    assert (anchor.code, anchor.span) == ("yaml/anchor", ("x.yaml", 1, 4, 1, 6, "/a"))
    assert (alias.code, alias.span) == ("yaml/alias", ("x.yaml", 3, 5, 3, 7, "/c/0"))
    assert alias.message == 'The alias "*x" is not allowed in a catalog.'
    assert alias.hint == "Write the value where it is used."


def test_an_alias_to_nothing_is_refused_all_the_same() -> None:
    assert places("a: *nowhere\n") == [("yaml/alias", 1, 4)]


def test_an_alias_as_a_key_is_refused() -> None:
    assert places("*x : 1\n") == [("yaml/alias", 1, 1)]


@pytest.mark.parametrize("tag", ["!!str", "!", "!local", "!<tag:x.org,2000:y>", "!!python/name:x"])
def test_a_tag_is_refused_with_its_place(tag: str) -> None:
    (finding,) = refused(f"a: 1\nb: {tag} 012\n")
    assert finding.code == "yaml/tag"
    assert finding.span == ("x.yaml", 2, 4, 2, 4 + len(tag), "/b")


def test_a_tag_and_an_anchor_on_one_node_are_two_findings_in_either_order() -> None:
    assert places("a: &x !t b\n") == [("yaml/anchor", 1, 4), ("yaml/tag", 1, 7)]
    assert places("a: !t\n  &x\n  b: c\n") == [("yaml/tag", 1, 4), ("yaml/anchor", 2, 3)]
    assert places("a: &x\n  # !no\n  !t [b]\n") == [("yaml/anchor", 1, 4), ("yaml/tag", 3, 3)]


def test_an_anchor_on_a_missing_value_does_not_swallow_that_of_the_next_key() -> None:
    assert places("a: &x\n&y b: c\n") == [("yaml/anchor", 1, 4), ("yaml/anchor", 2, 1)]


def test_text_that_looks_like_a_property_in_quotes_is_text() -> None:
    assert value('a: "&x *y !z"\nb: c & d * e !f\n') == {"a": "&x *y !z", "b": "c & d * e !f"}


def test_a_merge_key_is_refused() -> None:
    assert places("<<: {a: 1}\nb: <<\n") == [("yaml/merge-key", 1, 1), ("yaml/merge-key", 2, 4)]
    assert value('"<<": 1\n') == {"<<": 1}


def test_a_key_that_stands_twice_names_its_first_place() -> None:
    (finding,) = refused("a: 1\nb:\n  c: 1\n  d: 2\n  'c': 3\n")
    assert (finding.code, finding.span) == ("yaml/duplicate-key", ("x.yaml", 5, 3, 5, 6, "/b/c"))
    assert finding.message == 'The key "c" stands twice in one mapping.'
    (first,) = finding.related
    assert first.span == ("x.yaml", 3, 3, 3, 4, "/b/c")


def test_the_same_key_in_two_mappings_is_no_duplicate() -> None:
    assert value("- {a: 1}\n- {a: 2}\n") == [{"a": 1}, {"a": 2}]


def test_keys_that_differ_in_case_or_form_are_no_duplicates() -> None:
    assert value("a: 1\nA: 2\n\u00e9: 3\n\u0065\u0301: 4\n") == {
        "a": 1,
        "A": 2,
        "\u00e9": 3,
        "\u0065\u0301": 4,
    }


@pytest.mark.parametrize("key", ["200", "-1", "012", "1.0", "true", "TRUE", "null", "~", ".inf"])
def test_a_key_that_is_no_text_is_refused(key: str) -> None:
    (finding,) = refused(f"a:\n  {key} : 1\n")
    assert (finding.code, finding.span.line, finding.span.column) == ("yaml/non-string-key", 2, 3)
    assert finding.message == f'The key "{key}" is not text without quotes.'
    assert finding.hint == f'Write "{key}" in quotes.'
    assert value(f'a:\n  "{key}" : 1\n') == {"a": {key: 1}}


@pytest.mark.parametrize(
    ("key", "code"),
    [("on", "bool"), ("y", "bool"), ("1_0", "number"), ("1:30", "number"), ("2026-01-01", "date")],
)
def test_a_key_that_only_old_readers_take_for_no_text_is_refused(key: str, code: str) -> None:
    assert places(f"a:\n  {key} : 1\n") == [(f"yaml/implicit-{code}", 2, 3)]


def test_a_list_or_mapping_as_a_key_is_refused_and_looked_at() -> None:
    assert places("? [a, NO]\n: 1\n") == [
        ("yaml/non-string-key", 1, 3),
        ("yaml/implicit-bool", 1, 7),
    ]
    assert codes("{{a: 1}: 2, b: 012}\n") == ["yaml/non-string-key", "yaml/implicit-number"]
    assert codes("? - a\n: - b\n? {c: d}\n: e\n") == ["yaml/non-string-key"] * 2


def test_a_missing_key_is_refused() -> None:
    (finding,) = refused("a: 1\n?\n: 2\n")
    assert (finding.code, finding.span.line) == ("yaml/non-string-key", 2)
    assert finding.message == "A key is missing before the colon."


@pytest.mark.parametrize(
    ("text", "place", "whose"),
    [
        ("a:\nb: 1\n", (1, 3), 'The key "a"'),
        ("b: 1\na:", (2, 3), 'The key "a"'),
        ("b: 1\na:   \n\n# nothing\n", (2, 3), 'The key "a"'),
        ("- a\n-\n- b\n", (2, 2), "Item 2 of a list"),
        ("a: {b: , c: 1}\n", (1, 8), 'The key "b"'),
        ("a: {b, c: 1}\n", (1, 6), 'The key "b"'),
    ],
)
def test_a_missing_value_is_refused(text: str, place: tuple[int, int], whose: str) -> None:
    (finding,) = refused(text)
    assert finding.code == "yaml/empty-value"
    assert (finding.span.line, finding.span.column) == place
    assert finding.message == f"{whose} has no value."


def test_prose_that_a_comma_cuts_is_told_to_stand_in_quotes() -> None:
    (finding,) = refused("next: {say: Check owner, repository and number}\n")
    assert finding.message == 'The key "repository and number" has no value.'
    assert "double quotes" in finding.hint


def test_an_empty_text_is_no_missing_value() -> None:
    assert value("a: \"\"\nb: ''\nc: []\nd: {}\n") == {"a": "", "b": "", "c": [], "d": {}}


@pytest.mark.parametrize("text", ["", "\n\n", "  ", "# only a comment\n", "---\n", "---\n...\n"])
def test_a_file_without_a_value_is_refused(text: str) -> None:
    assert codes(text) == ["yaml/empty"]


def test_a_second_document_is_refused_where_it_begins() -> None:
    assert places("a: 1\n---\nb: NO\n") == [("yaml/multi-document", 2, 1)]
    assert places("a: 1\n...\n---\nb: 2\n") == [("yaml/multi-document", 3, 1)]


def test_marks_around_the_one_document_are_allowed() -> None:
    assert value("---\na: 1\n...\n") == {"a": 1}


@pytest.mark.parametrize("line", ["%YAML 1.2", "%YAML 9.9", "%TAG ! tag:x,2000:", "%FOO bar", "%"])
def test_a_directive_is_refused_and_the_rest_is_looked_at(line: str) -> None:
    assert places(f"# c\n\n{line}\n---\na: NO\n") == [
        ("yaml/directive", 3, 1),
        ("yaml/implicit-bool", 5, 4),
    ]


def test_text_that_is_not_yaml_is_refused_where_the_parser_stops() -> None:
    finding = refused("a: 1\nb: c: d\n")[-1]
    assert (finding.code, finding.span) == ("yaml/syntax", ("x.yaml", 2, 5, 2, 5, ""))
    assert finding.message == (
        "This cannot be read as YAML: mapping values are not allowed in this context."
    )
    assert finding.hint == 'Put text that holds ": " in double quotes.'


def test_a_tab_as_indentation_says_what_to_type() -> None:
    finding = refused("a:\n\t- b\n")[-1]
    assert (finding.span.line, finding.span.column) == (2, 1)
    assert '"\\t" cannot begin anything here' in finding.message
    assert finding.hint == "Indent with spaces."


@pytest.mark.parametrize("text", ["a: @x\n", "a: `x`\n", "a: %x\n"])
def test_text_that_begins_with_a_reserved_sign_is_told_to_stand_in_quotes(text: str) -> None:
    finding = refused(text)[-1]
    assert (finding.code, finding.span.column) == ("yaml/syntax", 4)
    assert "double quotes" in finding.hint


def test_findings_before_a_syntax_error_are_kept() -> None:
    assert codes("a: NO\nb: 012\nc: [\n") == [
        "yaml/implicit-bool",
        "yaml/implicit-number",
        "yaml/syntax",
    ]


def test_every_finding_of_a_file_is_told_in_reading_order() -> None:
    text = "z: NO\na: 012\nz: 1.5\non: &x [*x, !t u]\nq: 2026-01-01\nr:\n"
    assert places(text) == [
        ("yaml/implicit-bool", 1, 4),
        ("yaml/implicit-number", 2, 4),
        ("yaml/duplicate-key", 3, 1),
        ("yaml/float", 3, 4),
        ("yaml/implicit-bool", 4, 1),
        ("yaml/anchor", 4, 5),
        ("yaml/alias", 4, 9),
        ("yaml/tag", 4, 13),
        ("yaml/implicit-date", 5, 4),
        ("yaml/empty-value", 6, 3),
    ]


def test_a_block_of_text_must_not_end_with_the_file() -> None:
    """The last line break is then there for some readers of YAML and not for others."""
    assert places("a: |\n  x") == [("yaml/syntax", 2, 4)]
    assert codes("a: >\n  x\n   ") == ["yaml/syntax"]
    assert value("a: |\n  x\n") == {"a": "x\n"}
    assert value("a: |-\n  x") == {"a": "x"}
    assert value("b: |\n  x\na: 1") == {"b": "x\n", "a": 1}


def test_a_document_keeps_its_text_its_name_and_the_order_of_its_keys() -> None:
    text = "b: 1\na: 2\n"
    document, _ = read("types/x.yaml", text.encode())
    assert document is not None
    assert (document.file, document.text) == ("types/x.yaml", text)
    assert isinstance(document.root, Mapping)
    assert list(document.root) == ["b", "a"]


def test_a_scalar_can_be_the_whole_document() -> None:
    assert value("undecided\n") == "undecided"
    assert accepted("undecided\n").span == ("x.yaml", 1, 1, 1, 10, "")
