"""JSON as calls to a tree builder, read by the grammar of RFC 8259 and nothing beyond it.

Walks in: text. Walks out: the calls that the same values in YAML would make, so caps, duplicate
keys, fractions and large numbers are refused alike. Raises ReadingStopped where the text is not
JSON. The YAML parser would not do: it refuses a pair of surrogate escapes and a line break before
a colon, and accepts comments, single quotes and trailing commas.
"""

from __future__ import annotations

import json
import re
from typing import NoReturn

from toolcharter.source.builder import TreeBuilder
from toolcharter.source.diagnostics import Diagnostics
from toolcharter.source.hidden_text import HiddenText
from toolcharter.source.positions import FileText
from toolcharter.source.quoted import quoted

_TOKEN = re.compile(
    r"[ \t\r\n]*+(?:"
    r'(?P<string>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")'
    r"|(?P<plain>(?:-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null)(?![\w.+-]))"
    r"|(?P<sign>[\[\]{},:])"
    r"|(?P<end>\Z))"
)
_SPACE = re.compile(r"[ \t\r\n]*+")
_CLOSES = {"{": "}", "[": "]"}
_EXPECTED = {
    "value": "a value",
    "value or ]": 'a value or "]"',
    "key": "a key in double quotes",
    "key or }": 'a key in double quotes or "}"',
    "colon": 'a ":"',
    "comma": 'a "," or the closing bracket',
    "end": "the end of the file",
}


def feed_json(
    source: FileText, *, builder: TreeBuilder, diagnostics: Diagnostics, hidden: HiddenText
) -> None:
    """Parse the text and tell the builder of each node."""
    _Tokens(source, builder, diagnostics, hidden).run()


class _Tokens:
    def __init__(
        self, source: FileText, builder: TreeBuilder, diagnostics: Diagnostics, hidden: HiddenText
    ) -> None:
        self._source = source
        self._text = source.text
        self._builder = builder
        self._diagnostics = diagnostics
        self._hidden = hidden
        self._closers: list[str] = []
        self._line = 1
        self._line_start = 0

    def run(self) -> None:
        """Handle tokens until the one value of the file is complete."""
        place, state = 0, "value"
        while True:
            token = _TOKEN.match(self._text, place)
            if token is None or token.lastgroup is None:
                self._refuse(place, state)
            kind = token.lastgroup
            start, end = token.span(kind)
            if start > place:
                self._pass_lines(place, start)
            if kind == "end":
                if state != "end":
                    self._refuse(place, state)
                return
            next_state = self._step(state, kind, start, end)
            if next_state is None:
                self._refuse(place, state)
            place, state = end, next_state

    def _step(self, state: str, kind: str, start: int, end: int) -> str | None:
        """The state after a token, or None where the token may not stand in this state."""
        is_scalar = kind in ("string", "plain")
        sign = self._text[start] if kind == "sign" else ""
        if is_scalar and state in ("value", "value or ]"):
            self._scalar(kind, start, end)
            return self._after_value()
        if kind == "string" and state in ("key", "key or }"):
            self._scalar(kind, start, end)
            return "colon"
        if sign in ("{", "[") and sign and state in ("value", "value or ]"):
            self._builder.begin(*self._at(start), is_mapping=sign == "{")
            self._closers.append(_CLOSES[sign])
            return "key or }" if sign == "{" else "value or ]"
        if sign == ":" and state == "colon":
            return "value"
        if sign == "," and state == "comma":
            return "key" if self._closers[-1] == "}" else "value"
        if (
            self._closers
            and sign == self._closers[-1]
            and state in ("comma", f"key or {sign}", f"value or {sign}")
        ):
            self._closers.pop()
            self._builder.end(self._at(end))
            return self._after_value()
        return None

    def _scalar(self, kind: str, start: int, end: int) -> None:
        raw = self._text[start:end]
        is_escaped = kind == "string" and "\\" in raw
        value: str = raw if kind == "plain" else json.loads(raw) if is_escaped else raw[1:-1]
        self._builder.scalar(value, self._at(start), self._at(end), is_plain=kind == "plain")
        self._hidden.in_scalar(
            start, end, value=value, is_escaped=is_escaped, pointer=self._builder.pointer
        )

    def _after_value(self) -> str:
        return "comma" if self._closers else "end"

    def _at(self, place: int) -> tuple[int, int]:
        return self._line, place - self._line_start + 1

    def _pass_lines(self, start: int, end: int) -> None:
        lines = self._text.count("\n", start, end)
        if lines:
            self._line += lines
            self._line_start = self._text.rfind("\n", start, end) + 1

    def _refuse(self, place: int, state: str) -> NoReturn:
        space = _SPACE.match(self._text, place)
        start = space.end() if space else place
        found = re.match(r"[\w.+-]{1,40}|.", self._text[start:])
        instead = quoted(found[0]) if found else "the end of the file"
        self._diagnostics.stop(
            "yaml/syntax",
            self._source.span(start, start + len(found[0]) if found else start),
            f"this cannot be read as JSON: {_EXPECTED[state]} was expected, not {instead}",
            _hint(instead, state),
        )


def _hint(instead: str, state: str) -> str:
    match instead[1:2]:
        case "#" | "/":
            return "JSON has no comments"
        case "'":
            return "JSON has double quotes only"
        case "}" | "]" if state in ("key", "value"):
            return "delete the comma before it"
        case "\\":
            return "close the string on its line; a backslash in it is written twice"
    return ""
