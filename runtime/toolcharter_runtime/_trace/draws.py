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
_WIDE = 16


class Draws:
    """One stream of picks."""

    __slots__ = ("_block", "_key", "_left", "_seed")

    def __init__(self, key: bytes, value: bytes) -> None:
        self._key = key
        self._seed = hashlib.blake2b(value, key=key, digest_size=32).digest()
        self._block = 0
        self._left = b""

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[self.below(len(choices))]

    def below(self, end: int) -> int:
        """A whole number from 0 up to but not including ``end``."""
        # So many more bits than needed that no remainder is favoured by anything that shows.
        return int.from_bytes(self._bytes(_WIDE), "big") % end

    def _bytes(self, count: int) -> bytes:
        if len(self._left) < count:
            numbered = self._seed + self._block.to_bytes(8, "big")
            self._left += hashlib.blake2b(numbered, key=self._key, digest_size=_BLOCK).digest()
            self._block += 1
        taken, self._left = self._left[:count], self._left[count:]
        return taken
