"""Foreign text, made safe for a terminal.

Walks in: one character or one line that came from a catalog, a path or a message that quotes them.
Walks out: text that a terminal can only print. Control characters, marks that turn the direction of
the text, and characters that nobody can see become ``<U+202E>``; nothing is left out, so a reviewer
sees that something is there.
"""

from __future__ import annotations

import unicodedata

_SEEN_AS_NOTHING = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks of categories that are printed, but whose glyph is empty."""

_NEVER_PRINTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def printable(text: str) -> str:
    """The text on one line, without a character that acts on the terminal or hides."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(shown(character) for character in text)


def shown(character: str) -> str:
    """The character, or its code point in angle brackets where it must not be printed."""
    if " " <= character <= "~":
        return character
    category = unicodedata.category(character)
    is_odd_space = category == "Zs"
    if category in _NEVER_PRINTED or is_odd_space or character in _SEEN_AS_NOTHING:
        return f"<U+{ord(character):04X}>"
    return character


def cells(text: str) -> int:
    """How many columns of a terminal the text takes; wide characters take two, marks none."""
    if text.isascii():
        return len(text)
    return sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
