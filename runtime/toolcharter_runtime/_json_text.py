"""The door for bytes: JSON text to a canonical value.

Walks in: bytes from an agent or a service. Walks out: a value in canonical form of at most
``limit`` bytes. Refused: everything that two readers could read differently.

A fast parser leads. It takes no duplicate key, no lone surrogate, no byte outside UTF-8, no text
after the value; what it is lax about are numbers and depth, and a look at the bytes tells whether
one of those can be at stake. Only then is the value walked. On refusal a slow scanner of our own
says what is wrong and where; a test holds the two together.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import jiter
import orjson

from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_value import DEPTH, canonical
from toolcharter_runtime._refusal import Refusal

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON

MOST_RAW_BYTES = 1 << 19
"""No text longer than this is read, unless the limit of the tool itself is larger."""

_RAW_PER_CANONICAL = 8
"""How much longer escapes and white space may make a text than its canonical form."""

_GLANCE = 100
"""How many values of a text that is too long are looked at, for a code that says more."""

# Every digit becomes "0", E becomes e, [ becomes {: what the searches below look for.
_SHAPE = bytes.maketrans(b"123456789E[", b"000000000e{")
_FRACTION_OR_SIXTEEN_DIGITS = re.compile(rb"0(?:[.e]|0{15})")


def read(raw: bytes, *, limit: int) -> JSON:
    """The canonical value of ``raw``, whose canonical form has at most ``limit`` bytes."""
    if len(raw) > max(limit, min(MOST_RAW_BYTES, limit * _RAW_PER_CANONICAL)):
        raise Refusal(Code.SIZE_LIMIT)
    careful = needs_care(raw)
    if len(raw) > limit and _least_size(raw, careful=careful) > limit:
        raise _refusal_of_too_long(raw)
    try:
        value: JSON = jiter.from_json(
            raw,
            allow_inf_nan=False,
            cache_mode="keys",
            catch_duplicate_keys=True,
            float_mode="lossless-float" if careful else "float",
        )
    except ValueError:
        raise _refusal_of(raw) from None
    if careful:
        return canonical(value, limit=limit)
    # Without fractions no text is shorter than its canonical form, and orjson writes that length.
    if len(raw) > limit and len(orjson.dumps(value)) > limit:
        raise Refusal(Code.SIZE_LIMIT)
    return value


def needs_care(raw: bytes) -> bool:
    """Whether ``raw`` may hold a fraction, an exponent, a large integer or too many levels.

    A false alarm (the same characters inside a string) costs a walk, nothing else.
    """
    shape = raw.translate(_SHAPE)
    return bool(_FRACTION_OR_SIXTEEN_DIGITS.search(shape)) or shape.count(b"{") > DEPTH


def _least_size(raw: bytes, *, careful: bool) -> int:
    """What the canonical form of ``raw`` has at least, without reading it.

    White space may stand outside strings, an escape may stand for one byte, -0 is 0; and where
    numbers may be odd, nothing is left of one but its decimal point.
    """
    kept = len(raw.translate(None, b" \t\n\r-0123456789eE+" if careful else b" \t\n\r-"))
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
