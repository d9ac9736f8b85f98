"""A small text for each way in which arguments cannot be read.

Walks in: the code with which a text was refused, and the tool that was called. Walks out: what a trace
holds instead of the text: another one with the same fault, or how to make one that is too large.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolcharter_runtime._call import JSON
from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_value import DEPTH

_TEXTS: Mapping[str, str] = {
    Code.PARSE: "{",
    Code.DUPLICATE_KEY: '{"a":1,"a":1}',
    Code.NUMBER_NOT_JSON: "NaN",
    Code.NUMBER_RANGE: "9007199254740993",
    Code.INVALID_UNICODE: '"\\ud800"',
    Code.DEPTH_LIMIT: "[" * (DEPTH + 1) + "]" * (DEPTH + 1),
}


def form_of(code: str, *, most_bytes: int) -> dict[str, JSON]:
    """What stands for arguments that were refused with ``code``. A value of a type that JSON does
    not have can be handed over by a host only."""
    if code == Code.SIZE_LIMIT:
        return {"bytes": most_bytes + 1}
    if code in _TEXTS:
        return {"text": _TEXTS[code]}
    return {"foreign_type": True}


def text_of(form: Mapping[str, Any]) -> bytes | None:
    """The text that a form stands for, as bytes; None where it stands for no broken text."""
    if "text" in form:
        return str(form["text"]).encode()
    return b'"' + b"a" * (form["bytes"] - 2) + b'"' if "bytes" in form else None
