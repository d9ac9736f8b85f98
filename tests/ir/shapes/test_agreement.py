"""Two independent validators agree on what a canonical schema accepts."""

from __future__ import annotations

import copy
import datetime
import uuid
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
import regex  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st
from ir.shapes.instances import Made, made_shapes
from toolcharter.ir.paths import known_paths
from toolcharter.ir.validators import validator

FORMATS = jsonschema.FormatChecker(formats=())


@FORMATS.checks("date", raises=ValueError)
def _is_date(value: Any) -> bool:
    return not isinstance(value, str) or str(datetime.date.fromisoformat(value)) == value


@FORMATS.checks("uuid", raises=ValueError)
def _is_uuid(value: Any) -> bool:
    return not isinstance(value, str) or str(uuid.UUID(value)) == value.lower()


@FORMATS.checks("date-time")
def _is_instant(value: Any) -> bool:
    form = r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)"
    return not isinstance(value, str) or regex.fullmatch(form, value) is not None


@FORMATS.checks("email")
def _is_email(value: Any) -> bool:
    return not isinstance(value, str) or regex.fullmatch(r"[^@\s]+@[^@\s]+", value) is not None


@FORMATS.checks("uri")
def _is_uri(value: Any) -> bool:
    return not isinstance(value, str) or regex.match(r"[a-z]+:", value) is not None


def _pattern(_: Any, pattern: str, value: Any, __: Any) -> Iterator[jsonschema.ValidationError]:
    """Patterns as the dialect means them: the end is the end."""
    text = pattern.replace("$", r"\Z") if pattern.endswith("$") else pattern
    if isinstance(value, str) and regex.search(text, value) is None:
        yield jsonschema.ValidationError("pattern")


SECOND = jsonschema.validators.extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator, {"pattern": _pattern}
)

ODD = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        10**7,
        "",
        "x",
        "a\n",
        "\x00",
        "é" * 9,
        [],
        [1],
        {},
        {"kind": "b9"},
        "2026-02-30",
    ]
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    steps = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, inner in steps:
        yield from _places(inner, (*path, step))


def _changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    found = copy.deepcopy(value)
    holder = found
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = new
    return found


@pytest.mark.promise("C6")
@settings(max_examples=50, deadline=None)
@given(made_shapes(), st.data())
def test_both_accept_the_valid_value_and_agree_on_changed_ones(
    made: Made, data: st.DataObject
) -> None:
    ours = validator(made.shape.schema)
    theirs = SECOND(dict(made.shape.schema), format_checker=FORMATS)
    assert ours.is_valid(made.value)
    assert theirs.is_valid(made.value)
    path = data.draw(st.sampled_from(list(_places(made.value))))
    for new in (data.draw(ODD), {"stranger": 1}):
        changed = _changed(made.value, path, new)
        assert ours.is_valid(changed) is theirs.is_valid(changed), changed


@pytest.mark.promise("C4")
@settings(max_examples=30, deadline=None)
@given(made_shapes())
def test_an_unknown_field_is_refused_at_every_object(made: Made) -> None:
    ours = validator(made.shape.schema)
    for path in _places(made.value):
        holder = made.value
        for step in path:
            holder = holder[step]
        if isinstance(holder, dict):
            stranger = _changed(made.value, path, {**holder, "stranger": 1})
            assert not ours.is_valid(stranger)


@settings(max_examples=30, deadline=None)
@given(made_shapes())
def test_every_part_of_a_shape_has_a_place(made: Made) -> None:
    for pointer, span in made.shape.spans.items():
        assert span.file in ("tools/x/t.v1.yaml", "types/t.yaml")
        assert made.shape.span_at(pointer) == span
    assert all(path for path in known_paths(made.shape))
