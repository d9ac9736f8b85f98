"""Foreign text, made safe and exact for a terminal.

Walks in: values of a proposal, or words that quote them. Walks out: text that a terminal can only
print. A value is written as JSON: between quotes, every character that nobody would see as what it
is becomes ``\\u202e``, and a run of more than eight blanks is counted, ``\\{400 blanks}``. A backslash
of the value itself is always doubled, so what is printed can be read back to the exact value, and
nothing is cut.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from toolcharter_runtime._call import JSON
from toolcharter_runtime._json_value import canonical_bytes
from toolcharter_runtime._visible import is_visible

_BLANKS = re.compile(" {9,}")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
_MOST_MARKS = 3
_LONG = 80
_WORD = re.compile(r"[\w.@+-]+")


def printable(text: str) -> str:
    """Words on one line, with ``<U+202E>`` for a character that must not be printed."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(each if is_visible(each) else f"<U+{ord(each):04X}>" for each in text)


def inline(value: JSON) -> str:
    """A value as JSON on one line."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    if isinstance(value, dict):
        return (
            f"{{{', '.join(f'{quoted(name)}: {inline(value[name])}' for name in sorted(value))}}}"
        )
    return canonical_bytes(value).decode()


def quoted(text: str) -> str:
    """A text in quotes; reading it as JSON, after the counted blanks are put back, gives it again."""
    return f'"{_BLANKS.sub(_counted, "".join(_escaped(text)))}"'


def remarks(text: str) -> Iterator[str]:
    """What a reader has to know about a text besides: its length where it is long or has hidden
    characters, and words that mix scripts, as a look-alike of another word does."""
    hidden = sum(not is_visible(each) for each in text)
    if len(text) > _LONG or hidden or _BLANKS.search(text):
        yield f"{len(text)} characters" + (f", {hidden} of them hidden" if hidden else "")
    for word in _WORD.findall(text):
        scripts = {script for each in word if (script := _script(each))}
        if "LATIN" in scripts and len(scripts) > 1:
            odd = sorted({each for each in word if _script(each) not in (None, "LATIN")})
            named = ", ".join(f"{each} U+{ord(each):04X}" for each in odd)
            others = ", ".join(sorted(each.title() for each in scripts - {"LATIN"}))
            yield f"a word mixes Latin with {others}: {named}"


def _escaped(text: str) -> Iterator[str]:
    marks = _MOST_MARKS
    for each in text:
        is_mark = unicodedata.category(each) in ("Mn", "Me")
        # Marks pile up over other lines, or sit on the quote, which is no part of the text.
        marks = marks + 1 if is_mark else 0
        if each in _SHORT:
            yield _SHORT[each]
        elif marks <= _MOST_MARKS and is_visible(each):
            yield each
        else:
            yield _code_units(each)


def _code_units(character: str) -> str:
    data = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))


def _counted(blanks: re.Match[str]) -> str:
    return f"\\{{{len(blanks[0])} blanks}}"


def _script(character: str) -> str | None:
    """The script of a letter, as the first word of its name; None for everything else."""
    if not character.isalpha():
        return None
    return unicodedata.name(character, "UNKNOWN").split()[0]
