"""Carrying out a write to an end that the ledger holds.

claimed, or found claimed -> called, asked -> settled -> told. Nobody is called before the claim is
stored, and nothing is told before the end is. This runs in a task of its own, so that a caller who
goes away changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from toolcharter_runtime import _calling, _sharing
from toolcharter_runtime._admission import enter, once_there_is_room
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import admit, claim, gates
from toolcharter_runtime._ledger.conflict import end_in_conflict
from toolcharter_runtime._ledger.settle import Finding, settle
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._told import Told, instant, told, unknown

if TYPE_CHECKING:
    from toolcharter_runtime._rooms import Room
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._store.transaction import Reading, Transaction
    from toolcharter_runtime._work import Work

T = TypeVar("T")


async def write(work: Work, *, view: str, known: claim.Standing | None) -> Told:
    """What a write comes to. ``known`` is what the ledger holds of it; where that is nothing, every
    fact is asked about, and from then on it takes a place among the calls of its tool."""
    path, grant = work.path, work.grant
    if known is not None or grant is None:
        carried = carry_out(work, view=view, known=known)
        return await path.to_the_end(carried, work.notes.recording)
    room = grant.room(work.tool.wire_name, work.tool.limits)
    await enter(room, work.tool, grant, path.clock)
    try:
        known = await check_facts(work)
    except BaseException:
        room.leave()
        raise
    carried = _in_room(room, carry_out(work, view=view, known=known))
    return await path.to_the_end(carried, work.notes.recording)


async def _in_room(room: Room, carried: Coroutine[Any, Any, T]) -> T:
    try:
        return await carried
    finally:
        room.leave()


async def check_facts(work: Work) -> claim.Standing | None:
    """None once every fact holds. Where one does not, the write itself may have made it so: what
    another caller has carried out since is given instead of the refusal. A record that is at another
    version closes the proposal."""
    path, wanted = work.path, work.operation
    try:
        await _calling.check_preconditions(work)
    except Refusal as refusal:
        known = await path.read(wanted.tenant, lambda rows: standing_of(rows, wanted))
        if known is None and refusal.code == Code.VERSION_CONFLICT and wanted.proposal_id:
            known = await path.transact(wanted.tenant, lambda tx: end_in_conflict(tx, wanted))
        if known is None and work.is_shared:
            known = await path.transact(wanted.tenant, lambda tx: _standing_at_last(tx, work))
        if known is None:
            raise
        return known
    return None


def standing_of(rows: Reading, wanted: OperationRow) -> claim.Standing | None:
    """What the ledger holds of a write; None where it may be claimed."""
    row = rows.operation_of_key(wanted.key)
    if row is None:
        return None
    return claim.standing(row, document_hash=wanted.document_hash, now=rows.now())


def _standing_at_last(tx: Transaction, work: Work) -> claim.Standing | None:
    """The same, once no transaction is under way that could still store it. Of a write that shares
    the ledger's transaction that one may be all there is: its caller may have lost sight of it."""
    gates.lock(tx, work.order.gates)
    return standing_of(tx, work.operation)


async def carry_out(work: Work, *, view: str, known: claim.Standing | None) -> Told:
    """Claim and call, or take up what an earlier call left."""
    try:
        verdict = await _claimed(work) if known is None else known
    except Refusal as refusal:
        if work.is_shared and refusal.may_be_stored:
            # The effect with it: then it has happened. The same call finds out, by the key.
            return Told(refusal=refusal, outcome="unknown")
        raise
    ask = work.tool.asked_with
    work.notes.recording.stands(verdict)
    match verdict:
        case _sharing.Done(row):
            return told(row, view, replayed=False, ask=ask)
        case claim.Stored(row):
            return told(row, view, replayed=True, ask=ask)
        case claim.InProgress(row, until):
            raise Refusal(Code.IN_PROGRESS, retry_at=instant(until), operation=row.id)
        case claim.Unproven(row):
            if known is not None:
                await _count(work)
            row, finding = await _calling.find_out(work, row)
        case claim.Claimed(row):
            row, finding = await _calling.call_until_known(work, row)
    settled = await recorded(work, row, finding)
    if settled is None:
        return unknown(row.id, ask=ask)
    return told(settled, view, replayed=isinstance(verdict, claim.Unproven), ask=ask)


async def _claimed(work: Work) -> claim.Verdict | _sharing.Done:
    verdict: claim.Verdict | _sharing.Done | Refusal
    with work.storing_calls() as calls:
        order = replace(work.order, calls=calls)
        if work.is_shared:
            verdict = await _with_room(work, lambda tx: _sharing.carry_out(tx, work, order))
        else:
            verdict = await _with_room(work, lambda tx: claim.claim(tx, order))
    # A refusal that was given back is stored, and the calls that were counted with it.
    if isinstance(verdict, Refusal):
        raise verdict
    return verdict


async def _count(work: Work) -> None:
    """Count a call that takes up what an earlier one left: no claim of its own has done so."""
    wanted = work.operation
    with work.storing_calls() as calls:
        if calls is not None:
            await work.path.transact(
                wanted.tenant, lambda tx: admit.count(tx, wanted.requester, wanted.run_id, calls)
            )


async def recorded(work: Work, row: OperationRow, finding: Finding) -> OperationRow | None:
    """The operation with the finding in it; None where the store cannot be reached. What is not
    stored is told to nobody; recovery finds it again by the claim."""
    settled: OperationRow | None
    try:
        settled = await work.path.transact(
            row.tenant, lambda tx: settle(tx, row.id, finding, attempt=row.attempt)
        )
    except Refusal:
        settled = None
    work.notes.recording.settled(settled)
    return settled


async def _with_room(work: Work, step: Callable[[Transaction], T]) -> T:
    """What a step that claims comes to, once there is a place."""
    path, tenant = work.path, work.operation.tenant
    return await once_there_is_room(
        path.clock,
        lambda: path.transact(tenant, step),
        patience=work.tool.timeout,
        deadline=work.caller.deadline,
    )
