"""Plain data as Python source.

Walks in: strings, numbers, truth values, None, and lists, tuples and dictionaries of them. Walks
out: an expression that ``ast.literal_eval`` reads back as the same value, spelled as black spells
it. Text is written in ASCII, so that a control character, a bidirectional mark or a letter that
looks like another one shows as what it is. Refuses everything else, NaN and infinities too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from toolcharter.emit.layout import Brackets, Labelled, Node, Text, flat, laid_out


def literal(value: Any) -> str:
    """The value as Python source on one line."""
    return flat(_node(value))


def literal_block(value: Any, *, indent: int = 0, before: str = "", after: str = "") -> str:
    """``before``, the value and ``after`` as black writes them at an indentation: on one line when
    they fit, else every container over several lines. The first line is indented too."""
    return "\n".join(laid_out(_node(value), indent=indent, before=before, after=after))


def string_literal(text: str) -> str:
    """A string as Python source: ASCII, in double quotes unless they need more escapes."""
    single, double = text.count("'"), text.count('"')
    quote = "'" if double > single else '"'
    body = text.encode("unicode_escape").decode("ascii").replace(quote, "\\" + quote)
    return f"{quote}{body}{quote}"


def _node(value: Any) -> Node:
    if isinstance(value, str):
        return Text(string_literal(value))
    if value is None or isinstance(value, bool | int):
        return Text(repr(value))
    if isinstance(value, float) and math.isfinite(value):
        return Text(repr(value).replace("e+", "e"))
    if isinstance(value, list):
        return Brackets("[", tuple(_node(item) for item in value), "]")
    if isinstance(value, tuple):
        return Brackets("(", tuple(_node(item) for item in value), ")", is_tuple=True)
    if isinstance(value, Mapping):
        entries = tuple(Labelled(literal(key) + ": ", _node(item)) for key, item in value.items())
        return Brackets("{", entries, "}")
    raise TypeError(f"{type(value).__name__} cannot be written as a literal")
