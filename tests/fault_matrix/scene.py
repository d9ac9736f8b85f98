"""What one cell plays with: a real service, a real store, and processes over both.

``here`` is the process in which a fault strikes, ``there`` another one that is well. A process that is
killed is a third. What a fault left behind is looked at by ``there``, and by the service's own account.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from fault_matrix.acts import Act
from fault_matrix.asks import Answer, Ask
from fault_matrix.clocks import StoreClock
from fault_matrix.ledger import Ledger
from fault_matrix.locks import Lock
from fault_matrix.pages import Pages
from fault_matrix.places import Pause, Place
from fault_matrix.process import Caller, Process, serving
from fault_matrix.timeouts import Timeouts
from fault_matrix.victims import Victims
from reference_service.controller import ReferenceService
from sqlalchemy import Engine
from toolcharter_runtime.outcomes import Outcome

LEASE_MS = 60_000
"""Longer than any lease of the catalog's tools."""


@dataclass(slots=True, kw_only=True)
class Scene:
    service: ReferenceService
    store_url: str
    own: Engine
    clock: StoreClock
    lock: Lock
    ledger: Ledger
    timeouts: Timeouts
    victims: Victims
    pages: Pages
    log: pytest.LogCaptureFixture
    here: Process = field(init=False)
    there: Process = field(init=False)

    @asynccontextmanager
    async def played(self) -> AsyncIterator[Scene]:
        """The scene with its processes at work."""
        async with AsyncExitStack() as stack:
            for name in ("here", "there"):
                process = await stack.enter_async_context(self.process())
                setattr(self, name, process)
            # Whatever a failed test left waiting must not hold its processes up.
            stack.callback(self.lift)
            yield self

    @asynccontextmanager
    async def process(self) -> AsyncIterator[Process]:
        """One more process."""
        async with serving(self.store_url, self.own, self.service.url) as made:
            yield made

    @property
    def outcomes(self) -> list[Outcome]:
        """Every record of the processes that live."""
        return [*self.here.records.outcomes, *self.there.records.outcomes]

    @property
    def alerts(self) -> set[str]:
        """The codes of what was logged so that a person looks into it."""
        errors = [each for each in self.log.records if each.levelno >= logging.ERROR]
        return {json.loads(each.getMessage())["code"] for each in errors}

    async def call(self, ask: Ask) -> Answer:
        """The answer of the process that is well."""
        return await self.there.answer(ask)

    def caller(self, deed: Ask | Act) -> Caller[Any]:
        """Somebody who waits for the process that is struck."""
        return Caller(self.here.do(deed))

    def caller_there(self, deed: Ask | Act) -> Caller[Any]:
        """Somebody who waits for the process that is well."""
        return Caller(self.there.do(deed))

    async def killed(self, deed: Ask | Act, *, at: Place) -> None:
        """A process does this, and is killed there."""
        where = {
            "store": self.store_url,
            "own": self.own.url.render_as_string(hide_password=False),
            "service": self.service.url,
        }
        self._hold(at)
        process = await asyncio.to_thread(self.victims.begin, deed, at, where, self.clock.ahead_ms)
        if at.is_in_service:
            await self.service.wait_for(held=1)
            os.kill(process, signal.SIGKILL)
        ended = await asyncio.to_thread(self.victims.end)
        assert ended == -signal.SIGKILL, f"{deed} never came to {at}"
        if at.is_in_service:
            self.service.release()

    @asynccontextmanager
    async def paused(self, deed: Ask | Act, *, at: Place) -> AsyncIterator[Caller[Any]]:
        """A block during which the process that is struck waits there."""
        self._hold(at)
        pause = Pause()
        if not at.is_in_service:
            self.here.strikes.arm(at, pause.at(at))
        caller = self.caller(deed)
        reached = self.service.wait_for(held=1) if at.is_in_service else pause.reached.wait()
        await self._first(reached, caller, f"{deed} never came to {at}")
        try:
            yield caller
        finally:
            pause.end()
            if at.is_in_service:
                self.service.release()

    async def close_connections(self) -> None:
        """Nobody has a connection to the ledger until one is needed again."""
        for process in (self.here, self.there):
            await process.reopen()
        await self.ledger.close()

    def lift(self) -> None:
        """Every fault of the service, and the lock, are gone; what was held goes on."""
        self.lock.let_go()
        self.service.disarm()
        self.service.release()

    async def heal(self) -> None:
        """The same, and every write that was under way has come to its end."""
        self.lift()
        await self.here.dispatcher.drain()
        await self.there.dispatcher.drain()

    def _hold(self, at: Place) -> None:
        if at.is_in_service:
            kind = "reads" if at.step == "read" else None
            self.service.arm("slow", kind=kind, when=at.when)

    async def _first(
        self, reached: Coroutine[Any, Any, Any], caller: Caller[Any], or_: str
    ) -> None:
        """Come back once the place is reached; a caller who ends before that never came there."""
        arrival = asyncio.create_task(reached)
        ending = asyncio.create_task(caller.ended())
        await asyncio.wait([arrival, ending], return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if not arrival.done():
            arrival.cancel()
            raise AssertionError(f"{or_}: {await caller.told()}")
        await arrival
