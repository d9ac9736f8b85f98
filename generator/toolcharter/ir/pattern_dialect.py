"""What the dialect of patterns leaves out, and what to write instead."""

from __future__ import annotations

LONGEST_PATTERN = 4_000
DEEPEST_GROUP = 64

_CATEGORIES = """
    C Cc Cf Cn Co L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So
    Z Zl Zp Zs
"""

CATEGORIES = frozenset(_CATEGORIES.split())
"""The general categories that a pattern may name; surrogates (Cs) are no characters."""

INSTEAD_OF_ESCAPE = {
    "s": "write the characters, as in [ \\t]",
    "S": "write the characters, as in [^ \\t]",
    "D": "write [^0-9]",
    "W": "write [^0-9A-Za-z_]",
    "b": "engines differ on where a word ends",
    "B": "engines differ on where a word ends",
    "A": "write ^",
    "z": "write $",
    "Z": "write $",
    "0": "write \\x00",
    "c": "write \\xHH",
    "k": "there are no back-references",
}
"""What to write instead of escapes that people bring from elsewhere."""


class PatternError(Exception):
    """A pattern outside the dialect: the rule it breaks, and why."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message


def refused_group(rest: str) -> str:
    """Why a group that begins with ``?`` is refused."""
    if rest.startswith(("?=", "?!", "?<=", "?<!")):
        return "look-around is not in the dialect"
    if rest.startswith(("?<", "?P")):
        return "named groups are not in the dialect; write (...)"
    return "inline flags are not in the dialect; spell out the letters, as in [Aa]"
