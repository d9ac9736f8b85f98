"""Foreign text in our messages, made harmless and readable.

Walks in: any text. Walks out: the text in double quotes on one line, spelled as YAML and JSON
spell it, so that a reader can paste it. No control character, no invisible or reordering one and
no line break gets out.
"""

from __future__ import annotations

from toolcharter.source.characters import is_refused

_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str, *, max_chars: int = 60) -> str:
    """The text in double quotes, escaped, cut after ``max_chars`` characters with an ellipsis."""
    shown = text[:max_chars]
    # ASCII letters, digits and signs need no look at each character.
    if not (shown.isascii() and shown.isprintable()) or '"' in shown or "\\" in shown:
        shown = "".join(map(_escaped, shown))
    return f'"{shown}..."' if len(text) > max_chars else f'"{shown}"'


def _escaped(char: str) -> str:
    if char in _SHORT:
        return _SHORT[char]
    if char.isprintable() and not is_refused(char):
        return char
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"
