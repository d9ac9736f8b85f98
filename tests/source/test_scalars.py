"""Which plain scalars are values, and which are refused because readers differ on them."""

from __future__ import annotations

import json

import pytest
from source.corpora import corpus
from source.readings import accepted, codes, refused, value
from toolcharter.source.core_schema import core_value
from toolcharter.source.document import Scalar, Sequence, plain
from toolcharter.source.reader import read

VALUES: dict[str, object] = {
    "true": True,
    "false": False,
    "null": None,
    "0": 0,
    "7": 7,
    "-1": -1,
    "-10": -10,
    "9007199254740991": 2**53 - 1,
    "-9007199254740991": -(2**53 - 1),
    "text": "text",
    "undecided": "undecided",
    "3s": "3s",
    "90m": "90m",
    "64KiB": "64KiB",
    "EUR 500.00": "EUR 500.00",
    "get_customer.v2": "get_customer.v2",
    "saved_addresses.address": "saved_addresses.address",
    "/user/login": "/user/login",
    "1.2.3": "1.2.3",
    "v1.10": "v1.10",
    "2026-03-01 was a Sunday": "2026-03-01 was a Sunday",
    "12:75": "12:75",
    "nO": "nO",
    "yEs": "yEs",
    "oN": "oN",
    "nuLL": "nuLL",
    "noon": "noon",
    "Norway": "Norway",
    "inf": "inf",
    "nan": "nan",
    "._": "._",
    ".": ".",
    "...x": "...x",
    "-x": "-x",
    "+x": "+x",
    "0x": "0x",
    "0xyz": "0xyz",
    "1e": "1e",
    "==": "==",
    "<<<": "<<<",
    "~x": "~x",
}

REFUSED = {
    "yaml/implicit-bool": [
        *("y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO"),
        *("on", "On", "ON", "off", "Off", "OFF", "True", "TRUE", "False", "FALSE"),
    ],
    "yaml/implicit-null": ["~", "Null", "NULL"],
    "yaml/implicit-number": [
        *("012", "0012", "00", "08", "+5", "-0", "+0", "1_000", "0_1", "0b101", "-0b1", "0o17"),
        *("0x1F", "-0x30", "0x2_0", "1:30", "12:30:45", "01:30", "00:30", "190:20:30.15"),
        *("1.10", "1.", ".5", "1e3", "1E3", "1e+3", "-.5", "1_0.5", "0.50", "+0.5", "12e03"),
    ],
    "yaml/float": ["0.5", "-3.14", "1.0", "3.14159", ".inf", "-.inf", "+.INF", ".nan", ".NaN"],
    "yaml/implicit-date": [
        *("2026-03-01", "2026-13-45", "2026-1-2", "2026-03-01T10:00:00Z", "2026-03-01 10:00:00"),
        *("2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5"),
    ],
    "yaml/merge-key": ["<<"],
    "yaml/tag": ["="],
    "yaml/number-range": ["9007199254740992", "-9007199254740992", "1" * 400, "9" * 5000],
}
ALL_REFUSED = [(text, code) for code, texts in REFUSED.items() for text in texts]


@pytest.mark.parametrize("text", VALUES)
def test_a_plain_scalar_that_every_reader_takes_alike_has_its_value(text: str) -> None:
    got = _only(value(f"- {text}\n"))
    assert got == VALUES[text]
    assert type(got) is type(VALUES[text])


@pytest.mark.parametrize(("text", "code"), ALL_REFUSED, ids=lambda each: each[:30])
def test_an_ambiguous_plain_scalar_is_refused_where_it_stands(text: str, code: str) -> None:
    (finding,) = refused(f"key: [a, {text}]\n")
    assert (finding.code, finding.span.line, finding.span.column) == (code, 1, 10)
    assert (finding.span.end_line, finding.span.end_column) == (1, 10 + len(text))
    assert finding.span.pointer == "/key/1"


@pytest.mark.parametrize(("text", "code"), ALL_REFUSED, ids=lambda each: each[:30])
def test_an_ambiguous_scalar_in_quotes_is_text(text: str, code: str) -> None:
    assert code
    assert value(f"- \"{text}\"\n- '{text}'\n- |-\n  {text}\n") == [text] * 3


@pytest.mark.parametrize(("text", "code"), ALL_REFUSED, ids=lambda each: each[:30])
def test_what_the_hint_of_an_ambiguous_scalar_says_can_be_typed(text: str, code: str) -> None:
    (finding,) = refused(f"- {text}\n")
    if len(text) <= 60:
        assert f'"{text}"' in finding.hint, code
        assert value(f'- "{text}"\n') == [text]


def test_a_scalar_keeps_its_text_and_its_value() -> None:
    root = accepted('[-7, true, null, "07", abc]\n')
    assert isinstance(root, Sequence)
    scalars = [each for each in root.items if isinstance(each, Scalar)]
    assert [each.text for each in scalars] == ["-7", "true", "null", "07", "abc"]
    assert [each.value for each in scalars] == [-7, True, None, "07", "abc"]


@pytest.mark.parametrize(
    ("text", "instead"),
    [("012", "12"), ("+5", "5"), ("1_000", "1000"), ("0x1F", "31"), ("0o17", "15"), ("-0", "0")],
)
def test_the_hint_of_an_ambiguous_number_gives_its_plain_digits(text: str, instead: str) -> None:
    (finding,) = refused(f"- {text}\n")
    assert finding.hint == f'Write {instead}, or "{text}" in quotes.'


def _table(name: str) -> dict[str, tuple[str, str, str]]:
    table = json.loads((corpus("yaml-schema-tables") / f"schema-{name}.json").read_text())
    return {
        "" if text == "#empty" else text: tuple(entry)
        for text, entry in table.items()
        if not text.startswith("!!")
    }


def _is(kind: str, spelled: str, got: object) -> bool:
    match kind:
        case "str":
            return got == spelled and isinstance(got, str)
        case "int":
            return type(got) is int and str(got) == spelled
        case "float":
            return type(got) is float and got == float(spelled)
        case "bool":
            return got is (spelled == "true()")
        case "null":
            return got is None
        case "inf":
            return got == float("-inf" if "neg" in spelled else "inf")
    return kind == "nan" and got != got


def _only(items: object) -> object:
    assert isinstance(items, list)
    (item,) = items
    return item


def test_core_values_are_those_of_the_published_table() -> None:
    wrong = [
        (text, kind, spelled, core_value(text))
        for text, (kind, spelled, _) in _table("core").items()
        if not _is(kind, spelled, core_value(text))
    ]
    assert wrong == []


def test_exactly_the_unambiguous_scalars_of_the_published_tables_are_accepted() -> None:
    core, old = _table("core"), _table("yaml11")
    kinds = ("str", "int", "bool", "null")
    wrong = []
    for text, (kind, spelled, written) in core.items():
        if not text:
            continue
        is_alike = old[text][:2] == (kind, spelled) and written.strip("'\"") == text
        document, _ = read("x.yaml", f"- {text}\n".encode())
        is_read = document is not None
        if document is not None:
            assert _is(kind, spelled, _only(plain(document.root)))
        if is_read != (is_alike and kind in kinds):
            wrong.append((text, kind, old[text]))
    assert len(core) > 80
    assert wrong == []


def test_every_word_of_the_old_truth_values_is_refused_as_a_key_too() -> None:
    for text in REFUSED["yaml/implicit-bool"][:16]:
        assert codes(f"{text}: 1\n") == ["yaml/implicit-bool"]
    assert codes("TRUE: 1\n") == ["yaml/non-string-key"]
