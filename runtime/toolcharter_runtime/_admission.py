"""Letting a call in: a place in this process, and, where hosts share a store, one there.

Walks in: a tool and a grant. Walks out: the call inside, or a Refusal: RATE_LIMITED where no place
came free within the tool's timeout, DEADLINE_EXCEEDED where the run's time ended first. Places in the
store are held under a lease, so that those of a process that died come free.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import admit
from toolcharter_runtime._ledger.admit import Calls, Entrance
from toolcharter_runtime._ledger.gates import GateFullError, tool_gates
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._told import instant
from toolcharter_runtime._within import TimeIsUpError, within

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from toolcharter_runtime._rooms import Room
    from toolcharter_runtime._run_state import Tally
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._store.transaction import Transaction
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._write_path import WritePath
    from toolcharter_runtime.clock import Clock

T = TypeVar("T")

LEASE_MARGIN_MS = 10_000
"""How much longer than a call its lease lasts: the question to the status tool and the bookkeeping
must fit in."""

_GATE_POLL_S = 0.02


async def enter(room: Room, tool: Tool, grant: Grant, clock: Clock) -> None:
    """Go into the room of a tool, or wait for a place there."""
    now = clock.now()
    end = _end(now, tool.timeout, grant.deadline)
    try:
        await within((end - now).total_seconds(), room.enter())
    except TimeIsUpError:
        if end is grant.deadline:
            raise Refusal(Code.DEADLINE_EXCEEDED) from None
        # Whoever is inside now is outside after one more timeout.
        raise Refusal(Code.RATE_LIMITED, retry_at=clock.now() + tool.timeout) from None
    try:
        grant.check_not_cancelled()
    except Refusal:
        room.leave()
        raise


@asynccontextmanager
async def inside(tool: Tool, grant: Grant, clock: Clock) -> AsyncIterator[None]:
    """A block that is in the tool's room."""
    room = grant.room(tool.wire_name, tool.limits)
    await enter(room, tool, grant, clock)
    try:
        yield
    finally:
        room.leave()


async def once_there_is_room(
    clock: Clock,
    attempt: Callable[[], Awaitable[T]],
    *,
    patience: timedelta,
    deadline: datetime | None,
) -> T:
    """What an attempt comes to that takes a place at gates, once there is one."""
    end = _end(clock.now(), patience, deadline)
    while True:
        try:
            return await attempt()
        except GateFullError as full:
            left = (end - clock.now()).total_seconds()
            if left <= 0 and end is not deadline:
                raise Refusal(Code.RATE_LIMITED, retry_at=instant(full.free_at)) from None
        await clock.sleep(min(_GATE_POLL_S, max(left, 0)))
        if end is deadline and clock.now() >= end:
            raise Refusal(Code.DEADLINE_EXCEEDED)


def _end(now: datetime, patience: timedelta, deadline: datetime | None) -> datetime:
    """When nobody waits any longer: the deadline itself, if that is what comes first."""
    end = now + patience
    return deadline if deadline is not None and deadline < end else end


class Admission:
    """One call's way through the store's gates, in and out. ``tries`` is how often the tool's
    timeout can pass inside, where that is not as often as the call may be tried."""

    def __init__(
        self, path: WritePath, tool: Tool, grant: Grant, tally: Tally, *, tries: int | None = None
    ) -> None:
        limits, retry = tool.limits, tool.retry
        waits = (retry["attempts"] - 1) * retry["most_ms"]
        most_tries = max(retry["attempts"], tries or 0)
        self._path = path
        self._grant = grant
        self._tally = tally
        self._patience = tool.timeout
        self._is_inside = self._is_abandoned = False
        self._holder = path.new_id("call")
        self._lease_ms = most_tries * limits["timeout_ms"] + waits + LEASE_MARGIN_MS
        self._gates = tool_gates(
            tool.wire_name,
            requester=grant.requester.identity,
            run_id=grant.run_id,
            per_run=limits["per_run"],
            per_tenant=limits["per_tenant"],
        )

    async def go_in(self, look: Callable[[Transaction], T], *, unless_found: bool = False) -> T:
        """What ``look`` finds, once the call is counted and has its places. With ``unless_found``
        a call whose look finds anything needs none."""

        async def attempt() -> T:
            return await self._path.to_the_end(self._entered(look, unless_found=unless_found))

        try:
            return await once_there_is_room(
                self._path.clock,
                attempt,
                patience=self._patience,
                deadline=self._grant.deadline,
            )
        except asyncio.CancelledError:
            self._is_abandoned = True
            raise

    async def _entered(self, look: Callable[[Transaction], T], *, unless_found: bool) -> T:
        """A caller who went away while this was stored leaves no place taken. There is none to give
        back before it is stored: what removed it sooner would find nothing. Nor is the call counted
        again: what goes on without its caller knows alone whether it was."""
        with self._tally.storing() as calls:
            entrance = self._entrance(calls)

            def step(tx: Transaction) -> T:
                admit.open_entrance(tx, entrance)
                found = look(tx)
                if found is None or not unless_found:
                    admit.go_in(tx, entrance)
                return found

            found = await self._path.transact(self._grant.requester.tenant, step)
        self._is_inside = found is None or not unless_found
        if self._is_abandoned:
            self.go_out()
        return found

    def go_out(self) -> None:
        """Give the places back, which nobody waits for."""
        if self._is_inside:
            self._is_inside = False
            self._path.leave(self._grant.requester.tenant, self._holder)

    def go_out_in(self, tx: Transaction) -> None:
        """Give the places back in a transaction that the call makes anyway."""
        tx.drop_slots(self._holder)

    def is_out(self) -> None:
        """That transaction is stored."""
        self._is_inside = False

    def _entrance(self, calls: Calls) -> Entrance:
        return Entrance(
            requester=self._grant.requester.identity,
            run_id=self._grant.run_id,
            holder=self._holder,
            gates=self._gates,
            lease_ms=self._lease_ms,
            calls=calls,
        )
