"""Durations and sizes as the contract language writes them, for messages and hints."""

from __future__ import annotations

_DURATIONS = (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1))
_SIZES = (("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1))


def duration_literal(milliseconds: int) -> str:
    """The shortest literal of exactly this duration: ``90000`` is ``90s``."""
    return _literal(milliseconds, _DURATIONS)


def size_literal(size: int) -> str:
    """The shortest literal of exactly this size: ``4096`` is ``4KiB``, ``4097`` is ``4097B``."""
    return _literal(size, _SIZES)


def _literal(value: int, units: tuple[tuple[str, int], ...]) -> str:
    unit, factor = next((unit, factor) for unit, factor in units if value % factor == 0)
    return f"{value // factor}{unit}"
