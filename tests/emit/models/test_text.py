"""Literals, docstrings and layout: the same value, as black writes it."""

from __future__ import annotations

import ast
import re
from typing import Any

import black
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toolcharter.emit.docstrings import docstring, first_sentence
from toolcharter.emit.layout import (
    Brackets,
    Labelled,
    Node,
    Text,
    Union,
    alias,
    assignment,
    laid_out,
    signature,
)
from toolcharter.emit.literals import literal, literal_block

ANY_TEXT = st.text(max_size=12) | st.lists(
    st.sampled_from(
        ['"', '"""', "'", "\\", " ", "\n", "\n\n", "\t", "\r", "a", "é", "日本", "\u202e", "x" * 80]
    ),
    max_size=20,
).map("".join)
DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=40)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=20), inner, max_size=4)
    ),
    max_leaves=20,
)
SPACE = re.compile("[ \t\n]+")
FAST = settings(max_examples=150, deadline=None, database=None)


def black_agrees(source: str) -> bool:
    return black.format_str(source, mode=black.Mode()) == source


@pytest.mark.promise("G8")
@FAST
@given(DATA)
def test_a_literal_is_read_back_as_the_same_value_and_stands_as_black_writes_it(value: Any) -> None:
    assert ast.literal_eval(literal(value)) == value
    block = literal_block(value, before="VALUE = ") + "\n"
    statement = ast.parse(block).body[0]
    assert isinstance(statement, ast.Assign)
    assert repr(ast.literal_eval(statement.value)) == repr(value)
    assert block.isascii()
    assert black_agrees(block)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"x", object()])
def test_what_is_no_plain_data_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        literal(value)


@FAST
@given(ANY_TEXT, st.sampled_from([0, 4, 8]))
def test_a_docstring_says_the_text_word_by_word_and_stands_as_black_writes_it(
    text: str, indent: int
) -> None:
    made = docstring(text, indent=indent)
    words = [word for word in SPACE.split(text.replace("\r\n", "\n")) if word]
    if not words:
        assert made == ""
        return
    heads = "".join(f"{' ' * each}class A:\n" for each in range(0, indent, 4))
    source = f"{heads}{' ' * indent}{made}\n"
    found = ast.literal_eval(made)
    assert [word for word in SPACE.split(found) if word] == words
    assert black_agrees(source)


def test_prose_is_wrapped_and_keeps_its_paragraphs() -> None:
    text = "word " * 30 + "\n\nSecond paragraph.\n"
    assert docstring(text, indent=4) == (
        '"""'
        + "word " * 15
        + "word\n    "
        + "word " * 13
        + "word\n\n    Second paragraph.\n    "
        + '"""'
    )


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Read it. Find it with x.", "Read it."),
        ("Is it? Yes.", "Is it?"),
        ("Version 1.2 of it. More.", "Version 1.2 of it."),
        ("No end", "No end"),
    ],
)
def test_the_first_sentence_ends_where_a_sentence_ends(text: str, first: str) -> None:
    assert first_sentence(text) == first


WORDS = st.integers(1, 70).map(lambda length: Text("A" * length)) | st.sampled_from(
    [Text("str"), Text("int"), Text("None"), Text("MISSING"), Text("CustomerId")]
)
LITERALS = st.lists(
    st.integers(1, 40).map(lambda n: Text(f'"{"a" * n}"')), min_size=1, max_size=9
).map(lambda words: Brackets("Literal[", tuple(words), "]"))


def unions_of(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    def flat_union(parts: list[Node]) -> Node:
        found: list[Node] = []
        for part in parts:
            found += part.parts if isinstance(part, Union) else [part]
        return Union(tuple(found))

    return st.lists(inner, min_size=2, max_size=4).map(flat_union)


TYPES: st.SearchStrategy[Node] = st.recursive(
    WORDS | LITERALS,
    lambda inner: (
        inner.map(lambda item: Brackets("list[", (item,), "]"))
        | inner.map(lambda value: Brackets("dict[", (Text("str"), value), "]"))
        | unions_of(inner)
    ),
    max_leaves=6,
)
FIELDS = st.lists(
    st.sampled_from(
        [
            Labelled("min_length=", Text("1")),
            Labelled("max_length=", Text("8000")),
            Labelled("pattern=", Text(f'"^{"x" * 70}$"')),
            Labelled("alias=", Text('"from"')),
        ]
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda each: each.label,
).map(lambda given: Brackets("Field(", tuple(given), ")"))
ANNOTATIONS = TYPES | st.tuples(TYPES, FIELDS).map(lambda both: Brackets("Annotated[", both, "]"))
DEFAULTS = st.none() | st.sampled_from(["MISSING", "None", "20", f'"{"x" * 60}"']).map(Text)


@pytest.mark.promise("G8")
@settings(max_examples=400, deadline=None, database=None)
@given(st.integers(1, 60), ANNOTATIONS, DEFAULTS)
def test_a_field_stands_as_black_writes_it(length: int, kind: Node, default: Node | None) -> None:
    lines = assignment("f" * length, kind, default, indent=4)
    assert black_agrees("class A:\n" + "\n".join(lines) + "\n")


@FAST
@given(st.integers(1, 60), LITERALS | unions_of(TYPES))
def test_an_alias_stands_as_black_writes_it(length: int, kind: Node) -> None:
    assert black_agrees("\n".join(alias("N" * length, kind)) + "\n")


@FAST
@given(st.lists(st.integers(1, 60), min_size=1, max_size=4), st.integers(1, 50))
def test_heads_of_classes_and_methods_stand_as_black_writes_them(
    lengths: list[int], length: int
) -> None:
    bases = tuple(
        Brackets("v1.Adapter[", (Text("A" * each), Text("B" * each)), "]") for each in lengths
    )
    head = laid_out(Brackets(f"class {'N' * length}(", bases, ")"), after=":")
    kinds = [Brackets("v1.Operation[", (Text("T" * each),), "]") for each in lengths]
    parameters: tuple[Node, ...] = (Text("self"), *(Labelled("call: ", kind) for kind in kinds))
    returns = Union((Text("R" * length), Text("v1.Raw")))
    method = signature(f"async def {'m' * length}(", parameters, returns, indent=4)
    lone = signature("def n(", (Text("self"),), Brackets("P[", (kinds[0],), "]"), indent=4)
    body = "        return None"
    assert black_agrees("\n".join([*head, *method, body, "", *lone, body]) + "\n")
