"""Random shapes of ``fields:`` with a valid value each, for property tests."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st
from ir.shapes.made import shape, types
from toolcharter.contract.codes import COUNTRIES, CURRENCIES
from toolcharter.ir.model import Shape

SHARED = types(
    """
    types:
      address:
        type: object
        describe: "A postal address."
        fields: {city: {type: line, max_length: 5, describe: "A town."}, country: country}
      price: {type: money, min: -5, max: 500, describe: "A price."}
      code: {type: string, max_length: 5, pattern: "^[a-z]{2,5}$", describe: "A code."}
    """
)

TEXT_CHARACTERS = st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t\r")
LINE_CHARACTERS = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])
PRINTABLE = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=20)


@dataclass(frozen=True)
class Kind:
    """A field as text, and its valid values."""

    text: str
    values: st.SearchStrategy[Any]


@dataclass(frozen=True)
class Made:
    """A shape and one of its valid values."""

    shape: Shape
    value: Any


def scalars() -> st.SearchStrategy[Kind]:
    return st.one_of(
        st.integers(0, 6).map(
            lambda n: Kind(f"type: text, max_length: {n}", st.text(TEXT_CHARACTERS, max_size=n))
        ),
        st.integers(0, 6).map(
            lambda n: Kind(f"type: line, max_length: {n}", st.text(LINE_CHARACTERS, max_size=n))
        ),
        st.tuples(st.integers(-(10**6), 10**6), st.integers(0, 10**6)).map(
            lambda b: Kind(
                f"type: integer, min: {b[0]}, max: {b[0] + b[1]}", st.integers(b[0], b[0] + b[1])
            )
        ),
        st.tuples(st.integers(-999, 999), st.integers(0, 999), st.integers(1, 2)).map(_decimal),
        st.sampled_from(
            [
                Kind("type: boolean", st.booleans()),
                Kind("type: date", st.dates().map(str)),
                Kind("type: country", st.sampled_from(COUNTRIES)),
                Kind("type: currency", st.sampled_from(CURRENCIES)),
                Kind("type: enum, values: [open, closed]", st.sampled_from(["open", "closed"])),
                Kind("type: constant, value: 7", st.just(7)),
                Kind("type: uuid", st.uuids().map(str)),
                Kind("type: record_version", PRINTABLE),
                Kind("type: cursor", PRINTABLE),
                Kind("type: handle, kind: file", st.just("file.aB3_-")),
                Kind("type: email", st.sampled_from(["a@example.com", "x.y+z@b.example"])),
                Kind("type: url", st.just("https://example.com/?q=%22")),
                Kind("type: instant", st.datetimes().map(lambda at: f"{at.isoformat()}Z")),
                Kind("type: code", st.text("abz", min_size=2, max_size=5)),
                Kind(
                    "type: price",
                    st.fixed_dictionaries(
                        {
                            "amount_minor": st.integers(-5, 500),
                            "currency": st.sampled_from(CURRENCIES),
                        }
                    ),
                ),
                Kind(
                    "type: address",
                    st.fixed_dictionaries(
                        {
                            "city": st.text(LINE_CHARACTERS, max_size=5),
                            "country": st.sampled_from(COUNTRIES),
                        }
                    ),
                ),
            ]
        ),
    )


def _decimal(drawn: tuple[int, int, int]) -> Kind:
    low, width, places = drawn
    unit = Decimal(1).scaleb(-places)
    return Kind(
        f'type: decimal, min: "{low}", max: "{low + width}", places: {places}',
        st.decimals(low, low + width, places=places).map(
            lambda value: str(abs(value).quantize(unit) if not value else value.quantize(unit))
        ),
    )


def kinds() -> st.SearchStrategy[Kind]:
    return st.recursive(
        scalars(),
        lambda inner: st.one_of(_lists(inner), _objects(inner), _unions(inner)),
        max_leaves=6,
    )


def _lists(inner: st.SearchStrategy[Kind]) -> st.SearchStrategy[Kind]:
    return inner.map(
        lambda item: Kind(
            f"type: list, items: {{{item.text}}}, max_items: 3", st.lists(item.values, max_size=3)
        )
    )


def _objects(inner: st.SearchStrategy[Kind]) -> st.SearchStrategy[Kind]:
    return st.lists(st.tuples(inner, marks()), max_size=3).map(
        lambda fields: Kind(f"type: object, fields: {_fields(fields)}", _values(fields))
    )


def _unions(inner: st.SearchStrategy[Kind]) -> st.SearchStrategy[Kind]:
    branches = st.lists(st.lists(st.tuples(inner, marks()), max_size=2), min_size=2, max_size=3)
    return branches.map(_union)


def _union(branches: list[list[tuple[Kind, str]]]) -> Kind:
    text = ", ".join(f"b{n}: {{fields: {_fields(each)}}}" for n, each in enumerate(branches))
    values = [
        _values(each).map(lambda value, n=n: {"kind": f"b{n}", **value})  # type: ignore[misc]
        for n, each in enumerate(branches)
    ]
    return Kind(f"type: union, by: kind, branches: {{{text}}}", st.one_of(values))


def marks() -> st.SearchStrategy[str]:
    presence = st.sampled_from(["", "", ", optional: true", ", nullable: true"])
    privacy = st.sampled_from(["", "", "", ", sensitive: personal", ", sensitive: internal"])
    return st.tuples(presence, privacy).map("".join)


def _fields(fields: list[tuple[Kind, str]]) -> str:
    inner = ", ".join(
        f"f{n}: {{{kind.text}{mark}, describe: Some words}}"
        for n, (kind, mark) in enumerate(fields)
    )
    return f"{{{inner}}}"


def _values(fields: list[tuple[Kind, str]]) -> st.SearchStrategy[dict[str, Any]]:
    required = {}
    optional = {}
    for n, (kind, mark) in enumerate(fields):
        if "optional" in mark:
            optional[f"f{n}"] = kind.values
        else:
            required[f"f{n}"] = kind.values | st.none() if "nullable" in mark else kind.values
    return st.fixed_dictionaries(required, optional=optional)


@st.composite
def made_shapes(draw: st.DrawFn) -> Made:
    fields = draw(st.lists(st.tuples(kinds(), marks()), min_size=1, max_size=3))
    found = shape(f"fields: {_fields(fields)}", types=SHARED)
    return Made(found, draw(_values(fields)))
