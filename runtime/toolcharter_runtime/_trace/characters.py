"""What a character may be replaced by: another one of its class.

A class keeps what the size and the look of a string follow from: how many bytes the character has
in UTF-8, whether JSON escapes it, and whether it is a digit, a small or a capital letter. In the
words of people only the first two are kept: whatever can be seen becomes a small letter.
"""

from __future__ import annotations

import string
import unicodedata

_PUNCTUATION = "".join(each for each in string.punctuation if each not in '"\\') + " "


def _span(first: int, count: int, step: int = 1) -> str:
    return "".join(map(chr, range(first, first + count * step, step)))


_LETTERS = {
    2: (_span(0xE0, 23), _span(0xC0, 23), _span(0xA1, 12)),
    3: (_span(0x1E01, 40, 2), _span(0x1E00, 40, 2), _span(0x2190, 40)),
    4: (_span(0x10428, 40), _span(0x10400, 40), _span(0x1D100, 36)),
}
"""By width: small letters, capitals, and what is neither."""

_ESCAPED = '"\\'
_LAYOUT = "\b\t\n\f\r\x7f"
_CONTROLS = _span(0, 0x20).translate({ord(each): None for each in _LAYOUT})
_C1 = _span(0x80, 0x20)
_SEPARATORS = "\u2028\u2029"


def width(character: str) -> int:
    """How many bytes the character has in UTF-8."""
    point = ord(character)
    return 1 + (point > 0x7F) + (point > 0x7FF) + (point > 0xFFFF)


def others(character: str, *, in_words: bool) -> str:
    """Every character that may stand for this one; none where it stays. ``in_words`` says that the
    string holds the words of people."""
    return class_of(character, in_words=in_words).replace(character, "")


def class_of(character: str, *, in_words: bool) -> str:
    """The characters of its class; none where it has no class and stays."""
    for unseen in (_CONTROLS, _C1, _SEPARATORS):
        if character in unseen:
            return unseen
    if character in _LAYOUT:
        return ""
    if character in _ESCAPED:
        return _ESCAPED
    if character <= "\x7f":
        return string.ascii_lowercase if in_words else _ascii_class(character)
    small, capital, neither = _LETTERS[width(character)]
    if in_words:
        return small
    match unicodedata.category(character):
        case "Lu" | "Lt":
            return capital
        case "Ll" | "Lo" | "Lm":
            return small
        case _:
            return neither


def _ascii_class(character: str) -> str:
    for each in (string.digits, string.ascii_lowercase, string.ascii_uppercase):
        if character in each:
            return each
    return _PUNCTUATION
