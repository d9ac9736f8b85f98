"""Where nodes stand: lines and columns as an editor counts them, and JSON pointers."""

from __future__ import annotations

import pytest
from source.readings import accepted, cut, nodes, spans
from toolcharter.diagnostics import Span
from toolcharter.source.document import Mapping, Node, Scalar, Sequence
from toolcharter.source.positions import FileText


def at(root: Node, pointer: str) -> Node:
    return next(each for each in nodes(root) if each.span.pointer == pointer)


def key_span(root: Node, pointer: str) -> Span:
    return next(
        span
        for each in nodes(root)
        if isinstance(each, Mapping)
        for span in each.key_spans.values()
        if span.pointer == pointer
    )


def test_a_key_and_its_value_have_one_pointer_and_two_places() -> None:
    root = accepted("effect:\n  class: read\n")
    assert key_span(root, "/effect/class") == ("x.yaml", 2, 3, 2, 8, "/effect/class")
    assert at(root, "/effect/class").span == ("x.yaml", 2, 10, 2, 14, "/effect/class")


def test_columns_count_characters_and_not_bytes() -> None:
    text = '\u00e9\u65e5: "\u672c\U0001f600" # \u00e9\nb: [\U0001f600, {x: z}]\n'
    root = accepted(text)
    assert at(root, "/\u00e9\u65e5").span[1:5] == (1, 5, 1, 9)
    assert at(root, "/b/0").span[1:5] == (2, 5, 2, 6)
    assert at(root, "/b/1/x").span[1:5] == (2, 12, 2, 13)


def test_quotes_belong_to_the_span_of_a_key_and_of_a_value() -> None:
    root = accepted("\"a b\": 'c ''d'''\n")
    assert key_span(root, "/a b")[1:5] == (1, 1, 1, 6)
    assert at(root, "/a b").span[1:5] == (1, 8, 1, 17)


def test_line_ends_of_windows_change_no_place() -> None:
    text = 'a: 1\nb:\n  - "x\n\n    y"\n  - |\n    z\n    w\n\nc: {d: e,\n  f: g}\n'
    unix, windows = accepted(text), accepted(text.replace("\n", "\r\n"))
    assert list(spans(unix)) == list(spans(windows))
    assert [each.value for each in nodes(unix) if isinstance(each, Scalar)] == [
        each.value for each in nodes(windows) if isinstance(each, Scalar)
    ]


def test_a_block_of_text_ends_with_its_last_line() -> None:
    root = accepted("a: |  # why\n  x\n   y\n\n\n# c\nb: >-\n  z\n\nc: 1\n")
    assert at(root, "/a").span[1:5] == (1, 4, 3, 5)
    assert at(root, "/b").span[1:5] == (7, 4, 8, 4)


def test_a_block_that_keeps_its_blank_lines_ends_after_them() -> None:
    root = accepted("a: |+\n  x\n\n\nb: 1\n")
    assert at(root, "/a").span[1:5] == (1, 4, 5, 1)


def test_a_list_or_mapping_ends_with_its_last_node() -> None:
    root = accepted("a:\n  b: 1\n  c:\n    - d\n    - e  # f\n\n# g\nh: [1,\n  2 ]\n")
    assert root.span[1:5] == (1, 1, 9, 6)
    assert at(root, "/a").span[1:5] == (2, 3, 5, 8)
    assert at(root, "/a/c").span[1:5] == (4, 5, 5, 8)
    assert at(root, "/h").span[1:5] == (8, 4, 9, 6)


def test_pointers_escape_what_rfc_6901_escapes() -> None:
    root = accepted('"a/b": {"c~d": [{"": 1}], "~1": 2}\n')
    assert [span.pointer for span in spans(root)] == [
        "",
        "/a~1b",
        "/a~1b",
        "/a~1b/c~0d",
        "/a~1b/~01",
        "/a~1b/c~0d",
        "/a~1b/c~0d/0",
        "/a~1b/c~0d/0/",
        "/a~1b/c~0d/0/",
        "/a~1b/~01",
    ]


def test_text_over_several_lines_has_one_span() -> None:
    text = "a: one\n  two\n  three\nb: 'x\n\n  y'\n"
    root = accepted(text)
    assert isinstance(root, Mapping)
    assert cut(text, root.entries["a"].span) == "one\n  two\n  three"
    assert cut(text, root.entries["b"].span) == "'x\n\n  y'"


def test_a_pair_in_a_list_has_its_own_mapping() -> None:
    root = accepted("[a: 1, b]\n")
    assert isinstance(root, Sequence)
    assert at(root, "/0/a").span[1:5] == (1, 5, 1, 6)


@pytest.mark.parametrize(
    ("place", "position"), [(0, (1, 1)), (1, (1, 2)), (2, (1, 3)), (3, (2, 1)), (6, (3, 2))]
)
def test_a_place_becomes_a_line_and_a_column(place: int, position: tuple[int, int]) -> None:
    assert FileText("x", "ab\nc\nd").position(place) == position


def test_a_span_is_ordered_by_file_and_place_and_prints_as_editors_read_it() -> None:
    first, second = Span("a.yaml", 2, 10), Span("a.yaml", 10, 1)
    assert sorted([second, first, Span("B.yaml", 99)]) == [Span("B.yaml", 99), first, second]
    assert str(first) == "a.yaml:2:10"
