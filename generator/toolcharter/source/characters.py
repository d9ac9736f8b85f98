"""Characters that a reviewer cannot see, or that reorder what a reviewer sees.

Walks in: text as it stands in a file, or as a quoted scalar means it. Walks out: the places of
refused characters. Refused are control characters (but tab and line feed), bidirectional controls,
format and tag characters, fillers without a glyph, separators of lines and paragraphs, private-use
characters and noncharacters. What is reviewed must be what a model receives, so an escape such as
``\\u202e`` is refused like the character itself.

Three families are invisible and yet part of honest text, and are accepted there only:

- ZERO WIDTH NON-JOINER and JOINER between letters of a script whose letters join (Persian,
  Hindi, ...) or after a virama; never between Latin letters, never twice in a row;
- ZERO WIDTH JOINER between two pictures, which makes one picture of them;
- a text or picture selector (U+FE0E, U+FE0F) after a sign that has both forms.

The table is fixed here and not taken from the interpreter's Unicode version, so that a catalog
is read alike on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_SEPARATORS = "\u2028\u2029"
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_NO_TEXT = (
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(
        f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(1 << 16, 15 << 16, 1 << 16)
    )
    + "\U000f0000-\U0010ffff"
)
_SUSPECT = re.compile(f"[{_CONTROLS}{_SEPARATORS}{_INVISIBLE}{_NO_TEXT}]")
_UNUSUAL = re.compile("[^\n\r\t -~]+")

# Characters that would move or stop the parser behind the file's back: all that YAML cannot hold,
# and the line breaks that YAML 1.1 knows and no editor shows.
_UNPARSABLE = re.compile(f"[{_CONTROLS}{_SEPARATORS}\ufeff\ufffe\uffff]")

_SPELLED = {
    "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v",
    "N": "\x85", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_UNIT = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # JSON's pair for one character
    r"|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\x[0-9a-fA-F]{2}|\\[^uUx]|" + _SUSPECT.pattern
)

# Arabic to Mandaic, the scripts of India, Tibetan, Myanmar, Khmer, Mongolian and their later kin.
_JOINING = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1900-\u1c4f\ua800-\ua8ff\ua900-\uaaff"
    "\uabc0-\uabff\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010a00-\U00010fff"
    "\U00011000-\U00011fff\U0001e900-\U0001e95f]"
)
_VIRAMA = 9
_TWO_FORMS = frozenset("#*0123456789\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030\u303d")


def is_refused(char: str) -> bool:
    """Whether this character, on its own, may not stand in a catalog; line breaks may."""
    return _SUSPECT.match(char) is not None


def refused_runs(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every run of refused characters, in order."""
    return _runs((place, place + 1) for place in _refused_places(text))


def refused_escapes(raw: str, value: str) -> Iterator[tuple[int, int, str]]:
    """Start and end in ``raw``, and meaning, of each escape that stands for a refused character.

    ``raw`` is a double-quoted scalar as it is written, ``value`` what it means. Every suspect
    character of the value comes from one suspect unit of the writing, in the same order.
    """
    refused = set(_refused_places(value))
    suspects = _SUSPECT.finditer(value)
    for unit in _UNIT.finditer(raw):
        meant = _meaning(unit[0])
        if not _SUSPECT.match(meant):
            continue
        suspect = next(suspects, None)
        if suspect is not None and suspect.start() in refused and unit[0] != meant:
            yield unit.start(), unit.end(), meant


def lone_carriage_return(text: str) -> int:
    """The place of the first carriage return without a line feed, or -1."""
    found = re.search(r"\r(?!\n)", text) if "\r" in text else None
    return -1 if found is None else found.start()


def masked(text: str) -> str:
    """The text, of the same length, with characters replaced that a parser would stumble over."""
    return _UNPARSABLE.sub("\ufffd", text)


def described(char: str) -> str:
    """What to call a character in a message: its number and its name."""
    name = unicodedata.name(char, "")
    if not name:
        name = (
            "a control character"
            if unicodedata.category(char) == "Cc"
            else "a character without a name"
        )
    return f"U+{ord(char):04X} ({name})"


def _refused_places(text: str) -> Iterator[int]:
    # Most text is printable ASCII, and asking so is far cheaper than searching.
    if text.isascii() and text.replace("\n", "").replace("\t", "").replace("\r", "").isprintable():
        return
    for stretch in _UNUSUAL.finditer(text):
        for found in _SUSPECT.finditer(text, stretch.start(), stretch.end()):
            if not _belongs(text, found.start()):
                yield found.start()


def _belongs(text: str, place: int) -> bool:
    """Whether an invisible character does honest work between its neighbours."""
    char, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if not before:
        return False
    if char in "\u200c\u200d":
        if unicodedata.combining(before) == _VIRAMA:
            return True
        if char == "\u200d" and _is_picture(before) and after and _is_picture(after):
            return True
        return _joins(before) and _joins(after)
    if char in "\ufe0e\ufe0f":
        return before in _TWO_FORMS or unicodedata.category(before) in ("So", "Sm")
    return False


def _joins(char: str) -> bool:
    return bool(_JOINING.match(char)) and unicodedata.category(char)[0] in "LM"


def _is_picture(char: str) -> bool:
    return char == "\ufe0f" or unicodedata.category(char) in ("So", "Sk")


def _meaning(unit: str) -> str:
    if unit[0] != "\\":
        return unit
    if unit[1] not in "uUx":
        return _SPELLED.get(unit[1], "\\")
    if len(unit) == 12:
        return (
            unit.encode()
            .decode("unicode_escape")
            .encode("utf-16", "surrogatepass")
            .decode("utf-16")
        )
    number = int(unit[2:], 16)
    return chr(number) if number <= 0x10FFFF else "\ufffd"


def _runs(places: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    begin = end = -1
    for start, stop in places:
        if start != end:
            if begin >= 0:
                yield begin, end
            begin = start
        end = stop
    if begin >= 0:
        yield begin, end
