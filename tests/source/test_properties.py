"""What holds for every file: the reader answers, its places exist, and nothing is ambiguous."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from source.readings import accepted, cut, is_inside, nodes, spans, value
from toolcharter.diagnostics import Diagnostic
from toolcharter.source.characters import is_refused
from toolcharter.source.document import Document, Scalar, plain
from toolcharter.source.reader import read

thorough = settings(derandomize=True, deadline=None, max_examples=150)

SAMPLE = """\
# A contract, with a bit of everything.
tool: get_customer
version: 2
purpose: >
  Read one customer whose identifier
  is known.

effect: {class: read}
preconditions: []   # none
input:
  fields:
    customer_id: customer_id
    "quoted key": 'it''s'
    \u65e5\u672c: "caf\u00e9 \\"x\\" \\n \\u00e9"
    list:
      - 1
      - - null
        - true
      - {a: b, c: [d, e]}
    text: |+
      one

      two

limits: {timeout: 3s}
"""

WORDS = [
    *("a", "b c", "-", "- ", "? ", ": ", ":", ",", "[", "]", "{", "}", "\n", "\n  ", "\n    "),
    *("#", " # x", "&a ", "*a", "!t ", "!!str ", "|\n", ">-\n", "'", '"', "\\", "---\n", "...\n"),
    *("%YAML 1.2\n", "<<", "NO", "012", "1.10", "2026-03-01", "true", "null", "~", "=", "\t"),
    *("\r\n", "\r", "\u00e9", "\U0001f600", "\u200b", "\u200c", "\u202e", "\x85", "\u2028", "\0"),
    *("\ufeff", "\x1b", "\\u202e", "\\x1b", "\\n", "key: ", "key: value\n", " " * 9, "@", "`"),
]


def check(text: str, document: Document | None, findings: tuple[Diagnostic, ...]) -> None:
    """What must hold of any answer."""
    assert (document is None) == bool(findings)
    text = text.removeprefix("\ufeff")
    for finding in findings:
        assert finding.is_error
        assert finding.message.isprintable()
        assert finding.hint.isprintable()
        assert not any(map(is_refused, finding.message + finding.hint))
        assert is_inside(text, finding.span), (finding, text)
        assert all(is_inside(text, each.span) for each in finding.related)
    if document is not None:
        assert all(is_inside(text, span) for span in spans(document.root))


@thorough
@given(st.binary(max_size=200), st.sampled_from(["x.yaml", "x.json"]))
def test_any_bytes_get_an_answer(data: bytes, file: str) -> None:
    document, findings = read(file, data)
    check(data.decode("utf-8", "replace"), document, findings)


@thorough
@given(
    st.lists(st.sampled_from(WORDS), max_size=30).map("".join),
    st.sampled_from(["x.yaml", "x.json"]),
)
def test_anything_like_yaml_gets_an_answer_with_places_that_exist(text: str, file: str) -> None:
    check(text, *read(file, text.encode()))


@thorough
@given(st.integers(0, len(SAMPLE)), st.integers(0, 12), st.sampled_from(WORDS))
def test_a_contract_with_a_slip_gets_an_answer_with_places_that_exist(
    place: int, length: int, slip: str
) -> None:
    text = SAMPLE[:place] + slip + SAMPLE[place + length :]
    document, findings = read("x.yaml", text.encode())
    check(text, document, findings)
    if document is not None:
        assert alike(plain(document.root), yaml.load(text, yaml.CSafeLoader))


def alike(one: object, other: object) -> bool:
    """Equality that tells true from 1 and keeps the order of keys."""
    return json.dumps(one) == json.dumps(other)


class Core12(yaml.CSafeLoader):
    """YAML 1.2 core by PyYAML's own resolver and constructor, to compare with."""


Core12.yaml_implicit_resolvers = {}
for _tag, _pattern in {
    "null": r"null|Null|NULL|~|",
    "bool": r"true|True|TRUE|false|False|FALSE",
    "int": r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
    "float": (
        r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
        r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
    ),
}.items():
    Core12.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), [None]
    )


def _integer(loader: Core12, node: yaml.ScalarNode) -> int:
    text = str(loader.construct_scalar(node))
    return int(text, 0) if text[:2] in ("0o", "0x") else int(text)


Core12.add_constructor("tag:yaml.org,2002:int", _integer)


def scalar_texts() -> st.SearchStrategy[str]:
    """Text of people and of machines, much of it dangerous without quotes."""
    return (
        st.sampled_from([*WORDS, "y", "0x1F", "1_0", "1:30", ".5", "-0", "+1", "9" * 20, "a: b"])
        | st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"]), max_size=12)
        | st.text(st.sampled_from("01.:-_+eExobTZ yYnN~<="), max_size=8)
    )


