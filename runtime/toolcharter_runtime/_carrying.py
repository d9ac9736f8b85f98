"""Carrying out a write: claim, call, finish; and finding out, where the call does not say.

Walks in: an operation that may be claimed, or whose earlier call is unproven. Walks out: what the
ledger holds in the end, as it is told. Nobody is called before the claim is stored, and nothing is
told before the end is. This runs in a task of its own, so that a caller who goes away changes
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolcharter_runtime import _asking, _findings
from toolcharter_runtime._call import Call, ToolError
from toolcharter_runtime._codes import Code
from toolcharter_runtime._evidence import Claim, claim_of
from toolcharter_runtime._ledger import claim
from toolcharter_runtime._ledger.again import claim_again
from toolcharter_runtime._ledger.gates import GateFullError, record_gate, tool_gates
from toolcharter_runtime._ledger.settle import Finding, Unproven, settle
from toolcharter_runtime._reads import declared
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._told import Told, instant, told, unknown
from toolcharter_runtime._within import TimeIsUpError, within
from toolcharter_runtime._write_path import LEASE_MARGIN_MS
from toolcharter_runtime._write_retries import wait_before_write

if TYPE_CHECKING:
    from datetime import datetime

    from toolcharter_runtime._notes import Notes
    from toolcharter_runtime._proposal.document import Document
    from toolcharter_runtime._runs import Grant
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._write_path import WritePath
    from toolcharter_runtime._write_tools import WriteTool

_GATE_POLL_S = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """One write and everything that is needed to carry it out. ``operation`` is the row that a
    first claim stores; ``expires_at`` is when its approval ends, None for a direct write."""

    path: WritePath
    tool: WriteTool
    grant: Grant
    operation: OperationRow
    document: Document
    expires_at: datetime | None
    notes: Notes

    @property
    def claim(self) -> Claim:
        """What its evidence must be about."""
        return claim_of(self.tool, self.document.target)

    @property
    def until(self) -> datetime | None:
        """When the run's time or the approval is over, whichever comes first."""
        ends = [each for each in (self.grant.deadline, self.expires_at) if each is not None]
        return min(ends, default=None)


async def check_preconditions(work: Work) -> None:
    """Ask again, on the proposal's own arguments, whether every fact still holds; and the version,
    where the contract compares it just before."""
    tool, document = work.tool, work.document
    call = _call(work)
    model = tool.model(document.arguments)

    async def ask() -> str | None:
        await tool.preconditions.check(call, model, document.arguments)
        if document.content["target"]["version_checked_by"] != "read_before":
            return None
        version: str = await tool.adapter.current_version(call, model)
        return version

    try:
        version = await within(_seconds(work), ask())
    except TimeIsUpError:
        raise Refusal(Code.UPSTREAM_TIMEOUT) from None
    except ToolError as error:
        raise declared(tool, error) from None
    if version is not None and version != document.target.version:
        raise Refusal(Code.VERSION_CONFLICT)


async def carry_out(work: Work, *, view: str, known: claim.Standing | None) -> Told:
    """Claim and call, or take up what an earlier call left."""
    verdict = known or await _claim(work)
    ask = work.tool.asked_with
    match verdict:
        case claim.Stored(row):
            return told(row, view, replayed=True, ask=ask)
        case claim.InProgress(row, until):
            raise Refusal(Code.IN_PROGRESS, retry_at=instant(until), operation=row.id)
        case claim.Unproven(row):
            finding = await find_out(work, row)
            replayed = True
        case claim.Claimed(row):
            row, finding = await _call_until_settled(work, row)
            replayed = False
    try:
        settled = await work.path.transact(
            row.tenant, lambda tx: settle(tx, row.id, finding, attempt=row.attempt)
        )
    except Refusal:
        # What is not stored is told to nobody; recovery finds it again by the claim.
        return unknown(row.id, ask=ask)
    return told(settled, view, replayed=replayed, ask=ask)


