"""Calling the service for a write, asking what became of it, and calling again.

Walks in: work whose operation is claimed, or whose earlier call is unproven. Walks out: the
operation at its last attempt, and a finding. Who calls here holds the claim; nothing is recorded
here but further attempts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcharter_runtime import _asking, _findings
from toolcharter_runtime._call import ToolError
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.again import claim_again
from toolcharter_runtime._ledger.gates import GateFullError
from toolcharter_runtime._ledger.settle import Finding, Unproven
from toolcharter_runtime._reads import declared
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._within import TimeIsUpError, within
from toolcharter_runtime._write_retries import wait_before_write

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any, TypeVar

    from toolcharter_runtime._call import Call
    from toolcharter_runtime._recording import Doors
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._work import Work

    T = TypeVar("T")


async def check_preconditions(work: Work) -> None:
    """Ask whether every fact holds, on the arguments that will be executed; and the version, where
    the contract compares it just before."""
    tool, arguments = work.tool, work.document.arguments
    call = work.call()
    model = tool.model(arguments)
    doors = work.notes.recording.doors(tool)

    async def ask() -> None:
        await doors.preconditions.check(call, model, arguments)
        await _check_version(work, call, model, doors)

    try:
        await _in_time(work, call, ask())
    except TimeIsUpError:
        raise Refusal(Code.UPSTREAM_TIMEOUT) from None
    except ToolError as error:
        raise declared(tool, error) from None


async def _check_version(work: Work, call: Call, model: object, doors: Doors) -> None:
    """Refuse a record at another version, where the contract has it read before a write."""
    target = work.document.content["target"]
    if target.get("version_checked_by") != "read_before":
        return
    if await doors.adapter.current_version(call, model) != work.document.target.version:
        raise Refusal(Code.VERSION_CONFLICT)


async def call_until_known(
    work: Work, row: OperationRow, *, in_doubt: bool = False
) -> tuple[OperationRow, Finding]:
    """Call, ask where the call proved nothing, and call again where the contract allows.

    ``in_doubt`` says that an earlier call under this key proved nothing: it may still arrive.
    """
    while True:
        work.notes.attempts += 1
        finding = await _call(work, row, in_doubt=in_doubt)
        is_told = False
        if isinstance(finding, Unproven):
            asked = await ask(work, row)
            is_told = not isinstance(asked, Unproven)
            finding = asked if is_told else finding
        again = await _again(work, row, finding, by_status=is_told)
        if again is None:
            if in_doubt and not is_told and _findings.is_passing(work.tool, finding):
                finding = Unproven("earlier_call")
            return row, finding
        row, in_doubt = again, in_doubt or isinstance(finding, Unproven)


async def find_out(work: Work, row: OperationRow) -> tuple[OperationRow, Finding]:
    """Ask about an operation whose earlier call proved nothing; where nobody can say, call again
    under the same key, if the contract allows."""
    finding = await ask(work, row)
    again = await _again(work, row, finding, by_status=not isinstance(finding, Unproven))
    if again is None:
        return row, finding
    return await call_until_known(work, again, in_doubt=isinstance(finding, Unproven))


async def ask(work: Work, row: OperationRow) -> Finding:
    """What the status tool says about an operation."""
    name = work.tool.asked_with
    if name is None:
        return Unproven("no_status")
    answer = await _asking.ask(work.path, name, work.caller, row, work.document, notes=work.notes)
    if answer is None:
        return Unproven("status_down")
    finding = _findings.of_status(work.tool, row, answer, work.claim)
    work.notes.recording.proven(work.tool, row, work.document, finding)
    return finding


async def _call(work: Work, row: OperationRow, *, in_doubt: bool) -> Finding:
    tool, call = work.tool, work.call(row.key)
    if call.deadline <= work.path.clock.now():
        # The run's time ended while the claim was waited for: nothing is sent any more.
        return _findings.nothing_happened(tool, Refusal(Code.DEADLINE_EXCEEDED), is_transient=True)
    try:
        model = tool.model(work.document.arguments)
        doors = work.notes.recording.doors(tool)
        # What moved the version while this waited for its turn has had its own; the earlier call
        # of one that is in doubt may have moved it itself.
        moved = None if in_doubt else await _moved(work, model, doors)
        if moved is not None:
            return moved
        answer = await _in_time(work, call, doors.adapter.op(call, model))
        finding = _findings.of_answer(tool, row, answer, work.claim)
        work.notes.recording.proven(tool, row, work.document, finding)
        return finding
    except TimeIsUpError:
        return Unproven("timeout")
    except ToolError as error:
        return _findings.of_error(tool, error)
    # The edge to the host's code: what it raises says nothing about what the service did.
    except Exception as error:  # noqa: BLE001
        work.notes.raised(error)
        return Unproven("adapter_failed")


async def _moved(work: Work, model: object, doors: Doors) -> Finding | None:
    """What a record at another version proves, now that no other write of it can come between. One
    whose version cannot be read is not written."""
    tool, call = work.tool, work.call()
    refusal: Exception
    try:
        await _in_time(work, call, _check_version(work, call, model, doors))
    except Refusal as conflict:
        return _findings.nothing_happened(tool, conflict, is_transient=False)
    except TimeIsUpError:
        refusal = Refusal(Code.UPSTREAM_TIMEOUT)
    except ToolError as error:
        refusal = declared(tool, error)
    # The edge to the host's code, before anything was sent.
    except Exception as error:  # noqa: BLE001
        refusal = error
    else:
        return None
    if not isinstance(refusal, Refusal):
        work.notes.raised(refusal)
        refusal = Refusal(Code.INTERNAL)
    return _findings.nothing_happened(tool, refusal, is_transient=True)


async def _again(
    work: Work, row: OperationRow, finding: Finding, *, by_status: bool
) -> OperationRow | None:
    """The operation claimed for another call, after the wait; None where there is to be none."""
    path = work.path
    wait = wait_before_write(
        work.tool.retry,
        attempt=row.attempt,
        finding=finding,
        by_status=by_status,
        now=path.clock.now(),
        until=work.until,
    )
    if wait is None:
        return None
    await path.clock.sleep(wait)
    try:
        claimed = await path.transact(
            row.tenant,
            lambda tx: claim_again(
                tx,
                row.id,
                owner=path.owner,
                lease_ms=work.lease_ms,
                attempt=row.attempt,
                through=work.order.gates,
                keys_kept_ms=work.tool.write["idempotency"]["keys_kept_ms"],
                by_run=None if work.grant is None else work.grant.run_id,
            ),
        )
    except (Refusal, GateFullError):
        return None
    if claimed is not None:
        work.notes.recording.claimed_again(claimed)
    return claimed


async def _in_time(work: Work, call: Call, coroutine: Coroutine[Any, Any, T]) -> T:
    """The result within the tool's timeout and the run's deadline."""
    return await within((call.deadline - work.path.clock.now()).total_seconds(), coroutine)
