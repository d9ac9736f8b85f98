"""The walk of a call, on one screen.

bytes -> the run's tool? -> version served? -> requester's permission -> strict JSON -> input schema
and defaults -> deadline and limits -> preconditions and operation -> answer schema and limit ->
view -> envelope. Whatever happens on the way, the agent gets one envelope and the sink one record.

The decisions are made in the modules that are called here; this one only says in which order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from toolcharter_runtime import _admission, _counters, _envelope, _ledgered, _reads
from toolcharter_runtime._catalog import check_adapters, served_roles, snapshot_digest
from toolcharter_runtime._codes import Code
from toolcharter_runtime._notes import OK, Notes
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._run_state import Tally
from toolcharter_runtime._runs import Grant, Run, RunBook, request_name
from toolcharter_runtime._toolbox import ToolBox
from toolcharter_runtime._write_path import WritePath
from toolcharter_runtime.clock import Clock, SystemClock
from toolcharter_runtime.errors import RunError
from toolcharter_runtime.outcomes import LogSink, Sink

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON, Requester
    from toolcharter_runtime._ledger.cancel_run import CancelledRun
    from toolcharter_runtime._ledger.keys import RequestName
    from toolcharter_runtime._store.transaction import Store
    from toolcharter_runtime._tools import Tool
    from toolcharter_runtime._trace.recorder import Recorder
    from toolcharter_runtime.formats.v1 import CatalogRow


class Asked(NamedTuple):
    """One call as the host hands it over: ``door`` reads its arguments."""

    wire_name: str
    request: RequestName
    door: Callable[[Tool], JSON]


class Dispatcher:
    """Serves the tools of one generated package; one for all runs and tasks of an event loop.

    ``adapters`` maps the wire name of each tool of ``roles`` (of all roles where that is None) to
    something that makes its adapter when called without arguments, which happens at the tool's
    first call. CatalogError says what is missing or wrong. ``store`` keeps proposals, approvals and
    the ledger; without one, everything but reads answers STORE_NOT_CONFIGURED. ``trace`` is a
    Recorder of ``toolcharter_runtime.traces``: every call is told to it.
    """

    def __init__(
        self,
        catalog: CatalogRow,
        adapters: Mapping[str, object],
        *,
        roles: Collection[str] | None = None,
        store: Store | None = None,
        sink: Sink | None = None,
        clock: Clock | None = None,
        trace: Recorder | None = None,
    ) -> None:
        served = served_roles(catalog, roles)
        check_adapters(catalog, served, adapters)
        self._snapshot = snapshot_digest(catalog["package"])
        self._errors = catalog["errors"]
        self._tools = ToolBox(catalog, adapters)
        self._sink: Sink = LogSink() if sink is None else sink
        self._clock: Clock = SystemClock() if clock is None else clock
        self._writes = (
            None
            if store is None
            else WritePath(
                store=store, clock=self._clock, snapshot=self._snapshot, tool=self._tools.tool
            )
        )
        self._runs = RunBook(
            roles=served, permissions=catalog["permissions"], snapshot=self._snapshot
        )
        self._journal = (
            None
            if trace is None
            else trace.journal(catalog, self._snapshot, self._tools, self._runs, self._clock)
        )
        if self._journal is not None and self._writes is not None:
            self._writes.recording = self._journal.operation

    def open(
        self,
        *,
        role: str,
        requester: Requester,
        run_id: str,
        tools: Iterable[str] = (),
        deadline: datetime | None = None,
        principal: str | None = None,
    ) -> Run:
        """Open a run with the reads of ``role`` and the previews and writes named in ``tools``.

        ``run_id`` is the host's and survives its retries: runs of one requester with one id share
        their counters. ``principal`` is the identity that the agent itself acts under: like the
        requester it never approves what its run proposes. RunError says what is refused.
        """
        run = self._runs.open(
            role=role,
            requester=requester,
            run_id=run_id,
            tools=tools,
            deadline=deadline,
            principal=principal,
        )
        if self._journal is not None:
            self._journal.opened(run)
        return run

    async def cancel(self, run: Run) -> CancelledRun:
        """Refuse every later call of this run id (RUN_CANCELLED) and tell its calls in flight.

        Proposals that nobody has claimed are void; the answer lists them, and the writes that go on
        to recorded evidence. Nothing is undone.
        """
        grant = self._runs.grant_of(run)
        grant.state.cancellation.requested = True
        cancelled = await _ledgered.cancel_run(self._writes, grant)
        if self._journal is not None:
            self._journal.cancelled(run, cancelled)
        return cancelled

    async def recover(self) -> int:
        """Take up writes that some process left behind: their number. Any process that serves this
        catalog may call this, now and then, and as often as it likes."""
        return await _ledgered.recover(self._writes)

    async def drain(self) -> None:
        """Wait for the writes that go on in this process although nobody waits for them."""
        await _ledgered.drain(self._writes)

    async def call(
        self,
        run: Run,
        wire_name: str,
        arguments: bytes,
        *,
        request_id: str | None = None,
        occurrence: int = 0,
    ) -> bytes:
        """The envelope that answers a call with ``arguments`` as JSON text.

        ``request_id`` is the host's name for this call; previews and writes are keyed by it. Where
        there is none, an equal call of the same run is the same request, unless the host gives it
        another ``occurrence``, a number from 0.
        """
        if not isinstance(arguments, bytes):
            raise TypeError("arguments are bytes; a parsed value goes to call_value")
        request = request_name(request_id, occurrence)
        return await self._carry_out(
            run, Asked(wire_name, request, lambda tool: tool.read_text(arguments))
        )

    async def call_value(
        self,
        run: Run,
        wire_name: str,
        arguments: object,
        *,
        request_id: str | None = None,
        occurrence: int = 0,
    ) -> bytes:
        """The same for a value that somebody has parsed already: dict, list, str, int, float, bool
        and None only. A key that stood twice in the text cannot be seen here any more."""
        request = request_name(request_id, occurrence)
        return await self._carry_out(
            run, Asked(wire_name, request, lambda tool: tool.read_value(arguments))
        )

    async def _carry_out(self, run: Run, asked: Asked, notes: Notes | None = None) -> bytes:
        if notes is None:
            if self._journal is not None:
                return await self._journal.through(self._carry_out, self._notes, run, asked)
            notes = self._notes()
        try:
            notes.grant = grant = self._runs.grant_of(run)
            return await self._answer(grant, asked, notes)
        except RunError:
            notes.foreign_run()
            raise
        finally:
            if notes.tally is not None:
                notes.tally.end()
            self._record(notes)

    async def _answer(self, grant: Grant, asked: Asked, notes: Notes) -> bytes:
        try:
            return await self._walk(grant, asked, notes)
        except Refusal as reason:
            refusal = reason
            notes.refused(refusal)
        # The edge: whatever host code raises becomes INTERNAL, and nothing of it is shown.
        except Exception as error:  # noqa: BLE001
            refusal = Refusal(Code.INTERNAL)
            notes.failed(refusal, error)
        return _envelope.failure(notes.shown_tool, refusal, self._errors, grant.tools)

    async def _walk(self, grant: Grant, asked: Asked, notes: Notes) -> bytes:
        tool, view = self._tools.find(grant, asked.wire_name, notes)
        tool.check_served()
        grant.check_permissions(tool.permissions)
        arguments = asked.door(tool)
        tool.check_arguments(arguments)
        notes.taken(arguments, tool.safe_fields(arguments))
        grant.check_deadline(self._clock)
        grant.state.count_call(grant.calls_per_run)
        if self._writes is not None:
            notes.tally = Tally(grant.state, grant.calls_per_run)
        if tool.needs_store:
            told = await _ledgered.answer(
                self._writes, tool, grant, arguments, asked.request, view=view, notes=notes
            )
            notes.told(told)
            return _envelope.of_told(tool.wire_name, told, self._errors, grant.tools)
        room = grant.room(tool.wire_name, tool.limits)
        if not room.try_enter():
            await _admission.enter(room, tool, grant, self._clock)
        try:
            answer = await (
                _reads.read(tool, grant, arguments, notes, self._clock)
                if self._writes is None
                else _ledgered.read(self._writes, tool, grant, arguments, notes)
            )
        finally:
            room.leave()
        value, notes.replaced_characters = tool.answers.read(answer)
        result = tool.shown(value, view)
        notes.code = OK
        return _envelope.success(tool.wire_name, result)

    def _notes(self) -> Notes:
        return Notes(
            started=self._clock.monotonic(), hashes_arguments=self._sink.wants_argument_hash
        )

    def _record(self, notes: Notes) -> None:
        outcome = notes.outcome(snapshot=self._snapshot, now=self._clock.monotonic())
        _counters.count(outcome)
        self._sink.record(outcome)
