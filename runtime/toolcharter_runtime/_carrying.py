"""Carrying out a write to an end that the ledger holds.

claimed, or found claimed -> called, asked -> settled -> told. Nobody is called before the claim is
stored, and nothing is told before the end is. This runs in a task of its own, so that a caller who
goes away changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from toolcharter_runtime import _calling, _sharing
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger import claim
from toolcharter_runtime._ledger.gates import GateFullError
from toolcharter_runtime._ledger.settle import Finding, settle
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._told import Told, instant, told, unknown

if TYPE_CHECKING:
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._store.transaction import Reading, Transaction
    from toolcharter_runtime._work import Work

T = TypeVar("T")

_GATE_POLL_S = 0.02


async def check_facts(work: Work) -> claim.Standing | None:
    """None once every fact holds. Where one does not, the write itself may have made it so: what
    another caller has carried out since is given instead of the refusal."""
    try:
        await _calling.check_preconditions(work)
    except Refusal:
        known = await work.path.read(work.operation.tenant, lambda rows: _standing(rows, work))
        if known is None:
            raise
        return known
    return None


def _standing(rows: Reading, work: Work) -> claim.Standing | None:
    wanted = work.operation
    row = rows.operation_of_key(wanted.key)
    if row is None:
        return None
    return claim.standing(row, document_hash=wanted.document_hash, now=rows.now())


async def carry_out(work: Work, *, view: str, known: claim.Standing | None) -> Told:
    """Claim and call, or take up what an earlier call left."""
    verdict: claim.Verdict | _sharing.Done
    if known is not None:
        verdict = known
    elif work.tool.write["transaction"] == "shared":
        verdict = await _with_room(work, lambda tx: _sharing.carry_out(tx, work))
    else:
        verdict = await _with_room(work, lambda tx: claim.claim(tx, work.order))
    ask = work.tool.asked_with
    match verdict:
        case _sharing.Done(row):
            return told(row, view, replayed=False, ask=ask)
        case claim.Stored(row):
            return told(row, view, replayed=True, ask=ask)
        case claim.InProgress(row, until):
            raise Refusal(Code.IN_PROGRESS, retry_at=instant(until), operation=row.id)
        case claim.Unproven(row):
            row, finding = await _calling.find_out(work, row)
        case claim.Claimed(row):
            row, finding = await _calling.call_until_known(work, row)
    settled = await recorded(work, row, finding)
    if settled is None:
        return unknown(row.id, ask=ask)
    return told(settled, view, replayed=isinstance(verdict, claim.Unproven), ask=ask)


async def recorded(work: Work, row: OperationRow, finding: Finding) -> OperationRow | None:
    """The operation with the finding in it; None where the store cannot be reached. What is not
    stored is told to nobody; recovery finds it again by the claim."""
    try:
        return await work.path.transact(
            row.tenant, lambda tx: settle(tx, row.id, finding, attempt=row.attempt)
        )
    except Refusal:
        return None


async def _with_room(work: Work, step: Callable[[Transaction], T | Refusal]) -> T:
    """What a step that claims comes to, once there is a slot. Waiting for one ends with the tool's
    timeout: then the caller is told when to come back."""
    path = work.path
    give_up = path.clock.now() + work.tool.timeout
    while True:
        try:
            verdict = await path.transact(work.operation.tenant, step)
        except GateFullError as full:
            if path.clock.now() >= give_up:
                raise Refusal(Code.RATE_LIMITED, retry_at=instant(full.free_at)) from None
            await path.clock.sleep(_GATE_POLL_S)
            continue
        if isinstance(verdict, Refusal):
            raise verdict
        return verdict