@thorough
@given(scalar_texts())
def test_a_plain_scalar_is_read_as_1_1_and_as_1_2_read_it_or_not_at_all(text: str) -> None:
    """That is what unambiguous means; and it is written back as it stood."""
    source = f"- {text}\n"
    document, _ = read("x.yaml", source.encode())
    if document is None:
        return
    got = plain(document.root)
    assert alike(got, yaml.safe_load(source))
    assert alike(got, yaml.load(source, Core12))  # noqa: S506
    if isinstance(got, list) and not isinstance(got[0], str | dict | list):
        assert json.dumps(got[0]) == text.split("#")[0].strip()


HONEST = st.characters(categories=["L", "M", "N", "P", "S", "Zs"]).filter(
    lambda char: not is_refused(char)
)
LINES = st.text(HONEST | st.sampled_from("\n\n :#-'\"\\,[]{}"), max_size=40)
TEXTS = LINES | scalar_texts().filter(lambda text: not any(map(is_refused, text)))
KEYS = st.text(HONEST, max_size=10)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


class Writer(yaml.SafeDumper):
    """PyYAML's writer, made to put in quotes what the language wants in quotes."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


@thorough
@given(
    VALUES,
    st.sampled_from(["'", '"', "|", ">", None]),
    st.sampled_from([True, False, None]),
    st.sampled_from([2, 5]),
    st.sampled_from([30, 10_000]),
)
def test_what_a_yaml_writer_writes_is_read_back_or_refused(
    original: object, style: str | None, flow: bool | None, indent: int, width: int
) -> None:
    options: dict[str, Any] = {"default_style": style, "default_flow_style": flow}
    options |= {"indent": indent, "width": width, "allow_unicode": True, "sort_keys": False}
    text = yaml.dump(original, Dumper=Writer, **options)
    document, findings = read("x.yaml", text.encode())
    check(text, document, findings)
    if document is None:
        # A writer that follows YAML 1.1 tags numbers in quotes and leaves some texts plain.
        assert {each.code for each in findings} <= PLAIN_TO_PYYAML, text
        return
    assert alike(plain(document.root), original)
    assert alike(plain(document.root), yaml.safe_load(text))


PLAIN_TO_PYYAML = {
    *("yaml/tag", "yaml/implicit-number", "yaml/implicit-bool", "yaml/implicit-date"),
    *("yaml/float", "yaml/number-range", "yaml/non-string-key"),
}


@thorough
@given(VALUES, st.booleans())
def test_json_is_yaml_that_is_read_alike(original: object, is_wide: bool) -> None:
    text = json.dumps(original, ensure_ascii=False, indent=2 if is_wide else None)
    assert alike(value(text, "x.json"), original)
    assert alike(value(text), original)


# Such a block says how much deeper it is than its parent, which its own text does not hold.
INDENTED = re.compile(r"[|>][-+]?[1-9]")


@thorough
@given(VALUES, st.sampled_from(["'", '"', "|", ">", None]), st.sampled_from([True, False]))
def test_the_text_at_the_span_of_a_scalar_has_its_value(
    original: object, style: str | None, flow: bool
) -> None:
    text = yaml.dump(
        {"key": [original]}, Dumper=Writer, default_style=style, default_flow_style=flow, width=40
    )
    document, _ = read("x.yaml", text.encode())
    if document is None:
        return
    for node in nodes(document.root):
        if isinstance(node, Scalar) and not INDENTED.match(cut(text, node.span)):
            assert alike(again(cut(text, node.span)), node.value), text


def again(written: str) -> object:
    """The value of a scalar's own text."""
    return only(yaml.load(f"- {written}\n", Core12))  # noqa: S506


def only(items: list[object]) -> object:
    (item,) = items
    return item


def test_the_comparison_reader_knows_yaml_1_2() -> None:
    assert yaml.load("[NO, 012, 0o17, 1e3, ~, 1:30, 2026-03-01]", Core12) == [  # noqa: S506
        *("NO", 12, 15, 1000.0, None, "1:30", "2026-03-01")
    ]
    assert math.isnan(only(yaml.load("[.nan]", Core12)))  # type: ignore[arg-type]  # noqa: S506


def test_every_span_of_the_sample_is_what_stands_there() -> None:
    root = accepted(SAMPLE)
    texts = {span.pointer: cut(SAMPLE, span) for span in spans(root)}
    assert texts["/purpose"] == ">\n  Read one customer whose identifier\n  is known."
    assert texts["/input/fields/quoted key"] == "'it''s'"
    assert texts["/input/fields/\u65e5\u672c"] == '"caf\u00e9 \\"x\\" \\n \\u00e9"'
    assert texts["/input/fields/list/1"] == "- null\n        - true"
    assert texts["/input/fields/text"] == "|+\n      one\n\n      two\n\n"
    assert texts[""] == SAMPLE.split("\n", 1)[1][:-1]
