"""The lines of a trace, each bound to all before it.

Walks in: events. Walks out: lines ``{"chain":"...","event":{...}}``, and the events of such lines
again; TraceError names the first line that is not the one that was written. The chain of a line is the
SHA-256 of the chain before it and the bytes of its event, under a key where one is given: without the
key nobody can write a line that belongs there.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from toolcharter_runtime.errors import TraceError

_DOMAIN = b"toolcharter trace 1\n"
_BEFORE_CHAIN, _AFTER_CHAIN, _END = b'{"chain":"', b'","event":', b"}\n"
_HEX = 64
_LEAST_KEY_BYTES = 32
_BEGINNING = bytes(32)

Event = dict[str, Any]


class Chain:
    """The chain so far."""

    def __init__(self, key: bytes | None) -> None:
        if key is not None and (not isinstance(key, bytes) or len(key) < _LEAST_KEY_BYTES):
            raise ValueError(f"the key of a trace has at least {_LEAST_KEY_BYTES} bytes")
        self._key = key
        self._last = _BEGINNING
        self.lines = 0

    @property
    def digest(self) -> str:
        """The chain of the last line: it stands for the whole trace."""
        return self._last.hex()

    def link(self, event: Event) -> tuple[bytes, bytes]:
        """The next line with ``event``, and its chain. It counts once ``linked`` is told."""
        numbered = {**event, "line": self.lines + 1}
        body = orjson.dumps(numbered, option=orjson.OPT_SORT_KEYS)
        made = self._over(body)
        return _BEFORE_CHAIN + made.hex().encode() + _AFTER_CHAIN + body + _END, made

    def linked(self, chain: bytes) -> None:
        """The line has been written."""
        self._last = chain
        self.lines += 1

    def read(self, line: bytes) -> Event:
        """The event of the next line; ValueError says what is wrong with it."""
        start = len(_BEFORE_CHAIN) + _HEX
        body = line[start + len(_AFTER_CHAIN) : -len(_END)]
        if not (
            line.startswith(_BEFORE_CHAIN)
            and line[start:].startswith(_AFTER_CHAIN)
            and line.endswith(_END)
        ):
            raise ValueError("is no line of a trace")
        event = _parsed(body)
        number = event.get("line")
        if number != self.lines + 1:
            was = f"line {number}" if type(number) is int else "no line"
            raise ValueError(f"is {was} of the trace: lines were removed, added or exchanged")
        made = self._over(body)
        if not hmac.compare_digest(made.hex().encode(), line[len(_BEFORE_CHAIN) : start]):
            raise ValueError("is not the line that was written here")
        self.linked(made)
        return event

    def _over(self, body: bytes) -> bytes:
        bound = _DOMAIN + self._last + body
        if self._key is None:
            return hashlib.sha256(bound).digest()
        return hmac.digest(self._key, bound, "sha256")


def events_of(
    lines: Iterable[bytes], chain: Chain, name: str, *, may_be_torn: bool = False
) -> Iterator[Event]:
    """The events of a trace; ``name`` is what its lines are called in a TraceError. ``may_be_torn``
    leaves a last line out that has no end: its process died while it was written."""
    for number, line in enumerate(lines, 1):
        if may_be_torn and not line.endswith(b"\n"):
            return
        try:
            yield chain.read(line)
        except ValueError as error:
            raise TraceError(name, number, str(error)) from None


def _parsed(body: bytes) -> Event:
    try:
        event = orjson.loads(body)
    except ValueError:
        raise ValueError("holds no JSON") from None
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        raise ValueError("holds no event")
    return event
