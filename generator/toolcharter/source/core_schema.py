"""What YAML 1.2 core reads in a plain scalar: the tag resolution table of its chapter 10.3.

Walks in: the text of a scalar without quotes and tag. Walks out: its value.
"""

from __future__ import annotations

import re

NULLS = ("null", "Null", "NULL", "~", "")
TRUES = ("true", "True", "TRUE")
FALSES = ("false", "False", "FALSE")

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(NULLS),
    **dict.fromkeys(TRUES, True),
    **dict.fromkeys(FALSES, False),
}
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NO_NUMBER = re.compile(r"([-+]?)\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_MOST_DIGITS = 4_000
"""Python refuses to convert many more; such decimals are given as floats."""


def core_value(text: str) -> str | int | float | bool | None:
    """The value of a plain scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        if text[:2] in ("0o", "0x"):
            return int(text, 0)
        return int(text) if len(text) <= _MOST_DIGITS else float(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _NO_NUMBER.fullmatch(text):
        return float(text.replace(".", "", 1))
    return text
