"""An input that no rule calls open takes no key that is not described, whatever closes it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lint.conftest import Find
from lint.overlay import with_pieces
from toolcharter.ir.validators import validator

CONTRACT = "tools/customers/search_customers.v1.yaml"
MAP = {"propertyNames": {"pattern": "^[a-z]+$", "maxLength": 1}, "maxProperties": 3}
FLAG = {"type": "boolean"}


def _objects(tag: str | None = None) -> st.SearchStrategy[dict[str, Any]]:
    tagged: dict[str, Any] = {"properties": {"k": {"const": tag}}, "required": ["k"]}
    return st.builds(
        lambda closing, rest: {"type": "object", **(tagged if tag else {}), **closing, **rest},
        st.sampled_from([{}, {"unevaluatedProperties": False}]),
        st.sampled_from(
            [
                *({}, {}, {"additionalProperties": False}, {"additionalProperties": True}),
                {"additionalProperties": FLAG},
                {"additionalProperties": FLAG, **MAP},
            ]
        ),
    )


@st.composite
def _whole(draw: st.DrawFn) -> dict[str, Any]:
    found = draw(_objects())
    if draw(st.booleans()):
        found["allOf"] = [draw(_objects())]
    if draw(st.booleans()):
        keyword = draw(st.sampled_from(["oneOf", "anyOf"]))
        found[keyword] = [draw(_objects("p")), draw(_objects("q"))]
    return found


CALLS = [
    {**tag, "undescribed": value} for tag in ({}, {"k": "p"}, {"k": "q"}) for value in (True, "x")
]


@pytest.mark.promise("C4")
@settings(max_examples=80, deadline=None)
@given(written=_whole())
def test_a_key_that_nothing_describes_is_found_or_refused(
    find: Find, written: dict[str, Any]
) -> None:
    piece = f"input:\n  schema: {json.dumps(_closed({'search': written}))}\n"
    if any(each.is_error for each in find(with_pieces([(CONTRACT, piece)]))):
        return
    engine = validator(_closed({"search": written}))
    assert not any(engine.is_valid({"search": call}) for call in CALLS)


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    required = list(properties)
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
