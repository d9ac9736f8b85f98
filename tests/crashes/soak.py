"""How many times a test is repeated: as often as fits into a test run, or as a soak asks for."""

from __future__ import annotations

import os

IS_SOAK = os.environ.get("TOOLCHARTER_SOAK") == "1"


def times(usual: int, soak: int) -> int:
    """``usual``, or ``soak`` where ``$TOOLCHARTER_SOAK`` is 1."""
    return soak if IS_SOAK else usual
