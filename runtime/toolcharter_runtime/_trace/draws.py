"""Picks that follow from a key, and say nothing about it.

Walks in: a key and the value that a stand-in is made for. Walks out: as many picks as are asked for,
the same ones for the same key and value. Whoever lacks the key cannot tell them from chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 64


class Draws:
    """One stream of picks."""

    __slots__ = ("_block", "_key", "_left", "_seed")

    def __init__(self, key: bytes, value: bytes) -> None:
        self._key = key
        self._seed = hashlib.blake2b(value, key=key, digest_size=32).digest()
        self._block = 0
        self._left = b""

    def pick(self, choices: Sequence[T]) -> T:
        """One of a few choices."""
        left = self._left or self._more()
        self._left = left[2:]
        # So many more bits than needed that no choice is favoured by anything that shows.
        return choices[(left[0] << 8 | left[1]) % len(choices)]

    def below(self, end: int) -> int:
        """A whole number from 0 up to but not including ``end``."""
        return int.from_bytes(self._more(), "big") % end

    def _more(self) -> bytes:
        numbered = self._seed + self._block.to_bytes(8, "big")
        self._block += 1
        return hashlib.blake2b(numbered, key=self._key, digest_size=_BLOCK).digest()
