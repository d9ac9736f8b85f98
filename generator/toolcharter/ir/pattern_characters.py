"""Sets of characters in a pattern: what classes, escapes and ranges stand for.

Walks in: what a pattern says of one character. Walks out: code points. Refused: numbers that are no
character, and ranges that are the wrong way round.
"""

from __future__ import annotations

from toolcharter.ir.pattern_dialect import PatternError
from toolcharter.ir.pattern_tree import Characters, CodeRange

DIGITS = ((0x30, 0x39),)
WORD = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
LINE_ENDS = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
CONTROLS = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D}


def one(sign: str) -> Characters:
    """The character itself."""
    return Characters(((ord(sign), ord(sign)),))


def character_of(digits: str) -> Characters:
    """The character with this number, in hexadecimal digits."""
    try:
        code = int(digits, 16) if digits.isalnum() else -1
    except ValueError:
        code = -1
    if not 0 <= code <= 0x10FFFF:
        raise PatternError("in/pattern-invalid", "an escape needs hexadecimal digits")
    if 0xD800 <= code <= 0xDFFF:
        raise PatternError("in/pattern-dialect", "a surrogate is no character; write \\u{...}")
    return Characters(((code, code),))


def code_range(first: Characters, last: Characters) -> CodeRange:
    """The range between two characters."""
    if not (_is_one(first) and _is_one(last)):
        raise PatternError("in/pattern-invalid", "a range needs one character on either side")
    low, high = first.ranges[0][0], last.ranges[0][0]
    if high < low:
        raise PatternError(
            "in/pattern-invalid", f"the range {chr(low)!r} to {chr(high)!r} is the wrong way round"
        )
    return low, high


def _is_one(found: Characters) -> bool:
    return len(found.ranges) == 1 and found.ranges[0][0] == found.ranges[0][1]
