"""What all runs of one id share in this process, and what all runs of one tenant do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from toolcharter_runtime._call import Cancellation
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.admit import Calls
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._rooms import Room, Turnstile


@dataclass(slots=True, weakref_slot=True)
class TenantState:
    """The turnstiles that all runs of a tenant pass, by tool."""

    turnstiles: dict[str, Turnstile] = field(default_factory=dict)


@dataclass(slots=True, weakref_slot=True)
class RunState:
    """``calls`` were made here. ``uncounted`` of them are over, and the store, which counts the
    calls of a run on all hosts, does not know of them. ``rooms`` are those that the run has been
    in, by tool."""

    tenant: TenantState
    calls: int = 0
    uncounted: int = 0
    cancellation: Cancellation = field(default_factory=Cancellation)
    rooms: dict[str, Room] = field(default_factory=dict)

    def count_call(self, most: int) -> None:
        """Count one call; refuse (LIMIT_REACHED) one too many."""
        if self.calls >= most:
            raise Refusal(Code.LIMIT_REACHED)
        self.calls += 1


@dataclass(slots=True, eq=False)
class Tally:
    """One call of a run, until the store has counted it, and with it those that ended before they
    were counted. One that is still on its way counts itself: else it could be refused for others
    that may never get in, and get in on a count that is undone with theirs."""

    run: RunState
    most: int
    own: int = 1
    is_over: bool = False

    @property
    def calls(self) -> Calls:
        """What the store has still to count."""
        return Calls(self.own + self.run.uncounted, self.most)

    @contextmanager
    def storing(self) -> Iterator[Calls]:
        """What the store has to count. It has done so once the block ends; a block that raises has
        stored nothing."""
        calls, own = self.calls, self.own
        self.own = self.run.uncounted = 0
        try:
            yield calls
        except BaseException:
            self.run.uncounted += calls.more - own
            self.own = own
            if self.is_over:
                self.end()
            raise

    def end(self) -> None:
        """The call is over. What is being stored of it meanwhile is counted, or comes back here."""
        self.is_over = True
        self.run.uncounted += self.own
        self.own = 0
