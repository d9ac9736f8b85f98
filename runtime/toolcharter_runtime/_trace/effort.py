"""What a stand-in may cost. However long or hostile a value is, no call waits for its trace.

Walks in: what is spent, in characters that a schema was asked about. Walks out: NoStandInError once it
is enough; the trace then says of which class the value was.
"""

from __future__ import annotations

_MOST = 1_000_000
"""Some ten milliseconds."""


class NoStandInError(Exception):
    """There is no stand-in for the value, or none within reason."""


class Effort:
    """What was spent so far on the stand-in of one value."""

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent = 0

    def spend(self, characters: int) -> None:
        """Count more of it."""
        self.spent += characters
        if self.spent > _MOST:
            raise NoStandInError
