"""One process of a host: does what it is ordered to, and can be made to stand still on the way.

Walks in: a connection, with a line of JSON for the settings and one for each order. Walks out: for
each order what came of it, and ``at`` a place where the process stands until a line comes, or until
it is killed. Connections to the store and the service are opened here, after the fork.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
import traceback
from dataclasses import asdict
from typing import Any

import acme_tools
import orjson
import pytest
from approvals.scene import person
from crashes.doors import WatchedStore, watch_answers, watched_adapters
from crashes.orders import Order, Settings, Stop
from reference_service.adapters import Upstream, adapters_of
from reference_service.controller import NO_TLS
from sqlalchemy import NullPool, create_engine
from toolcharter_runtime._store.sql.opening import open_store
from toolcharter_runtime._store.sql.transaction import SqlTransaction
from toolcharter_runtime.approvals import Approvals
from toolcharter_runtime.errors import DecisionRefusedError, ResolutionRefusedError
from toolcharter_runtime.operations import Operations
from write_path.host import SEALS, TENANT, Host

_ROLES = ("support_lead", "sales_lead", "finance_lead", "head_of_support", "head_of_sales")


class Latch:
    """The test's end of the line, and the place at which it wants the process to stand still."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lines = connection.makefile("rb")
        self._stop: Stop | None = None
        self._left = 0
        self.resumed = 0.0
        """When the process last went on, by its performance counter."""

    def next(self) -> Any:
        """The next line; None where the test is done."""
        line = self._lines.readline()
        return json.loads(line) if line else None

    def say(self, **said: Any) -> None:
        self._connection.sendall(json.dumps(said).encode() + b"\n")

    def arm(self, stop: Stop | None) -> None:
        self._stop = stop
        self._left = 0 if stop is None else stop.nth

    def check(self) -> None:
        """An order is done whose place was not come to."""
        if self._stop is not None:
            self.say(raised=f"never came to {self._stop.place}")

    def meet(self, place: str) -> None:
        """Stand still where that was asked for, whichever thread this is."""
        if self._stop is None or place != self._stop.place:
            return
        self._left -= 1
        if self._left == 0:
            self._stop = None
            self.say(at=place)
            self._lines.readline()
            self.resumed = time.perf_counter()


class Process:
    """A host, and people who come to it."""

    def __init__(self, host: Host, latch: Latch) -> None:
        self._host = host
        self._latch = latch

    async def carry_out(self, order: Order) -> Any:
        return await getattr(self, f"_{order.do}")(**order.given)

    async def _call(
        self, *, tool: str, arguments: Any, role: str, run: str, request: str | None
    ) -> str:
        told = await self._host.dispatcher.call(
            self._host.run(role, run), tool, orjson.dumps(arguments), request_id=request
        )
        self._latch.meet("reply")
        return told.decode()

    async def _approve(self, *, proposal_id: str, by: list[str]) -> list[str]:
        approvals = Approvals(self._host.store)
        states: list[str] = []
        for name in by:
            approver = await person(name, *_ROLES)
            seen = await approvals.show(approver, proposal_id)
            try:
                approved = await approvals.approve(approver, proposal_id, hash=seen.hash)
                states.append(approved.state)
            except DecisionRefusedError as refused:
                states.append(refused.reason)
        return states

    async def _recover(self) -> int:
        return await self._host.dispatcher.recover()

    async def _cancel_run(self, *, role: str, run: str) -> dict[str, Any]:
        return asdict(await self._host.dispatcher.cancel(self._host.run(role, run)))

    async def _resolve(self, *, operation_id: str) -> str:
        operations: Any = Operations(self._host.store)  # type: ignore[arg-type]
        try:
            resolved = await operations.resolve(
                operation_id, as_="succeeded", by="olga", reason="Asked.", tenant=TENANT
            )
        except ResolutionRefusedError as refused:
            return refused.reason
        state: str = resolved.state
        return state


def live(connection: socket.socket) -> None:
    """Do what is ordered until nobody orders any more."""
    latch = Latch(connection)
    born = latch.next()
    if born is not None:
        asyncio.run(_serve(Settings(**born), latch))


async def _serve(settings: Settings, latch: Latch) -> None:
    _limit(settings)
    _advance(settings.ahead_ms)
    own = create_engine(settings.store, poolclass=NullPool)
    try:
        store: Any = open_store(settings.store, SEALS, patience_ms=settings.patience_ms)
    except Exception as error:  # noqa: BLE001 - the test reads it
        latch.say(raised=repr(error))
        return
    async with Upstream(settings.service, verify=NO_TLS) as upstream:
        watch_answers(upstream, latch.meet)
        adapters = watched_adapters(adapters_of(upstream, own), latch.meet)
        host = Host(adapters, WatchedStore(store, latch.meet))
        process = Process(host, latch)
        while (line := latch.next()) is not None:
            stop = line["stop"]
            latch.arm(None if stop is None else Stop(**stop))
            await _do(process, Order(**line["order"]), latch)
            await host.dispatcher.drain()
            latch.check()
    await store.close()


async def _do(process: Process, order: Order, latch: Latch) -> None:
    if order.starts_at is not None:
        await asyncio.sleep(max(0, order.starts_at - time.monotonic()))
    began = time.perf_counter()
    try:
        told = await process.carry_out(order)
    except Exception:  # noqa: BLE001 - the test reads it
        latch.say(raised=traceback.format_exc())
        return
    latch.say(told=told, ms=1000 * (time.perf_counter() - max(began, latch.resumed)))
    latch.meet("told")


def _limit(settings: Settings) -> None:
    """Limits of this host's own; the catalog's tables are this process's alone."""
    catalog: Any = acme_tools.CATALOG
    given = settings.limits
    for role in catalog["roles"].values():
        role["calls_per_run"] = given.get("calls_per_run", role["calls_per_run"])
    for tool in catalog["tools"].values():
        policy = tool["write"]["policy"] if tool["write"] else {}
        if policy.get("per_day"):
            policy["per_day"] = given.get("per_day", policy["per_day"])
        if tool["form"] == "preview":
            limits = tool["limits"]
            limits["per_tenant"] = given.get("previews", limits["per_tenant"])


def _advance(milliseconds: int) -> None:
    """The clock of this process's store."""
    real = SqlTransaction.now
    if milliseconds:
        pytest.MonkeyPatch().setattr(SqlTransaction, "now", lambda tx: real(tx) + milliseconds)
