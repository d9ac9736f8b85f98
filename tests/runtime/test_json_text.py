"""The door for bytes: the fast parser is held to the slow scanner, and both to RFC 8785."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st
from source.corpora import corpus
from source.work import lines_of
from toolcharter_runtime._json_fault import MOST_STEPS, first_fault, is_strict
from toolcharter_runtime._json_text import _least_size, read
from toolcharter_runtime._json_value import DEPTH, canonical, canonical_bytes, is_deeper
from toolcharter_runtime._refusal import Refusal

BUGS = Path(__file__).parent.parent / "cases" / "bugs"
LIMIT = 1 << 16


def refusal_of(raw: bytes, limit: int = LIMIT) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        read(raw, limit=limit)
    return str(caught.value.code), caught.value.field


def accepts(raw: bytes) -> bool:
    try:
        read(raw, limit=LIMIT)
    except Refusal:
        return False
    return True


REFUSED = [
    (b"", "PARSE", None),
    (b" \n", "PARSE", ""),
    (b"{} {}", "PARSE", ""),
    (b"{}\x00", "PARSE", ""),
    (b"\xef\xbb\xbf{}", "PARSE", ""),
    (b'{"a":1,}', "PARSE", ""),
    (b'{"a" 1}', "PARSE", "/a"),
    (b'{"a":[1,2,]}', "PARSE", "/a/2"),
    (b"{'a':1}", "PARSE", ""),
    (b'{"a":"\t"}', "PARSE", "/a"),
    (b'{"a":"\\x"}', "PARSE", "/a"),
    (b'{"a":"b', "PARSE", "/a"),
    (b'{"a":tru}', "PARSE", "/a"),
    (b'{"a":1.}', "PARSE", "/a"),
    (b'{"a":nan}', "PARSE", "/a"),
    (b'{"a":-NaN}', "NUMBER_NOT_JSON", "/a"),
    (b'{"a":{"b":1,"b":1}}', "DUPLICATE_KEY", "/a/b"),
    (b'{"a":1,"\\u0061":2}', "DUPLICATE_KEY", "/a"),
    (b'[{"a":[{"b":1},{"b":1,"b":2}]}]', "DUPLICATE_KEY", "/0/a/1/b"),
    (b'{"":1,"":2}', "DUPLICATE_KEY", ""),
    (b'{"a":"\\ud800"}', "INVALID_UNICODE", "/a"),
    (b'{"a":"\\udc00\\ud800"}', "INVALID_UNICODE", "/a"),
    (b'{"\\ud800":1}', "INVALID_UNICODE", ""),
    (b'{"a":"\xed\xa0\x80"}', "INVALID_UNICODE", "/a"),
    (b'{"a":"\xc0\x80"}', "INVALID_UNICODE", "/a"),
    (b'{"a":"\xff"}', "INVALID_UNICODE", "/a"),
    (b"{\xff}", "INVALID_UNICODE", ""),
    (b'{"a":9007199254740992}', "NUMBER_RANGE", "/a"),
    (b'{"a":-9007199254740992}', "NUMBER_RANGE", "/a"),
    (b'{"a":9007199254740992.0}', "NUMBER_RANGE", "/a"),
    (b'{"a":1e16}', "NUMBER_RANGE", "/a"),
    (b'{"a":1e-400}', "NUMBER_RANGE", "/a"),
    (b'{"a":0.10000000000000001}', "NUMBER_RANGE", "/a"),
    (b'{"a":1.00000000000000000001}', "NUMBER_RANGE", "/a"),
    (b'{"a":1e99999999999999999999}', "NUMBER_RANGE", "/a"),
    (b'{"a":' + b"9" * 5000 + b"}", "NUMBER_RANGE", "/a"),
    (b"[" * 33 + b"]" * 33, "DEPTH_LIMIT", "/0" * 32),
    (b'{"a":' * 32 + b"[]" + b"}" * 32, "DEPTH_LIMIT", "/a" * 32),
]


@pytest.mark.promise("B1")
@pytest.mark.parametrize(("raw", "code", "field"), REFUSED)
def test_a_refused_text_gets_its_code_and_its_place(
    raw: bytes, code: str, field: str | None
) -> None:
    assert refusal_of(raw) == (code, field)


ACCEPTED = [
    (b'{"a":1.0}', {"a": 1}),
    (b'{"a":1e2}', {"a": 100}),
    (b'{"a":1.5E1}', {"a": 15}),
    (b'{"a":-0}', {"a": 0}),
    (b'{"a":-0.0}', {"a": 0}),
    (b'{"a":0e5}', {"a": 0}),
    (b'{"a":0.5}', {"a": 0.5}),
    (b'{"a":5e-324}', {"a": 5e-324}),
    (b'{"a":9007199254740991}', {"a": 2**53 - 1}),
    (b'{"a":9.007199254740991e15}', {"a": 2**53 - 1}),
    (b'{"a":-9007199254740991}', {"a": 1 - 2**53}),
    (b' {"a" : [ ] }\n', {"a": []}),
    (b'{"a":"\\ud83d\\ude00 \\u0000"}', {"a": "\U0001f600 \0"}),
    (b'{"a":"1.5e3 12345678901234567890"}', {"a": "1.5e3 12345678901234567890"}),
    (b'{"e":"\\u0301","\xc3\xa9":1,"e\xcc\x81":2}', {"e": "\u0301", "é": 1, "e\u0301": 2}),
    (b"[" * 32 + b"]" * 32, None),
]


@pytest.mark.promise("B3")
@pytest.mark.parametrize(("raw", "value"), ACCEPTED)
def test_an_accepted_text_is_read_in_canonical_form(raw: bytes, value: Any) -> None:
    found = read(raw, limit=LIMIT)
    expected = json.loads(raw) if value is None else value
    assert canonical_bytes(found) == rfc8785.dumps(expected)
    assert json.dumps(found) == json.dumps(expected), "1 and 1.0 are equal, and not the same"


def test_bug_054_what_is_no_json_number_is_refused_with_the_right_code() -> None:
    texts = json.loads((BUGS / "054-numbers-that-are-not-json" / "input.json").read_text())
    codes = [refusal_of(text.encode()) for text in texts["arguments_texts"]]
    assert codes == [
        *[("NUMBER_NOT_JSON", "/x")] * 3,
        ("NUMBER_RANGE", "/x"),
        *[("PARSE", "/x")] * 3,
    ]


def test_bug_052_an_id_of_nineteen_digits_is_refused_and_never_rounded() -> None:
    case = json.loads((BUGS / "052-nineteen-digit-id" / "input.json").read_text())
    assert refusal_of(case["arguments_text"].encode()) == ("NUMBER_RANGE", "/id")


def test_bug_057_canonical_keys_are_ordered_by_utf_16_units() -> None:
    case = json.loads((BUGS / "057-canonical-key-order-utf16" / "input.json").read_text())
    text = canonical_bytes(canonical(case["object"], limit=LIMIT)).decode()
    assert list(json.loads(text)) == ["a", "e\u0301", "é", "\U00010000", "\ue000"]
    assert refusal_of(case["lone_surrogate_text"].encode()) == ("INVALID_UNICODE", "/x")


# --- the fast reader and the scanner agree -------------------------------------------------------

JSONISH = st.lists(
    st.sampled_from(
        [
            *(b"{", b"}", b"[", b"]", b",", b":", b'"', b" ", b"\n", b"\\", b"\x00", b"\xff"),
            *(b'"a"', b'"b"', b'"\\u0061"', b'"\\ud800"', b'"\\ud83d\\ude00"', b"\xc3\xa9"),
            *(b"1", b"-1", b"0", b"-0", b"1.0", b"1e2", b"0.1", b"01", b"1.", b"1e400"),
            *(b"9007199254740993", b"true", b"false", b"null", b"NaN", b"-Infinity"),
            *(b'{"a":1}', b'{"a":1,"a":2}', b"[[[[[[[[[[[[[[[[[", b"]]]]]]]]]]]]]]]]]"),
        ]
    ),
    max_size=12,
).map(b"".join)

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**54), 2**54)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@given(JSONISH | st.binary(max_size=40))
@example(b'{"a":1,"b":{"a":1,"a":2}}')
@example(b'"\\ud800\\u0061"')
@example(b"1e5")
def test_the_fast_reader_accepts_exactly_what_the_scanner_accepts(raw: bytes) -> None:
    assert accepts(raw) == is_strict(raw)


@given(JSON_VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_honest_texts_are_read_alike_and_canonically(
    value: Any, ascii_only: bool, indent: int | None
) -> None:
    raw = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode("utf-8", "surrogatepass")
    assert accepts(raw) == is_strict(raw)
    if accepts(raw):
        found = read(raw, limit=LIMIT)
        assert canonical_bytes(found) == rfc8785.dumps(json.loads(raw))
        length = len(canonical_bytes(found))
        assert _least_size(raw) <= length
        for reader in (read, lambda raw, limit: canonical(json.loads(raw), limit=limit)):
            assert reader(raw, limit=length) == found
            with pytest.raises(Refusal, match="SIZE_LIMIT"):
                reader(raw, limit=length - 1)


@given(JSON_VALUES)
def test_both_doors_read_a_value_alike(value: Any) -> None:
    raw = json.dumps(value).encode()
    by_text = read(raw, limit=LIMIT) if accepts(raw) else None
    try:
        by_value = canonical(value, limit=LIMIT)
    except Refusal:
        by_value = None
    assert json.dumps(by_text) == json.dumps(by_value)


@given(st.binary(max_size=200), st.integers(1, 100))
def test_the_size_of_a_text_never_passes_its_limit(raw: bytes, limit: int) -> None:
    text = json.dumps({"a": raw.decode("latin-1")}, ensure_ascii=False).encode()
    length = len(rfc8785.dumps(json.loads(text)))
    if length <= limit:
        assert read(text, limit=limit) == json.loads(text)
    else:
        assert refusal_of(text, limit) == ("SIZE_LIMIT", None)


def test_white_space_and_escapes_do_not_count_into_the_canonical_size() -> None:
    assert read(b'{ "a" : "\\u0061\\u0061" }', limit=10) == {"a": "aa"}
    assert refusal_of(b'{ "a" : "\\u0061\\u0061" }', limit=9) == ("SIZE_LIMIT", None)


@pytest.mark.parametrize(
    "member",
    [
        b'{"at":"2026-03-01T12:00:00.000Z","id":"3e8","n":9007199254740991}',
        b'"' + b"[{" * 40 + b'"',
        b"[[]]",
    ],
)
def test_a_value_with_exact_integers_and_few_levels_is_never_walked(member: bytes) -> None:
    raw = b"[" + b",".join([member] * 500) + b"]"
    value = json.loads(raw)
    assert read(raw, limit=LIMIT) == value
    walk = lines_of(lambda: canonical(value, limit=LIMIT))
    assert lines_of(lambda: read(raw, limit=LIMIT)) < walk


@given(
    st.recursive(
        st.just(0) | st.just("[{"),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.just("a"), inner),
    ),
    st.integers(0, 40),
)
def test_levels_are_counted_like_the_walk_counts_them(value: Any, more: int) -> None:
    for _ in range(more):
        value = [value, [[]]]
    try:
        canonical(value, limit=LIMIT)
    except Refusal as refusal:
        assert refusal.code == "DEPTH_LIMIT"
        assert is_deeper(value, DEPTH)
    else:
        assert not is_deeper(value, DEPTH)


# --- corpora -------------------------------------------------------------------------------------


def test_the_public_parsing_corpus_is_judged_as_it_says() -> None:
    judged = {"n": 0, "y": 0, "i": 0}
    for path in sorted(corpus("json-parsing").glob("*.json")):
        raw = path.read_bytes()
        kind = path.name[0]
        judged[kind] += 1
        assert accepts(raw) == is_strict(raw), path.name
        if kind == "n":
            assert not accepts(raw), path.name
        if kind == "y" and not accepts(raw):
            # Well-formed JSON that we refuse by a declared rule.
            code, _ = refusal_of(raw)
            assert code in ("DUPLICATE_KEY", "NUMBER_RANGE"), path.name
        if accepts(raw):
            found = canonical_bytes(read(raw, limit=LIMIT))
            assert found == rfc8785.dumps(json.loads(raw)), path.name
    assert judged["n"] > 60
    assert judged["y"] > 50
    assert judged["i"] > 10


def test_naughty_strings_pass_unchanged_through_both_doors() -> None:
    strings = json.loads((corpus("naughty-strings") / "blns.json").read_text())
    assert len(strings) > 500
    for text in strings:
        for ascii_only in (True, False):
            raw = json.dumps({"text": text}, ensure_ascii=ascii_only).encode()
            assert read(raw, limit=LIMIT) == {"text": text}
        assert canonical({"text": text}, limit=LIMIT) == {"text": text}


def test_the_vectors_of_rfc_8785_are_read_and_written_back() -> None:
    folder = corpus("jcs")
    names = [path.name for path in sorted((folder / "input").glob("*.json"))]
    assert len(names) >= 6
    for name in names:
        raw = (folder / "input" / name).read_bytes()
        try:
            found = read(raw, limit=LIMIT)
        except Refusal as refusal:
            # Numbers that RFC 8785 would round on the way.
            assert refusal.code == "NUMBER_RANGE", name
            continue
        assert canonical_bytes(found) == (folder / "output" / name).read_bytes().strip(), name


# --- work ----------------------------------------------------------------------------------------

K = 48 * 1024  # the largest request of a usual catalog; texts may be eight times as long

LONG = {
    "numbers": b"[" + b"1," * (4 * K - 8),
    "fractions": b"[" + b"1.5," * (2 * K - 8) + b"1.5]",
    "empty lists": b"[" + b"[]," * (K * 8 // 3 - 8),
    "keys": b"{" + b",".join(b'"%d":{}' % i for i in range(30_000)) + b',"1":1}',
    "objects": b"[" + b'{"a":1},' * 40_000 + b'{"a":1,"a":2}]',
    "escapes": b"[" + b'"\\u0041",' * 40_000 + b'"\\ud800"]',
    "an open string": b'"' + b"a" * (8 * K - 8),
    "backslashes": b'"' + b"\\\\" * (4 * K - 8),
    "nesting": b"[" * (8 * K - 8),
    "digits": b"9" * (8 * K - 8),
    "more digits": b"0." + b"9" * (8 * K - 8),
    "white space": b" " * (8 * K - 8),
    "bytes": b"\xff" * (8 * K - 8),
    "megabytes": b"[" * (1 << 23),
}


@pytest.mark.promise("B1")
@pytest.mark.parametrize("name", LONG)
def test_a_refusal_takes_no_more_than_the_steps_of_the_scanner_however_long_the_text(
    name: str,
) -> None:
    raw = LONG[name]
    assert lines_of(lambda: refusal_of(raw, K)) < 60 * MOST_STEPS


def test_beyond_the_steps_of_the_scanner_the_code_is_still_found() -> None:
    padding = b"[" + b"1," * (MOST_STEPS + 10)
    assert first_fault(padding + b'{"a":1,"a":1}]') == ("DUPLICATE_KEY", None)
    assert first_fault(padding + b'"\xff"]') == ("INVALID_UNICODE", None)
    assert first_fault(padding) == ("PARSE", None)
