"""Values that a schema refuses, made of values that it accepts by one or two small changes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from generated_code.canonical_values import values
from hypothesis import strategies as st

Place = tuple[Any, Any]
"""A container, and the key or index of a part of it."""

OTHERS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**53) + 1, 2**53 - 1),
    st.floats(-1e9, 1e9).filter(lambda each: not each.is_integer()),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=300),
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=4),
    st.dictionaries(st.text("abcXYZ_ 0", max_size=9), st.integers(-9999, 9999), max_size=3),
)


@st.composite
def broken(draw: st.DrawFn, schema: Any) -> Any:
    """A value near one that the schema accepts; now and then it still accepts it."""
    value = [copy.deepcopy(draw(values(schema)))]
    for _ in range(draw(st.integers(1, 2))):
        places = list(_places(value))
        container, at = draw(st.sampled_from(places))
        draw(st.sampled_from(_CHANGES))(draw, container, at)
    return value[0] if value else None


def _places(value: Any) -> Iterator[Place]:
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for at in keys:
        yield value, at
        if isinstance(value[at], dict | list):
            yield from _places(value[at])


def _replace(draw: st.DrawFn, container: Any, at: Any) -> None:
    container[at] = draw(OTHERS)


def _leave_out(draw: st.DrawFn, container: Any, at: Any) -> None:
    if isinstance(container, dict):
        del container[at]


def _add(draw: st.DrawFn, container: Any, at: Any) -> None:
    if isinstance(container[at], dict):
        container[at][draw(st.text("abcdefgh_-/~ é", min_size=1, max_size=12))] = draw(OTHERS)
    if isinstance(container[at], list):
        container[at] += [draw(OTHERS)] * draw(st.integers(1, 3))


def _spoil(draw: st.DrawFn, container: Any, at: Any) -> None:
    if isinstance(container[at], str):
        spoilt = draw(st.sampled_from([_longer, _shorter, _upper, _controlled]))
        container[at] = spoilt(container[at])
    elif isinstance(container[at], int) and not isinstance(container[at], bool):
        container[at] = -container[at] - draw(st.integers(1, 10**12))


def _longer(text: str) -> str:
    return text * 40 + "x"


def _shorter(text: str) -> str:
    return text[:1]


def _upper(text: str) -> str:
    return text.swapcase()


def _controlled(text: str) -> str:
    return f"{text}\x07\u2028"


_CHANGES: list[Callable[[st.DrawFn, Any, Any], None]] = [_replace, _leave_out, _add, _spoil]
