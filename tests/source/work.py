"""How much work something is, in a number that is the same on every machine.

Walks in: an action. Walks out: how many lines of Python it executed, each round of a loop counted;
what compiled code does inside a line is not seen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_of(action: Callable[[], object]) -> int:
    """The lines that the action executes."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count
