"""Prose of a contract as a docstring that can do nothing.

Walks in: any text. Walks out: a triple quoted string whose value is the text with its white space
rewrapped: words are neither added nor lost. Quotes that could end the string, backslashes, and
every character that is not plain to see (controls, bidirectional marks, invisible letters) are
written as escapes, so the page shows what the text holds and Python reads nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from toolcharter.emit.layout import LINE_LENGTH

_SEEN = re.compile(r"[\t\n\x20\x21\x23-\x5b\x5d-\x7e]*")
_BREAK = re.compile(r"\n[ \t\n]*\n")
_SPACE = re.compile(r"[ \t\n]+")
_RUN_OF_QUOTES = re.compile('"{2,}')
_QUOTES = '"""'
_INVISIBLE = frozenset("\xad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0")
_VARIATIONS = range(0xFE00, 0xFE10)

# The same answers in every Python: a newer letter is written as an escape.
_category = unicodedata.ucd_3_2_0.category


def docstring(text: str, *, indent: int, footer: tuple[str, ...] = ()) -> str:
    """The docstring, from its first quote to its last; later lines are indented.

    An empty line of the text begins a paragraph. ``footer`` holds lines of a last one. A text
    without a word gives an empty string: no docstring.
    """
    margin = " " * indent
    blocks = [_wrapped(words, indent) for words in _paragraphs(text)]
    if footer:
        blocks.append([visible(" ".join(line.split())) for line in footer])
    if not blocks:
        return ""
    lines = [line for block in blocks for line in ("", *block)][1:]
    # Black keeps a space between the quotes that open and close and a quote of the text.
    if lines[0].startswith('"'):
        lines[0] = f" {lines[0]}"
    if len(lines) == 1:
        space = " " if lines[0].endswith('"') else ""
        return f"{_QUOTES}{lines[0]}{space}{_QUOTES}"
    body = "\n".join(f"{margin}{line}" if line else "" for line in lines)[indent:]
    return f"{_QUOTES}{body}\n{margin}{_QUOTES}"


def visible(text: str) -> str:
    """The text with quotes in runs, backslashes and unseen characters as escapes."""
    if _SEEN.fullmatch(text):
        return text
    escaped = "".join(_escaped(character) for character in text)
    return _RUN_OF_QUOTES.sub(lambda run: '\\"' * len(run[0]), escaped)


def first_sentence(text: str) -> str:
    """The text up to the end of its first sentence, or of its first paragraph."""
    return re.split(r"(?<=[.!?])\s|\n\s*\n", text.strip(), maxsplit=1)[0]


def _paragraphs(text: str) -> Iterator[list[str]]:
    """The words of each paragraph; only the white space of ASCII separates."""
    for paragraph in _BREAK.split(text.replace("\r\n", "\n")):
        words = [word for word in _SPACE.split(paragraph) if word]
        if words:
            yield [visible(word) for word in words]


def _wrapped(words: list[str], indent: int) -> list[str]:
    """Lines of words; a lone line leaves room for the quotes that close it."""
    room = LINE_LENGTH - indent
    alone = " ".join(words)
    if _width(alone) + 2 * len(_QUOTES) <= room:
        return [alone]
    lines: list[str] = []
    line, width = words[0], _width(words[0]) + len(_QUOTES)
    for index, word in enumerate(words[1:], 2):
        more = _width(word) + 1
        is_last_of_lone_line = index == len(words) and not lines
        if width + more + (len(_QUOTES) if is_last_of_lone_line else 0) <= room:
            line, width = f"{line} {word}", width + more
        else:
            lines.append(line)
            line, width = word, more - 1
    return [*lines, line]


def _width(text: str) -> int:
    """Columns, or more: a letter outside ASCII counts as a wide one."""
    return len(text) if text.isascii() else sum(1 if each < "\x80" else 2 for each in text)


def _escaped(character: str) -> str:
    if character == "\\":
        return "\\\\"
    if " " <= character <= "~" or _is_plain(character):
        return character
    return character.encode("unicode_escape").decode("ascii")


def _is_plain(character: str) -> bool:
    """A letter, mark, digit, punctuation or symbol that leaves a trace on the page."""
    if character in _INVISIBLE or ord(character) in _VARIATIONS:
        return False
    return _category(character)[0] in "LMNPS"
