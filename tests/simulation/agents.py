"""What agents do in a history: they propose, commit, write, ask and stop, each for a requester."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import orjson
from toolcharter_runtime._store.records import OperationRow

from simulation.arguments import ARGUMENTS
from simulation.catalog import COMMIT_OF
from simulation.loop import CALL, AgentCall
from simulation.world import Process, World, quietly

PEOPLE = ("ines", "otto")
RUNS = ("run-1", "run-2")
_LAST_RUN = "run-9"
_LAST_PREVIEW = "preview_opportunity_stage_change_v1"
"""One of which many may wait for people."""

_FOLLOWERS = {
    "commit_address_change_v2": "get_address_change_status_v1",
    "commit_refund_v1": "get_refund_status_v1",
    "start_export_v1": "get_export_v1",
}


@dataclass(slots=True)
class Agents:
    """``previews`` are what they propose with. The rest is what they were told of, with its tool
    and for whom: proposals, operations; and what they have asked for: previews and writes."""

    world: World
    previews: list[str]
    previewed: list[tuple[str, Any, str, str, str | None]] = field(default_factory=list)
    proposals: list[tuple[str, str, str]] = field(default_factory=list)
    operations: list[tuple[str, str, str]] = field(default_factory=list)
    writes: list[tuple[str, Any, str, str]] = field(default_factory=list)

    def preview(self) -> None:
        source = self.world.random
        tool = source.choice(self.previews)
        arguments = ARGUMENTS[tool](source)
        self.world.held = arguments
        request = source.choice((None, f"r{source.randrange(6)}", f"r{source.randrange(6)}"))
        self.call(tool, arguments, source.choice(PEOPLE), request_id=request)

    def commit(self) -> None:
        source = self.world.random
        if not self.proposals:
            self.preview()
            return
        tool, proposal, identity = source.choice(self.proposals[-4:])
        if source.random() < 0.05:
            identity = source.choice(PEOPLE)
        arguments: dict[str, Any] = {"proposal_id": proposal}
        if source.random() < 0.03:
            arguments["amount"] = {"amount_minor": 1, "currency": "EUR"}
        self.call(COMMIT_OF[tool], arguments, identity)
        if source.random() < 0.25:
            self.call(COMMIT_OF[tool], arguments, identity)
        if source.random() < 0.25:
            tool, proposal, identity = source.choice(self.proposals[-4:])
            self.call(COMMIT_OF[tool], {"proposal_id": proposal}, identity)

    def write(self) -> None:
        source = self.world.random
        if self.writes and self.world.temper.insists():
            self._send(*self.world.temper.random.choice(self.writes[:2]))
            return
        tool = source.choice(("draft_email_v1", "start_export_v1", "start_export_v1"))
        request = f"w{source.randrange(3)}"
        self.writes.append((tool, ARGUMENTS[tool](source), source.choice(PEOPLE), request))
        self._send(*self.writes[-1])

    def follow(self) -> None:
        if self.operations:
            self._ask(*self.world.random.choice(self.operations[-4:]))

    def stop(self) -> None:
        source = self.world.random
        exports = [each for each in self.operations if each[0] == "start_export_v1"]
        if not exports:
            self.write()
            return
        _, operation, identity = source.choice(exports)
        request = f"c{source.randrange(3)}"
        self.call("cancel_export_v1", {"operation_id": operation}, identity, request_id=request)

    def cancel_run(self) -> None:
        source = self.world.random
        identity, run_id = source.choice(PEOPLE), source.choice(RUNS)
        self._cancel(source.choice(self.world.processes), identity, run_id)

    def _cancel(self, process: Process, identity: str, run_id: str) -> None:
        world = self.world

        async def cancel() -> None:
            world.note("cancel run", identity, run_id)
            await process.dispatcher.cancel(process.run(identity, run_id))
            world.oracle.cancelled_runs.add((identity, run_id))

        world.begin(process, quietly(cancel))

    def ask_for_everything_again(self) -> None:
        """Every proposal is committed once more, the last writes are asked for again, and in half
        of the histories some preview is."""
        source = self.world.limits.random
        if self.previewed and source.random() < 0.5:
            self.call_in(source.choice(self.world.processes), *source.choice(self.previewed))
        for tool, proposal, identity in list(self.proposals):
            self.call(COMMIT_OF[tool], {"proposal_id": proposal}, identity)
        for write in self.writes[-2:]:
            self._send(*write)

    def ask_in_the_end(self, row: OperationRow) -> None:
        """What became of an operation, asked in a run that nobody has cancelled."""
        self._ask(row.tool, row.id, row.requester, run_id=_LAST_RUN)

    def call_once_more(self) -> tuple[str, str] | None:
        """In half of the histories some run makes one more call in every process. Gives requester
        and run."""
        source, runs = self.world.limits.random, {call.run for call in self.world.oracle.calls}
        if not runs or source.random() < 0.5:
            return None
        identity, run_id = source.choice(sorted(runs))
        for process in self.world.processes:
            arguments = ARGUMENTS[_LAST_PREVIEW](source)
            request = f"last-{process.life.name}"
            self.call_in(process, _LAST_PREVIEW, arguments, identity, run_id, request)
        return identity, run_id

    def _send(self, tool: str, arguments: Any, identity: str, request: str) -> None:
        self.call(tool, arguments, identity, request_id=request)

    def _ask(self, tool: str, operation: str, identity: str, *, run_id: str | None = None) -> None:
        follower = _FOLLOWERS.get(tool)
        if follower is not None:
            self.call(follower, {"operation_id": operation}, identity, run_id=run_id)

    def call(
        self,
        tool: str,
        arguments: Any,
        identity: str,
        *,
        request_id: str | None = None,
        run_id: str | None = None,
    ) -> None:
        """An agent calls a tool, in some process."""
        world, source = self.world, self.world.random
        process = source.choice(world.processes)
        if run_id is None:
            run_id = RUNS[0] if source.random() < 0.8 else RUNS[1]
        if tool in COMMIT_OF:
            self.previewed.append((tool, arguments, identity, run_id, request_id))
        task = self.call_in(process, tool, arguments, identity, run_id, request_id)
        if source.random() < 0.06 and world.faults.service:
            world.loop.call_later(source.uniform(0, 1), task.cancel)
        for _ in range(world.limits.echoes()):
            process = world.limits.random.choice(world.processes)
            self.call_in(process, tool, arguments, identity, run_id, request_id)

    def call_in(
        self,
        process: Process,
        tool: str,
        arguments: Any,
        identity: str,
        run_id: str,
        request_id: str | None = None,
    ) -> asyncio.Task[None]:
        """An agent calls a tool in this process."""

        async def calling() -> None:
            world = self.world
            world.note("call", tool, identity, run_id, request_id, arguments)
            call = AgentCall(
                moment=world.moment,
                life=process.life,
                tool=tool,
                identity=identity,
                run_id=run_id,
                request_id=request_id,
            )
            CALL.set(call)
            await self._calling(process, call, arguments)

        return self.world.begin(process, calling())

    async def _calling(self, process: Process, call: AgentCall, arguments: Any) -> None:
        world = self.world
        world.oracle.begun(call)
        run = process.run(call.identity, call.run_id)
        raw = orjson.dumps(arguments)
        if "proposal_id" in arguments and world.limits.interrupts():
            self._interrupt(call, arguments)
        if call.tool in COMMIT_OF and world.temper.interrupts_plan():
            process_ = world.temper.random.choice(world.processes)
            world.loop.outside(world.temper.random.uniform(0, 2), self._cancel, process_, *call.run)
        try:
            text = await process.dispatcher.call(run, call.tool, raw, request_id=call.request_id)
        except asyncio.CancelledError:
            world.oracle.left(call)
            raise
        world.note("told", call.tool, text.decode())
        envelope = world.oracle.told(call, arguments, text)
        self._remember(call.tool, call.identity, envelope)
        had_no_effect = envelope.get("outcome") == "nothing_happened"
        if had_no_effect and world.limits.agents_insist and envelope["error"]["retryable"]:
            self._try_again_in(world.limits.random.choice(RUNS), call, arguments)

    def _interrupt(self, call: AgentCall, arguments: Any) -> None:
        """The run of a call is cancelled while it is under way; then it is made in another run."""
        world, source = self.world, self.world.limits.random
        process = source.choice(world.processes)
        world.loop.outside(source.uniform(0, 1), self._cancel, process, *call.run)
        for other in RUNS:
            if other != call.run_id:
                self._try_again_in(other, call, arguments)

    def _try_again_in(self, run_id: str, call: AgentCall, arguments: Any) -> None:
        def again() -> None:
            process = source.choice(self.world.processes)
            self.call_in(process, call.tool, arguments, call.identity, run_id, call.request_id)

        source = self.world.limits.random
        self.world.loop.outside(source.uniform(0, 5), again)

    def _remember(self, tool: str, identity: str, envelope: dict[str, Any]) -> None:
        """What an agent learned, to go on with."""
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
