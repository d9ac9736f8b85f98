"""What all runs of one id share in this process, and what all runs of one tenant do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from toolcharter_runtime._call import Cancellation
from toolcharter_runtime._codes import Code
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._rooms import Room, Turnstile


@dataclass(slots=True, weakref_slot=True)
class TenantState:
    """The turnstiles that all runs of a tenant pass, by tool."""

    turnstiles: dict[str, Turnstile] = field(default_factory=dict)


@dataclass(slots=True, weakref_slot=True)
class RunState:
    """``calls`` were made here; of ``stored`` of them the store knows, which counts the calls of a
    run on all hosts. ``rooms`` are those that the run has been in, by tool."""

    tenant: TenantState
    calls: int = 0
    stored: int = 0
    cancellation: Cancellation = field(default_factory=Cancellation)
    rooms: dict[str, Room] = field(default_factory=dict)

    def count_call(self, most: int) -> None:
        """Count one call; refuse (LIMIT_REACHED) one too many."""
        if self.calls >= most:
            raise Refusal(Code.LIMIT_REACHED)
        self.calls += 1

    @contextmanager
    def storing(self) -> Iterator[int]:
        """How many calls the store has still to count. It has counted them once the block ends; a
        block that raises has stored nothing."""
        more = self.calls - self.stored
        self.stored = self.calls
        try:
            yield more
        except BaseException:
            self.stored -= more
            raise
