"""Whatever stands in ``schema:``, there are findings or a sound shape, and never a traceback."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from ir.shapes.made import compiles, mapping_of
from toolcharter.diagnostics import Span
from toolcharter.ir.fields import Place, shape_of
from toolcharter.ir.model import Shape
from toolcharter.ir.paths import identifier_uses, known_paths, look_up
from toolcharter.ir.size import largest_bytes
from toolcharter.ir.types import TypeTable
from toolcharter.ir.views import expand_view
from toolcharter.ir.walk import walk

NAMES = ("a", "b", "$ref", "x.y", "*", "type")
TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
MARKS = ("personal", "internal", "secret")

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.sampled_from(["", "a", "^a$", "(", "date"])
)
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner),
)
references = st.sampled_from(["#", "#/properties/a", "#/$defs/a", "types/a", "schemas/a", "/x", ""])


def schemas() -> st.SearchStrategy[Any]:
    return st.recursive(_leaves(), _holders, max_leaves=6)


def _leaves() -> st.SearchStrategy[Any]:
    rules = {
        "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), unique=True, min_size=1),
        "enum": st.lists(scalars, min_size=1, max_size=3),
        "const": scalars,
        "maxLength": st.integers(0, 5),
        "minimum": st.integers(-5, 5),
        "maximum": st.integers(-5, 5),
        "pattern": st.sampled_from(["^a*$", "b", "^(a+)+$", "["]),
        "format": st.sampled_from(["date", "email", "x"]),
        "default": scalars,
        "examples": st.lists(scalars, max_size=2),
        "description": st.just("Words"),
        "x-toolcharter": st.fixed_dictionaries({"sensitive": st.sampled_from(MARKS)}),
        "unknown": scalars,
    }
    sound = st.fixed_dictionaries({}, optional=rules)
    return st.one_of(sound, sound, st.booleans(), junk, references.map(lambda to: {"$ref": to}))


def _holders(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["object", "array"]),
            "properties": named,
            "required": st.lists(st.sampled_from(NAMES), unique=True, max_size=2),
            "additionalProperties": st.just(False) | inner,
            "unevaluatedProperties": st.just(False),
            "propertyNames": inner,
            "maxProperties": st.integers(0, 3),
            "items": inner,
            "prefixItems": some,
            "maxItems": st.integers(0, 3),
            "oneOf": some,
            "anyOf": some | inner.map(lambda part: [part, {"type": "null"}]),
            "allOf": some,
            "$defs": named,
            "x-toolcharter": st.fixed_dictionaries({"sensitive": st.sampled_from(MARKS)}),
        },
    )


@settings(max_examples=150, deadline=None)
@given(schemas(), st.sampled_from(Place))
def test_any_schema_has_findings_or_makes_a_sound_shape(schema: Any, place: Place) -> None:
    written = {"schema": {"type": "object", "properties": {"a": schema, "c": {"type": "boolean"}}}}
    root = mapping_of(json.dumps(written))
    found, findings = shape_of(root, TypeTable(), {}, place=place)
    if found is None:
        assert findings
        return
    if not findings:
        compiles(found)
    _look_at_everything(found)


def _look_at_everything(found: Shape) -> None:
    parts = list(walk(found))
    assert largest_bytes(found.schema) > 0
    assert identifier_uses(found) == ()
    assert all(part.span.file for part in parts)
    for path in known_paths(found):
        assert look_up(found, path) is not None
        view, _ = expand_view(
            "v", Span("t"), mapping_of(json.dumps({"shows": [path]})), {"output": found}
        )
        assert list(walk(view.shapes["output"]))