async def find_out(work: Work, row: OperationRow) -> Finding:
    """What the status tool says about an operation whose call proved nothing."""
    name = work.tool.asked_with
    if name is None:
        return Unproven("no_status")
    answer = await _asking.ask(work.path, name, work.grant, row, work.document, notes=work.notes)
    if answer is None:
        return Unproven("status_down")
    return _findings.of_status(work.tool, row, answer, work.claim)


async def _claim(work: Work) -> claim.Verdict:
    """The verdict of the claim, once there is room. Waiting for a slot ends with the tool's
    timeout: then the caller is told when to come back."""
    tool, path, grant = work.tool, work.path, work.grant
    limits = tool.row["limits"]
    gates = tool_gates(
        tool.wire_name,
        requester=work.operation.requester,
        run_id=grant.run_id,
        per_run=limits["per_run"],
        per_tenant=limits["per_tenant"],
    )
    if limits["serialize_by"] == "target":
        gates = (*gates, record_gate(work.document.record_key))
    order = claim.Order(
        operation=work.operation,
        gates=gates,
        policy=tool.write["policy"],
        lease_ms=limits["timeout_ms"] + LEASE_MARGIN_MS,
    )
    claims = claim.claim_write if work.operation.proposal_id is None else claim.claim_commit
    give_up = path.clock.now() + tool.timeout
    while True:
        try:
            verdict = await path.transact(work.operation.tenant, lambda tx: claims(tx, order))
        except GateFullError as full:
            if path.clock.now() >= give_up:
                raise Refusal(Code.RATE_LIMITED, retry_at=instant(full.free_at)) from None
            await path.clock.sleep(_GATE_POLL_S)
            continue
        if isinstance(verdict, Refusal):
            raise verdict
        return verdict


async def _call_until_settled(work: Work, row: OperationRow) -> tuple[OperationRow, Finding]:
    """Call, ask where the call proved nothing, and call again where the contract allows."""
    path, retry = work.path, work.tool.retry
    while True:
        work.notes.attempts += 1
        finding, by_status = await _call_service(work, row), False
        if isinstance(finding, Unproven):
            asked = await find_out(work, row)
            if not isinstance(asked, Unproven):
                finding, by_status = asked, True
        wait = wait_before_write(
            retry,
            attempt=row.attempt,
            finding=finding,
            by_status=by_status,
            now=path.clock.now(),
            until=work.until,
        )
        if wait is None:
            return row, finding
        await path.clock.sleep(wait)
        again = await _again(work, row)
        if again is None:
            return row, finding
        row = again


async def _again(work: Work, row: OperationRow) -> OperationRow | None:
    lease_ms = work.tool.row["limits"]["timeout_ms"] + LEASE_MARGIN_MS
    try:
        return await work.path.transact(
            row.tenant,
            lambda tx: claim_again(
                tx, row.id, owner=work.path.owner, lease_ms=lease_ms, attempt=row.attempt
            ),
        )
    except Refusal:
        return None


async def _call_service(work: Work, row: OperationRow) -> Finding:
    tool = work.tool
    call = replace(_call(work), idempotency_key=row.key)
    try:
        model = tool.model(work.document.arguments)
        answer = await within(_seconds(work), tool.adapter.op(call, model))
    except TimeIsUpError:
        return Unproven("timeout")
    except ToolError as error:
        return _findings.of_error(tool, error)
    # The edge to the host's code: what it raises says nothing about what the service did.
    except Exception as error:  # noqa: BLE001
        work.notes.raised(error)
        return Unproven("adapter_failed")
    return _findings.of_answer(tool, row, answer, work.claim)


def _call(work: Work) -> Call:
    grant, now = work.grant, work.path.clock.now()
    end = now + work.tool.timeout
    return Call(
        tool=work.tool.wire_name,
        requester=grant.requester,
        run_id=grant.run_id,
        deadline=end if grant.deadline is None else min(end, grant.deadline),
        target=work.document.target,
        cancellation=grant.state.cancellation,
    )


def _seconds(work: Work) -> float:
    """How long a call may last: the tool's timeout, and not beyond the run's deadline."""
    now = work.path.clock.now()
    end = now + work.tool.timeout
    if work.grant.deadline is not None:
        end = min(end, work.grant.deadline)
    return (end - now).total_seconds()
