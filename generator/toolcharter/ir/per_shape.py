"""Results that are kept for the few shapes that are being looked at.

Rules and views walk the shapes of one contract one after the other; a shape is compared by
identity, since its schema is a mapping.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import TypeVar

from toolcharter.ir.model import Shape

T = TypeVar("T")

_KEPT = 32


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A shape by identity; holding it keeps its identity from being used again."""

    shape: Shape

    def __hash__(self) -> int:
        return id(self.shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.shape is self.shape


def per_shape(function: Callable[[Shape], T]) -> Callable[[Shape], T]:
    """The function, with its last results kept."""

    @lru_cache(maxsize=_KEPT)
    def kept(key: _Same) -> T:
        return function(key.shape)

    @wraps(function)
    def look_up(shape: Shape) -> T:
        return kept(_Same(shape))

    return look_up
