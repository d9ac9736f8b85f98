"""The canonical form of a parsed value.

Walks in: whatever a parser or a host handed over. Walks out: a fresh value of dict, list, str, int,
float, bool and None, whose numbers are canonical; an identifier is its text. Refused: other types
(subclasses too), keys that are no strings, cycles and excess depth, lone surrogates, NaN, numbers
that no double carries, and more than ``limit`` bytes. Nothing is coerced.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import jiter
import orjson

from toolcharter_runtime._codes import Code
from toolcharter_runtime._identifiers import Identifier
from toolcharter_runtime._json_number import NumberRangeError, integer, number
from toolcharter_runtime._pointer import Segment, pointer
from toolcharter_runtime._refusal import Refusal

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON

DEPTH = 32
"""How many objects and lists may stand inside each other."""

_LEAST_FRACTION = len("0.1")

_MOST_PER_COUNTED = 9
"""No part has more bytes than this for each that is counted: a fraction has at most 25, a
character of a string at most 6."""

_DIGEST_DOMAIN = b"toolcharter arguments 1\n"


def canonical(value: object, *, limit: int) -> JSON:
    """A canonical copy of ``value``, of at most ``limit`` bytes in canonical form.

    A float of the parser keeps its text until it is read here.
    """
    walk = _Walk(limit)
    try:
        copy = walk.copy(value, DEPTH)
    except _FaultError as fault:
        at = None if fault.code is Code.SIZE_LIMIT else pointer(reversed(fault.path))
        raise Refusal(fault.code, field=at) from None
    counted = limit - walk.left
    if counted * _MOST_PER_COUNTED > limit and walk.size(copy) > limit:
        raise Refusal(Code.SIZE_LIMIT)
    return copy


def is_deeper(value: JSON, most: int) -> bool:
    """Whether more than ``most`` objects and lists stand inside each other; it goes level by level,
    for a page has many and few levels."""
    level: list[Any] = [[value]]
    for _ in range(most + 1):
        level = [
            part
            for each in level
            for part in (each.values() if type(each) is dict else each)
            if type(part) is dict or type(part) is list
        ]
        if not level:
            return False
    return True


def canonical_bytes(value: JSON) -> bytes:
    """RFC 8785 of a canonical value."""
    import rfc8785

    return rfc8785.dumps(value)


def digest(value: JSON) -> str:
    """The digest that stands for these arguments in records; the domain keeps it from being taken
    for the hash of anything else."""
    return f"sha256:{hashlib.sha256(_DIGEST_DOMAIN + canonical_bytes(value)).hexdigest()}"


class _FaultError(Exception):
    """A refusal on its way up; each level adds its own segment to ``path``."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.path: list[Segment] = []


class _Walk:
    """``left`` is how many bytes the canonical form may still have, counted from below; a part that
    is shared many times uses it up."""

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.has_fraction = False

    def size(self, copy: JSON) -> int:
        """How many bytes the canonical form of ``copy``, made by this walk, has."""
        # Only fractions are written differently; the order of keys does not change a length.
        return len(canonical_bytes(copy) if self.has_fraction else orjson.dumps(copy))

    def copy(self, value: Any, depth: int) -> JSON:
        kind = type(value)
        if kind is str:
            return self._text(value)
        if kind is dict:
            return self._object(value, depth)
        if kind is list:
            return self._list(value, depth)
        if isinstance(value, Identifier):
            return self._text(str(value))
        if value is None or kind is bool:
            self._pay(4)
            return value  # type: ignore[no-any-return]
        exact = _number(value)
        if type(exact) is int:
            self._pay(len(str(exact)))
        else:
            self.has_fraction = True
            self._pay(_LEAST_FRACTION)
        return exact

    def _object(self, value: Mapping[Any, Any], depth: int) -> JSON:
        if not depth:
            raise _FaultError(Code.DEPTH_LIMIT)
        self._pay(2 * len(value) + 1)  # braces, colons and commas
        copy: dict[str, JSON] = {}
        for key, member in value.items():
            if type(key) is not str:
                raise _FaultError(Code.INVALID_ARGUMENT)
            try:
                name = self._text(key)
                copy[name] = (
                    self._text(member) if type(member) is str else self.copy(member, depth - 1)
                )
            except _FaultError as fault:
                fault.path.append(key)
                raise
        return copy

    def _list(self, value: list[Any], depth: int) -> JSON:
        if not depth:
            raise _FaultError(Code.DEPTH_LIMIT)
        self._pay(len(value) + 1)
        copy: list[JSON] = []
        for index, item in enumerate(value):
            try:
                copy.append(self.copy(item, depth - 1))
            except _FaultError as fault:
                fault.path.append(index)
                raise
        return copy

    def _text(self, value: str) -> str:
        self.left -= len(value) + 2  # this is the step that is taken most often
        if self.left < 0:
            raise _FaultError(Code.SIZE_LIMIT)
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise _FaultError(Code.INVALID_UNICODE) from None
        return value

    def _pay(self, cost: int) -> None:
        self.left -= cost
        if self.left < 0:
            raise _FaultError(Code.SIZE_LIMIT)


def _number(value: Any) -> int | float:
    try:
        if type(value) is int:
            return integer(value)
        if type(value) is float:
            if not math.isfinite(value):
                raise _FaultError(Code.NUMBER_NOT_JSON)
            return integer(int(value)) if value.is_integer() else value
        if type(value) is jiter.LosslessFloat:
            return number(bytes(value).decode())
    except NumberRangeError:
        raise _FaultError(Code.NUMBER_RANGE) from None
    raise _FaultError(Code.INVALID_ARGUMENT)
