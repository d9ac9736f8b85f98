"""JSON files, read by JSON's own grammar and under the rules of the rest of the catalog."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from source.corpora import corpus
from source.readings import accepted, codes, cut, is_inside, nodes, places, refused, spans, value
from toolcharter.source.document import Scalar
from toolcharter.source.reader import read


def as_json(text: str) -> object:
    return value(text, "schemas/x.json")


def json_places(text: str) -> list[tuple[str, int, int]]:
    return places(text, "schemas/x.json")


def test_json_is_read_with_its_values() -> None:
    text = '{"a": [1, -5, true, false, null, {}, []],\r\n\t"b"\n:\n"x\\u00e9\\n\\/\\"\\\\"}\n'
    assert as_json(text) == json.loads(text)


def test_a_pair_of_escapes_is_one_character() -> None:
    assert as_json('["\\ud83d\\ude00"]') == ["\U0001f600"]


def test_a_plain_word_is_text_only_in_quotes() -> None:
    assert as_json('{"on": "NO", "1": "012", "2026-01-01": "1.10"}') == {
        "on": "NO",
        "1": "012",
        "2026-01-01": "1.10",
    }


@pytest.mark.parametrize(
    ("text", "place", "says", "hint"),
    [
        ('{"a": 1,}', (1, 9), 'a key in double quotes was expected, not "}"', "Delete the comma"),
        ("[1, ]", (1, 5), 'a value was expected, not "]"', "Delete the comma"),
        ('{"a": 1} # x', (1, 10), 'the end of the file was expected, not "#"', "no comments"),
        ("[1\n// x\n]", (2, 1), 'a "," or the closing bracket was expected', "no comments"),
        ("['a']", (1, 2), 'a value or "]" was expected', "double quotes only"),
        ("{a: 1}", (1, 2), 'a key in double quotes or "}" was expected, not "a"', ""),
        ('{"a" 1}', (1, 6), 'a ":" was expected, not "1"', ""),
        ("[01]", (1, 2), 'not "01"', ""),
        ("[1 2]", (1, 4), 'a "," or the closing bracket was expected', ""),
        ("[NaN]", (1, 2), 'not "NaN"', ""),
        ("[True]", (1, 2), 'not "True"', ""),
        ("[+1]", (1, 2), 'not "+1"', ""),
        ("[1.]", (1, 2), 'not "1."', ""),
        ("[1}", (1, 3), "the closing bracket was expected", ""),
        ("[]]", (1, 3), "the end of the file was expected", ""),
        ("[\n", (2, 1), "not the end of the file", ""),
        ('["a\nb"]', (1, 2), 'not "\\""', "Close the string"),
        ('["\\q"]', (1, 2), 'not "\\""', "Close the string"),
        ('["\\u12"]', (1, 2), 'not "\\""', "Close the string"),
        ("- a\n", (1, 1), 'a value was expected, not "-"', ""),
    ],
)
def test_what_is_yaml_or_nothing_is_refused(
    text: str, place: tuple[int, int], says: str, hint: str
) -> None:
    finding = refused(text, "schemas/x.json")[-1]
    assert (finding.code, finding.span.line, finding.span.column) == ("yaml/syntax", *place)
    assert finding.message.startswith("This cannot be read as JSON: ")
    assert says in finding.message
    assert hint in finding.hint
    assert bool(hint) == bool(finding.hint)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("1.5", "yaml/float"),
        ("1.0", "yaml/float"),
        ("1e2", "yaml/implicit-number"),
        ("-0", "yaml/implicit-number"),
        ("1E400", "yaml/implicit-number"),
        ("9007199254740992", "yaml/number-range"),
    ],
)
def test_numbers_are_refused_as_in_yaml(number: str, code: str) -> None:
    assert json_places(f'{{"a": [1, {number}]}}') == [(code, 1, 11)]


def test_a_key_that_stands_twice_is_refused_however_it_is_spelled() -> None:
    assert json_places('{"a": 1,\n "\\u0061": 2}') == [("yaml/duplicate-key", 2, 2)]


def test_hidden_characters_are_refused_raw_and_escaped() -> None:
    assert json_places('{"a\u200b": "\\u202e\\ud83d\\ude00",\n "b": "\\udb40\\udc49"}') == [
        ("text/bidi-control", 1, 4),
        ("text/bidi-control", 1, 9),
        ("text/bidi-control", 2, 8),
    ]
    assert json_places('["a\tb"]')[-1][0] == "yaml/syntax"


def test_half_a_pair_of_escapes_is_refused() -> None:
    assert json_places('["\\ud83d"]') == [("yaml/encoding", 1, 3)]
    assert json_places('["\\ude00\\ud83d"]')[0] == ("yaml/encoding", 1, 3)


def test_limits_hold_for_json() -> None:
    assert json_places("[" * 33 + "]" * 33) == [("yaml/depth-limit", 1, 33)]
    assert codes("[" + "1," * 10_000 + "1]", "x.json") == ["yaml/node-limit"]
    assert codes('["' + "x" * 8_193 + '"]', "x.json") == ["yaml/size-limit"]
    assert codes(" " * 65_537, "x.json") == ["yaml/size-limit"]
    assert codes("  \n", "x.json") == ["yaml/empty"]


def test_spans_of_json_are_exact() -> None:
    text = '{"\u00e9": [1,\n  "\\ud83d\\ude00"],\n "b": {}}\n'
    root = accepted(text, "x.json")
    assert [(span.pointer, cut(text, span)) for span in spans(root)] == [
        ("", text[:-1]),
        ("/\u00e9", '"\u00e9"'),
        ("/b", '"b"'),
        ("/\u00e9", '[1,\n  "\\ud83d\\ude00"]'),
        ("/\u00e9/0", "1"),
        ("/\u00e9/1", '"\\ud83d\\ude00"'),
        ("/b", "{}"),
    ]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(categories=["L", "P"]), max_size=8), inner)
    ),
    max_leaves=20,
)


@settings(derandomize=True, deadline=None)
@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_what_json_writes_is_read_back(
    original: object, indent: int | str | None, is_ascii: bool
) -> None:
    text = json.dumps(original, indent=indent, ensure_ascii=is_ascii)
    root = accepted(text, "x.json")
    assert value(text, "x.json") == original
    assert all(is_inside(text, span) for span in spans(root))
    for node in nodes(root):
        if isinstance(node, Scalar):
            assert json.loads(cut(text, node.span)) == node.value


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.text(st.sampled_from('{}[]:,"\\u0d8de1-. \n\ttrue#'), max_size=40))
def test_what_is_accepted_is_json(text: str) -> None:
    document, findings = read("x.json", text.encode())
    assert (document is None) == bool(findings)
    if document is not None:
        assert value(text, "x.json") == json.loads(text)


def test_exactly_the_json_of_the_parsing_corpus_is_accepted() -> None:
    """Files are named y_ (must be accepted), n_ (must be refused) or i_ (either)."""
    folder = corpus("json-parsing")
    seen, wrong = 0, []
    for path in sorted(folder.rglob("*.json")):
        kind = path.name[:2]
        if kind not in ("y_", "n_"):
            continue
        seen += 1
        _, findings = read("x.json", path.read_bytes())
        rules = {each.code for each in findings}
        if kind == "n_" and not findings:
            wrong.append((path.name, "accepted"))
        if kind == "y_" and "yaml/syntax" in rules:
            wrong.append((path.name, str(rules)))
    assert seen > 100
    assert wrong == []
