"""One random history: agents, people, clocks and failures, all from one seed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import orjson
from toolcharter_runtime._ledger import decide as deciding
from toolcharter_runtime._ledger.decide import Decision, DecisionError
from toolcharter_runtime._recovery import recover
from toolcharter_runtime._store.records import Verdict
from toolcharter_runtime._store.transaction import StoreUnavailableError

from simulation.arguments import ARGUMENTS
from simulation.catalog import COMMIT_OF
from simulation.loop import SENDS
from simulation.notebook import Press
from simulation.store import TENANT
from simulation.tampering import tamper
from simulation.world import Process, World

PEOPLE = ("ines", "otto")
RUNS = ("run-1", "run-2")
_LAST_RUN = "run-9"
LEADS = frozenset({"support_lead", "finance_lead"})


@dataclass(slots=True)
class History:
    world: World
    steps: int
    previews: list[str]
    proposals: list[tuple[str, str, str]] = field(default_factory=list)
    operations: list[tuple[str, str, str]] = field(default_factory=list)
    writes: list[tuple[str, Any, str, str]] = field(default_factory=list)
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)

    async def play(self) -> None:
        world = self.world
        actions = [getattr(self, f"_{name}") for name in _WEIGHTS]
        weights = list(_WEIGHTS.values())
        pauses = (0.1, 3.0, 6.0) if world.faults.sluggish else (0.0, 0.02, 0.1, 0.5, 3.0)
        for _ in range(self.steps):
            action = world.random.choices(actions, weights)[0]
            action()
            await asyncio.sleep(world.random.choice(pauses))
            if world.oracle.violations:
                return
        await self._end()

    async def _end(self) -> None:
        """Everything that fails stops failing; after that nothing may be lost."""
        world = self.world
        world.note("THE END")
        world.faults.calm()
        await asyncio.sleep(200)
        for tool, proposal, identity in list(self.proposals):
            self._call(COMMIT_OF[tool], {"proposal_id": proposal}, identity)
        for write in self.writes[-2:]:
            self._send(*write)
        await asyncio.sleep(60)
        ends = [row.lease_until or 0 for row in world.store.rows.operations.values()]
        ends += [slot.lease_until for slot in world.store.rows.slots.values()]
        world.set_clock(max(0, max(ends, default=0) - world.store_now()) + 60_000)
        for _ in range(2):
            await self._recover_now()
        before = dict(world.store.rows.operations)
        await asyncio.sleep(60)
        await self._recover_now()
        if not world.oracle.tampered and before != world.store.rows.operations:
            world.oracle.broken("I15", "a further recovery changed the ledger")
        for row in before.values():
            self._ask(row.tool, row.id, row.requester, run_id=_LAST_RUN)
        await asyncio.sleep(60)
        world.oracle.at_the_end()

    async def _recover_now(self) -> None:
        process = self.world.random.choice(self.world.processes)
        await asyncio.wait([self._in(process, self._recovering(process))])

    # Agents.

    def _preview(self) -> None:
        source = self.world.random
        tool = source.choice(self.previews)
        arguments = ARGUMENTS[tool](source)
        self.world.held = arguments
        request = source.choice((None, f"r{source.randrange(6)}", f"r{source.randrange(6)}"))
        self._call(tool, arguments, source.choice(PEOPLE), request_id=request)

    def _commit(self) -> None:
        source = self.world.random
        if not self.proposals:
            return self._preview()
        tool, proposal, identity = source.choice(self.proposals[-4:])
        if source.random() < 0.05:
            identity = source.choice(PEOPLE)
        arguments: dict[str, Any] = {"proposal_id": proposal}
        if source.random() < 0.03:
            arguments["amount"] = {"amount_minor": 1, "currency": "EUR"}
        self._call(COMMIT_OF[tool], arguments, identity)
        if source.random() < 0.25:
            self._call(COMMIT_OF[tool], arguments, identity)
        if source.random() < 0.25:
            tool, proposal, identity = source.choice(self.proposals[-4:])
            self._call(COMMIT_OF[tool], {"proposal_id": proposal}, identity)
        return None

    def _write(self) -> None:
        source = self.world.random
        tool = source.choice(("draft_email_v1", "start_export_v1", "start_export_v1"))
        request = f"w{source.randrange(3)}"
        self.writes.append((tool, ARGUMENTS[tool](source), source.choice(PEOPLE), request))
        self._send(*self.writes[-1])

    def _send(self, tool: str, arguments: Any, identity: str, request: str) -> None:
        self._call(tool, arguments, identity, request_id=request)

    def _follow(self) -> None:
        source = self.world.random
        if self.operations:
            self._ask(*source.choice(self.operations[-4:]))

    def _ask(self, tool: str, operation: str, identity: str, *, run_id: str | None = None) -> None:
        follower = {
            "commit_address_change_v2": "get_address_change_status_v1",
            "commit_refund_v1": "get_refund_status_v1",
            "start_export_v1": "get_export_v1",
        }.get(tool)
        if follower is not None:
            self._call(follower, {"operation_id": operation}, identity, run_id=run_id)

    def _stop(self) -> None:
        source = self.world.random
        exports = [each for each in self.operations if each[0] == "start_export_v1"]
        if not exports:
            return self._write()
        _, operation, identity = source.choice(exports)
        request = f"c{source.randrange(3)}"
        self._call("cancel_export_v1", {"operation_id": operation}, identity, request_id=request)
        return None

    def _cancel_run(self) -> None:
        source = self.world.random
        identity, run_id = source.choice(PEOPLE), source.choice(RUNS)
        process = source.choice(self.world.processes)

        async def cancel() -> None:
            self.world.note("cancel run", identity, run_id)
            await process.dispatcher.cancel(process.run(identity, run_id))
            self.world.oracle.cancelled_runs.add((identity, run_id))

        self._in(process, _quietly(cancel))

    def _call(
        self,
        tool: str,
        arguments: Any,
        identity: str,
        *,
        request_id: str | None = None,
        run_id: str | None = None,
    ) -> None:
        source = self.world.random
        process = source.choice(self.world.processes)
        if run_id is None:
            run_id = RUNS[0] if source.random() < 0.8 else RUNS[1]
        task = self._in(
            process, self._calling(process, tool, arguments, identity, run_id, request_id)
        )
        if source.random() < 0.06 and self.world.faults.service:
            self.world.loop.call_later(source.uniform(0, 1), task.cancel)

    async def _calling(
        self,
        process: Process,
        tool: str,
        arguments: Any,
        identity: str,
        run_id: str,
        request_id: str | None,
    ) -> None:
        world = self.world
        sends = [0]
        SENDS.set(sends)
        world.note("call", tool, identity, run_id, request_id, arguments)
        text = await process.dispatcher.call(
            process.run(identity, run_id), tool, orjson.dumps(arguments), request_id=request_id
        )
        world.note("told", tool, text.decode())
        envelope = world.oracle.told(
            tool,
            arguments,
            text,
            identity=identity,
            sends=sends[0],
            run_id=run_id,
            request_id=request_id,
        )
        result, error = envelope.get("result") or {}, envelope.get("error") or {}
        if tool in COMMIT_OF and envelope["ok"]:
            entry = (tool, result["proposal_id"], identity)
            if entry not in self.proposals:
                self.proposals.append(entry)
        operation = result.get("operation_id") or error.get("operation")
        if operation and tool.startswith(("commit", "start")):
            found = (tool, operation, identity)
            if found not in self.operations:
                self.operations.append(found)

    # People.

    def _approve(self) -> None:
        source, rows = self.world.random, self.world.store.rows
        waiting = [row for row in rows.proposals.values() if row.state == "pending"]
        if source.random() < 0.2:
            waiting = list(rows.proposals.values())
        if not waiting:
            return
        row = source.choice(waiting)
        way = source.choices(
            ("right", "both", "wrong", "self", "deny", "other", "late"), (6, 4, 1, 1, 0.6, 0.3, 1)
        )[0]
        approvers = {"wrong": ["kim"], "self": [row.requester], "both": ["lea", "max"]}
        for approver in approvers.get(way, [source.choice(("lea", "max"))]):
            self._press(row.id, row.hash, row.document, approver, way)

    def _press(self, proposal: str, hash: str, document: bytes, approver: str, way: str) -> None:
        world, source = self.world, self.world.random
        press = Press(
            proposal=proposal,
            hash=f"sha256:{'0' * 64}" if way == "other" else hash,
            document=b"" if way == "other" else document,
            approver=approver,
            roles=frozenset({"trainee"}) if way == "wrong" else LEADS,
            verdict="deny" if way == "deny" else "approve",
        )
        process = source.choice(world.processes)

        async def work() -> None:
            if way == "late":
                await asyncio.sleep(20)
            world.oracle.presses.append(press)
            decision = Decision(
                proposal_id=press.proposal,
                hash=press.hash,
                approver=press.approver,
                roles=press.roles,
                verified_by="badge",
                verdict=cast("Verdict", press.verdict),
            )
            found = await world.store.transact(TENANT, lambda tx: deciding.decide(tx, decision))
            is_stored = not isinstance(found, DecisionError)
            world.note("press", proposal, approver, press.verdict, is_stored or found)
            if is_stored and press.verdict == "deny":
                world.oracle.denied.add(proposal)

        self._in(process, _quietly(work))

    # What happens to machines.

    def _kill(self) -> None:
        if self.world.faults.kills:
            self.world.kill(self.world.random.choice(self.world.processes).life)

    def _recover(self) -> None:
        process = self.world.random.choice(self.world.processes)
        self._in(process, self._recovering(process))

    async def _recovering(self, process: Process) -> None:
        for _ in range(2):
            await _quietly(partial(recover, process.path))

    def _tick(self) -> None:
        """The store's clock is set."""
        world = self.world
        step = world.random.choice((30, 900, 3600, -3600, -900))
        world.set_clock(step * 1000)

    def _jump(self) -> None:
        """The store's clock jumps and comes back, or recovery runs in between."""
        world = self.world
        step = world.random.choice((30_000, 30_000, 1_000_000, 4_000_000))
        world.set_clock(step)
        if world.random.random() < 0.6:
            self._recover()
        else:
            self._commit()

        world.loop.outside(world.random.choice((0.1, 1.0)), world.set_clock, -step)

    def _bump(self) -> None:
        service = self.world.service
        if service.versions:
            service.bump(self.world.random.choice(sorted(service.versions)))

    def _tamper(self) -> None:
        """Somebody writes to the database: without the key, or past the protocol with it."""
        world, source = self.world, self.world.random
        if source.random() < 0.4:
            tamper(world)

    def _in(self, process: Process, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = self.world.start(process, work)
        self.tasks.append(task)
        return task


async def _quietly(work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
    """Work of a host, which sees what is raised and goes on."""
    try:
        await work()
    except StoreUnavailableError:
        return
    except Exception:  # noqa: BLE001
        return


_WEIGHTS = {
    "preview": 5,
    "approve": 7,
    "commit": 9,
    "write": 2,
    "follow": 2,
    "stop": 1.2,
    "cancel_run": 0.25,
    "kill": 0.5,
    "recover": 1,
    "tick": 0.4,
    "jump": 0.8,
    "bump": 0.4,
    "tamper": 0.5,
}
