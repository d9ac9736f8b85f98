"""Which characters a reader sees as what they are.

Walks in: one character. Walks out: whether it is printed, alone and in its place. Control and format
characters, marks that turn the direction of a text, tags, selectors, odd spaces and glyphs that are
empty are not.
"""

from __future__ import annotations

import unicodedata

_SEEN_AS_NOTHING = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks of categories that are printed, but whose glyph is empty."""

_SELECTORS = frozenset(
    chr(each) for each in (0x180B, 0x180C, 0x180D, 0x180F, *range(0xFE00, 0xFE10))
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""Marks that only say how the character before them is drawn: data can be hidden in them."""

_NEVER_PRINTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})


def is_visible(character: str) -> bool:
    """Whether the character may be printed as it is."""
    if " " <= character <= "~":
        return True
    if character in _SEEN_AS_NOTHING or character in _SELECTORS:
        return False
    return unicodedata.category(character) not in _NEVER_PRINTED


def is_one_visible_line(text: str) -> bool:
    """Whether the text is one line of which everything is seen, and not blank."""
    return bool(text.strip()) and all(map(is_visible, text))
