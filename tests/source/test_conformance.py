"""The reader against YAML 1.2's own test suite, and against real documents of other people.

The suite's documents that lie inside the language's subset must have the suite's values, and its
invalid documents must be refused. Where libyaml differs from YAML 1.2, the case is listed here:
what it refuses is safe to refuse, and what it accepts beyond the grammar has one reading only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml
from source.corpora import corpus
from toolcharter.source.document import plain
from toolcharter.source.reader import read

REFUSED_THOUGH_VALID = {
    "58MP/0": "{x: :x}",
    "5T43/0": "a colon without a space after a quoted key, then a colon",
    "6BCT/0": "a tab after a dash",
    "DK3J/0": "text of a block scalar at the very margin of the file",
    "FRK4/0": "a key without text",
    "JEF9/2": "a block of text that ends with the file",
    "L24T/1": "a block of text that ends with the file",
    "NHX8/0": "a key without text",
    "NKF9/0": "a key without text",
    "Q5MG/0": "a tab before the first token",
    "QT73/0": "an end mark without a document",
    "R4YG/0": "a tab on a blank line of folded text",
    "S3PD/0": "a key without text",
    "UKK6/0": "a key without text",
}
ACCEPTED_THOUGH_INVALID = {
    "9C9N/0": "lines of a flow list at the margin",
    "QB6E/0": "lines of quoted text at the margin",
    "9JBA/0": "a comment without a space before it",
    "X4QW/0": "a comment without a space before it",
    "S98Z/0": "blank lines that are longer than the indentation after them",
    "Y79Y/2": "a tab as white space inside a flow list",
    "Y79Y/3": "a tab as white space inside a flow list",
}


def written(visible: str) -> str:
    """The document that a case shows with marks for what cannot be seen."""
    text = re.sub("\u2014*\u00bb", "\t", visible).removesuffix("\u220e\n")
    for mark, meant in (("\u2423", " "), ("\u21b5", ""), ("\u2190", "\r"), ("\u21d4", "\ufeff")):
        text = text.replace(mark, meant)
    return text


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and fields of each case; a later case of a file inherits what it does not say."""
    for path in sorted(corpus("yaml-test-suite").glob("*.yaml")):
        fields: dict[str, Any] = {}
        for number, each in enumerate(yaml.load(path.read_bytes(), yaml.CBaseLoader)):  # noqa: S506
            fields = {**fields, **each}
            yield f"{path.stem}/{number}", fields


def test_documents_of_the_suite_have_their_values_or_are_refused() -> None:
    agreed, refused, wrong = 0, 0, []
    for name, case in cases():
        document, findings = read("x.yaml", written(case["yaml"]).encode())
        is_invalid = case.get("fail") == "true"
        if document is None:
            refused += 1
            only_syntax = {each.code for each in findings} == {"yaml/syntax"}
            if only_syntax and not is_invalid and name not in REFUSED_THOUGH_VALID:
                wrong.append((name, "refused", findings[0].message))
        elif is_invalid and name not in ACCEPTED_THOUGH_INVALID:
            wrong.append((name, "accepted", case["yaml"]))
        elif "json" in case and not is_invalid:
            agreed += 1
            if plain(document.root) != json.loads(case["json"]):
                wrong.append((name, "has another value", repr(plain(document.root))))
    assert wrong == []
    assert agreed >= 80
    assert refused >= 80


def test_the_lists_of_differences_hold_nothing_that_is_none() -> None:
    outcome = {}
    for name, case in cases():
        document, _ = read("x.yaml", written(case["yaml"]).encode())
        outcome[name] = (document is not None, case.get("fail") == "true")
    for name in REFUSED_THOUGH_VALID:
        assert outcome[name] == (False, False), name
    for name in ACCEPTED_THOUGH_INVALID:
        assert outcome[name] == (True, True), name


def test_real_documents_are_read_or_refused_for_a_reason_that_they_give() -> None:
    """Other people's documents have keys such as 200 and scalars such as 1.0; nothing else."""
    reasons: dict[str, int] = {}
    for path in sorted(corpus("oai-examples").rglob("*.yaml")):
        data = path.read_bytes()
        document, findings = read(path.name, data)
        if document is not None:
            assert plain(document.root) == yaml.safe_load(data)
        for each in findings:
            reasons[each.code] = reasons.get(each.code, 0) + 1
    known = {
        *("yaml/non-string-key", "yaml/float", "yaml/implicit-number", "yaml/implicit-date"),
        *("yaml/finding-limit", "yaml/anchor", "yaml/alias", "yaml/empty-value"),
    }
    assert set(reasons) <= known, reasons
