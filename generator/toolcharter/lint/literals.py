"""Durations and sizes as the contract language writes them, for messages and hints."""

from __future__ import annotations

_DURATIONS = (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1))
_KIB = 1 << 10
_BYTES_ARE_READABLE = 4 * _KIB


def duration_literal(milliseconds: int) -> str:
    """The shortest literal of exactly this duration: ``90000`` is ``90s``."""
    unit, factor = next((unit, factor) for unit, factor in _DURATIONS if milliseconds % factor == 0)
    return f"{milliseconds // factor}{unit}"


def size_literal(size: int) -> str:
    """A size that holds this many bytes: rounded up, so that it can be typed as a limit."""
    if size % _KIB and size < _BYTES_ARE_READABLE:
        return f"{size}B"
    return f"{-(-size // _KIB)}KiB"
