"""The door for bytes: JSON text to a canonical value.

Walks in: bytes from an agent or a service. Walks out: a value in canonical form of at most
``limit`` bytes. Refused: everything that two readers could read differently.

A fast parser leads. It takes no duplicate key, no lone surrogate, no byte outside UTF-8, no text
after the value, and keeps the text of every fraction and exponent. A fast writer then refuses those
texts and every integer beyond 2^53 - 1, so what it writes is canonical, if it is not too deep. Only
another value is walked. On refusal a slow scanner of our own says what is wrong and where; a test
holds the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import jiter
import orjson

from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_value import DEPTH, canonical, is_deeper
from toolcharter_runtime._refusal import Refusal

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON

MOST_RAW_BYTES = 1 << 19
"""No text longer than this is read, unless the limit of the tool itself is larger."""

_RAW_PER_CANONICAL = 8
"""How much longer escapes and white space may make a text than its canonical form."""

_GLANCE = 100
"""How many values of a text that is too long are looked at, for a code that says more."""


def read(raw: bytes, *, limit: int) -> JSON:
    """The canonical value of ``raw``, whose canonical form has at most ``limit`` bytes."""
    if len(raw) > limit:
        _check_length(raw, limit)
    try:
        value: JSON = jiter.from_json(
            raw,
            allow_inf_nan=False,
            cache_mode="keys",
            catch_duplicate_keys=True,
            float_mode="lossless-float",
        )
    except ValueError:
        raise _refusal_of(raw) from None
    try:
        written = orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER)
    except TypeError:
        return canonical(value, limit=limit)
    # Brackets inside strings count too: that may be a false alarm, never a missed one.
    if raw.count(b"{") + raw.count(b"[") > DEPTH and is_deeper(value, DEPTH):
        return canonical(value, limit=limit)
    # The order of keys, in which alone this is not RFC 8785, does not change a length.
    if len(written) > limit:
        raise Refusal(Code.SIZE_LIMIT)
    return value


def _check_length(raw: bytes, limit: int) -> None:
    """Refuse, without parsing it, a text that no canonical form within ``limit`` can have."""
    if len(raw) > max(limit, min(MOST_RAW_BYTES, limit * _RAW_PER_CANONICAL)):
        raise Refusal(Code.SIZE_LIMIT)
    if _least_size(raw) > limit:
        raise _refusal_of_too_long(raw)


def _least_size(raw: bytes) -> int:
    """What the canonical form of ``raw`` has at least, without reading it.

    White space may stand outside strings, an escape may stand for one byte, and of a number nothing
    may be left but its decimal point.
    """
    kept = len(raw.translate(None, b" \t\n\r-0123456789eE+"))
    return kept - 5 * raw.count(b"\\u") - raw.count(b"\\/")


def _refusal_of_too_long(raw: bytes) -> Refusal:
    """SIZE_LIMIT, unless something else is wrong right at the beginning."""
    from toolcharter_runtime._json_fault import find_fault

    fault = find_fault(raw, most_steps=_GLANCE)
    return Refusal(fault.code, field=fault.field) if fault else Refusal(Code.SIZE_LIMIT)


def _refusal_of(raw: bytes) -> Refusal:
    from toolcharter_runtime._json_fault import first_fault

    code, field = first_fault(raw)
    return Refusal(code, field=field)
