"""What is wrong with a JSON text, and where: the slow half of the door for bytes.

Walks in: bytes that the fast parser refused. Walks out: the first fault in reading order, as a code
and a JSON Pointer. The grammar is RFC 8259, with the limits of the boundary::

    value  = object | list | string | number | "true" | "false" | "null"
    object = "{" [ string ":" value *( "," string ":" value ) ] "}"
    list   = "[" [ value *( "," value ) ] "]"

The scanner never recurses, and gives up after ``MOST_STEPS``: then the code is worked out coarsely
and the pointer is None, so that a refusal stays quick however long the text is.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

import orjson

from toolcharter_runtime._codes import Code
from toolcharter_runtime._json_number import NumberRangeError, number
from toolcharter_runtime._json_value import DEPTH
from toolcharter_runtime._pointer import Segment, pointer

MOST_STEPS = 10_000


class Fault(NamedTuple):
    """``field`` is the JSON Pointer of the fault; None where it was not looked for."""

    code: Code
    field: str | None


_SPACE = re.compile(r"[ \t\n\r]*+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
_NO_NUMBER = re.compile(r"-?(?:NaN|Infinity)")
_WORD = re.compile(r"true|false|null")
# Possessive throughout: nothing here can backtrack into quadratic time.
_STRING = re.compile(
    r'"(?:[^"\\\x00-\x1f\ud800-\udfff]++'
    r'|\\["\\/bfnrt]'
    r"|\\u(?:[0-9a-cA-CefEF][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}"
    r"|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}))*+\""
)
_STRING_WITH_SURROGATES = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')


def first_fault(raw: bytes) -> Fault:
    """What is wrong with ``raw``, which the fast parser refused."""
    return find_fault(raw, most_steps=MOST_STEPS) or Fault(_coarse(raw), None)


def find_fault(raw: bytes, *, most_steps: int) -> Fault | None:
    """The first fault among the first ``most_steps`` values of ``raw``."""
    # Bytes outside UTF-8 become lone surrogates, which no valid text can hold.
    scanner = _Scanner(raw.decode("utf-8", "surrogateescape"))
    try:
        scanner.scan(most_steps)
    except _FoundError as found:
        return Fault(found.code, pointer(scanner.path()) if scanner.text else None)
    return None


def is_strict(raw: bytes) -> bool:
    """Whether nothing is wrong with ``raw``: the definition that the fast parser is held to."""
    return find_fault(raw, most_steps=len(raw) + 1) is None


class _FoundError(Exception):
    def __init__(self, code: Code) -> None:
        self.code = code


class _Open:
    """An object (``keys`` is a set) or a list that is being read, and where in it the reader is."""

    __slots__ = ("at", "keys")

    def __init__(self, *, is_object: bool) -> None:
        self.keys: set[str] | None = set() if is_object else None
        self.at: Segment | None = None


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.open: list[_Open] = []

    def path(self) -> list[Segment]:
        return [each.at for each in self.open if each.at is not None]

    def scan(self, most_steps: int) -> None:
        """Read up to one value and the end of the text, and raise what is wrong."""
        self._skip_space()
        for _ in range(most_steps):
            closed = self._value()
            while closed:
                if not self.open:
                    self._end()
                    return
                closed = self._after_value(self.open[-1])

    def _value(self) -> bool:
        """Read a scalar or an empty container (True), or enter a container (False)."""
        match self._peek():
            case "{" | "[" as bracket:
                return self._enter(bracket)
            case '"':
                self._string()
            case _:
                self._scalar()
        self._skip_space()
        return True

    def _enter(self, bracket: str) -> bool:
        if len(self.open) == DEPTH:
            raise _FoundError(Code.DEPTH_LIMIT)
        self.position += 1
        self._skip_space()
        if self._peek() == ("}" if bracket == "{" else "]"):
            self.position += 1
            self._skip_space()
            return True
        self.open.append(_Open(is_object=bracket == "{"))
        self._next_member(self.open[-1])
        return False

    def _after_value(self, container: _Open) -> bool:
        """Step over a comma (False) or leave the container (True)."""
        character = self._peek()
        if character == ",":
            self.position += 1
            self._skip_space()
            self._next_member(container)
            return False
        if character != ("]" if container.keys is None else "}"):
            raise _FoundError(self._unexpected())
        self.position += 1
        self.open.pop()
        self._skip_space()
        return True

    def _next_member(self, container: _Open) -> None:
        if container.keys is None:
            container.at = container.at + 1 if isinstance(container.at, int) else 0
            return
        container.at = None
        if self._peek() != '"':
            raise _FoundError(self._unexpected())
        container.at = key = self._string()
        if key in container.keys:
            raise _FoundError(Code.DUPLICATE_KEY)
        container.keys.add(key)
        self._skip_space()
        if self._peek() != ":":
            raise _FoundError(self._unexpected())
        self.position += 1
        self._skip_space()

    def _string(self) -> str:
        match = _STRING.match(self.text, self.position)
        if match is None:
            has_surrogates = _STRING_WITH_SURROGATES.match(self.text, self.position)
            raise _FoundError(Code.INVALID_UNICODE if has_surrogates else Code.PARSE)
        self.position = match.end()
        token = match[0]
        return _unescaped(token) if "\\" in token else token[1:-1]

    def _scalar(self) -> None:
        if _NO_NUMBER.match(self.text, self.position):
            raise _FoundError(Code.NUMBER_NOT_JSON)
        match = _NUMBER.match(self.text, self.position)
        if match is not None:
            try:
                number(match[0])
            except NumberRangeError:
                raise _FoundError(Code.NUMBER_RANGE) from None
        else:
            match = _WORD.match(self.text, self.position)
        if match is None:
            raise _FoundError(self._unexpected())
        self.position = match.end()

    def _end(self) -> None:
        if self.position != len(self.text):
            raise _FoundError(self._unexpected())

    def _unexpected(self) -> Code:
        return Code.INVALID_UNICODE if "\ud800" <= self._peek() <= "\udfff" else Code.PARSE

    def _peek(self) -> str:
        return self.text[self.position : self.position + 1]

    def _skip_space(self) -> None:
        match = _SPACE.match(self.text, self.position)
        if match is not None:
            self.position = match.end()


def _unescaped(token: str) -> str:
    text: str = json.loads(token)
    return text


def _coarse(raw: bytes) -> Code:
    """The code alone, at the speed of compiled parsers."""
    try:
        raw.decode()
    except UnicodeDecodeError:
        return Code.INVALID_UNICODE
    try:
        orjson.loads(raw)
    except ValueError:
        return Code.PARSE
    # orjson minds everything that jiter minds, but a repeated key.
    return Code.DUPLICATE_KEY
