"""One process that serves the worked catalog, and the calls that somebody makes there.

What is struck is the outside of the runtime wherever it has one: the service, the store, the
adapter, the host that takes the answer. Two places have no outside, so the methods that walk them are
wrapped: the check of arguments and the reading of an answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

from fault_matrix.acts import Act
from fault_matrix.asks import Answer, Ask
from fault_matrix.clocks import HostClock
from fault_matrix.places import ASKED, ASKING, CHECKED, PARSED, REPLY, Strikes
from fault_matrix.striking_store import StrikingStore
from reference_service.adapters import Upstream, adapters_of
from reference_service.controller import NO_TLS
from sqlalchemy import Engine
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.store import SqlStore
from toolcharter_runtime.approvals import Approvals, ShownProposal
from toolcharter_runtime.outcomes import LogSink, Outcome
from write_path.host import SEALS, Host

T = TypeVar("T")

PATIENCE_MS = 300
"""How long a store waits for a lock here."""


class Recorder(LogSink):
    """Every outcome of a process. It is logged too, so that somebody can be alerted by it."""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes: list[Outcome] = []

    def record(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        super().record(outcome)


class Process(Host):
    """A host with places at which a test strikes."""

    def __init__(self, adapters: Any, url: str) -> None:
        self.strikes = Strikes()
        self.records = Recorder()
        self.clock = HostClock()
        self._url = url
        self._watched: set[str] = set()
        self._striking = StrikingStore(self._opened(), self.strikes)
        store: Any = self._striking
        super().__init__(adapters, store, sink=self.records, clock=self.clock)

    async def close(self) -> None:
        """Give back every connection to the ledger, once nothing goes on any more."""
        await self.dispatcher.drain()
        await self._striking.close()

    async def reopen(self) -> None:
        """Go on without a connection, until one is needed."""
        await self.close()
        self._striking.go_on_with(self._opened())

    def _opened(self) -> SqlStore:
        return open_store(self._url, SEALS, patience_ms=PATIENCE_MS)

    async def answer(self, ask: Ask) -> Answer:
        """What the agent is told."""
        self._watch(ask.tool)
        run = self.run(ask.role, ask.run_id)
        told = await self.dispatcher.call(
            run, ask.tool, ask.text.encode(), request_id=ask.request_id
        )
        await self.strikes.wait(REPLY)
        return Answer(ask, told)

    async def act(self, act: Act) -> ShownProposal:
        """What an approver is shown; DecisionRefusedError where that is refused."""
        shown = await act.carried_out(Approvals(self.store))
        await self.strikes.wait(REPLY)
        return shown

    async def do(self, deed: Ask | Act) -> Answer | ShownProposal:
        """Whichever it is."""
        return await (self.answer(deed) if isinstance(deed, Ask) else self.act(deed))

    def _watch(self, name: str) -> None:
        """Make the places of a tool ones at which somebody can strike."""
        if name in self._watched:
            return
        self._watched.add(name)
        tool = self.dispatcher._tools.tool(name)
        strikes, adapter = self.strikes, tool.adapter
        checked, read, op = tool.check_arguments, tool.answers.read, adapter.op

        def check_arguments(arguments: Any) -> None:
            checked(arguments)
            strikes.meet(PARSED)

        def read_answer(answer: object) -> Any:
            strikes.meet(CHECKED)
            return read(answer)

        async def ask_service(*given: Any) -> Any:
            await strikes.wait(ASKING)
            answer = await op(*given)
            await strikes.wait(ASKED)
            return answer

        for owner, method_name, method in (
            (tool, "check_arguments", check_arguments),
            (tool.answers, "read", read_answer),
            (adapter, "op", ask_service),
        ):
            setattr(owner, method_name, method)


class Caller(Generic[T]):
    """Somebody who waits for an answer, and may stop waiting."""

    def __init__(self, asked: Awaitable[T]) -> None:
        self._patience = asyncio.timeout(None)
        self._waiting = asyncio.create_task(self._wait(asked))

    def go_away(self) -> None:
        """The connection is gone."""
        self._waiting.cancel()

    def lose_patience(self) -> None:
        """The time that the caller gave is up."""
        self._patience.reschedule(asyncio.get_running_loop().time())

    async def ended(self) -> None:
        """Come back once the caller waits no more."""
        await asyncio.wait([self._waiting])

    async def told(self) -> T:
        """The answer, to a caller who waits for it."""
        await self.ended()
        return self._waiting.result()

    async def _wait(self, asked: Awaitable[T]) -> T:
        async with self._patience:
            return await asked


@asynccontextmanager
async def serving(store_url: str, own: Engine, service_url: str) -> AsyncIterator[Process]:
    """A process with a store of its own."""
    async with Upstream(service_url, verify=NO_TLS) as upstream:
        process = Process(adapters_of(upstream, own), store_url)
        try:
            yield process
        finally:
            await process.close()
